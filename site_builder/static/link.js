// Permalinks: #fig-NAME?field=value&field=value;fig-NAME?field=value;text=3+may+1999 holds what differs from the defaults.

import { change, differences, figures } from "./form.js";
import { page, touch } from "./queue.js";
import { say } from "./speak.js";
import { show, start } from "./text.js";

const PAUSE = 500; // milliseconds between two changes of the address
let timer;

const encode = (fields) => new URLSearchParams(fields).toString();

function entry(figure) {
  const fields = encode(differences(figure));
  return fields && `${figure.id}?${fields}`;
}

const textEntry = () => (page.text === null ? "" : encode({ text: page.text }));

const isState = (fragment) => /[?=]/.test(fragment);

/** Bring the address up to date, soon. */
export function schedule() {
  timer ??= setTimeout(() => {
    timer = undefined;
    const fragment = [...figures().map(entry), textEntry()].filter(Boolean).join(";");
    if (fragment || isState(location.hash)) {
      history.replaceState(history.state, "", fragment ? `#${fragment}` : location.pathname + location.search);
    }
  }, PAUSE);
}

/** The figures and fields a fragment names; unknown ones are left out. */
function parse(fragment) {
  const found = { text: null, states: new Map() };
  for (const part of fragment.replace(/^#/, "").split(";")) {
    const [id, query] = part.split(/\?(.*)/s);
    const figure = figures().find((each) => each.id === id);
    if (figure && query !== undefined) found.states.set(figure, Object.fromEntries(new URLSearchParams(query)));
    else if (part.startsWith("text=")) found.text = new URLSearchParams(part).get("text");
  }
  return found;
}

const set = (figure, fields) => change(figure, { ...start(figure), ...fields }, true);

/** Bring the page into the state of its address. */
export function restore() {
  const { text, states } = parse(location.hash);
  if (text !== null) show(text);
  for (const [figure, fields] of states) set(figure, fields);
  touch(null);
  const [first] = states.keys();
  if (first && performance.getEntriesByType("navigation")[0]?.type === "navigate") first.scrollIntoView();
}

addEventListener("hashchange", restore);

function isOutOfView(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) < Math.min(height, innerHeight) / 2;
}

async function copy(button, figure) {
  const fragment = [entry(figure) || figure.id, textEntry()].filter(Boolean).join(";");
  const address = new URL(`#${fragment}`, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    confirm(button, "link copied");
  } catch {
    history.replaceState(history.state, "", address);
    confirm(button, "link is in the address bar");
  }
}

function confirm(button, words) {
  const label = button.textContent;
  if (label === words) return;
  button.textContent = words;
  say(words);
  setTimeout(() => (button.textContent = label), 2000);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-set]");
  const copying = event.target.closest?.("[data-action=copy-link]");
  if (copying) copy(copying, copying.closest("figure"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const figure = figures().find((each) => `#${each.id}` === link.getAttribute("href"));
  if (!figure) return;
  event.preventDefault();
  set(figure, Object.fromEntries(new URLSearchParams(link.dataset.set)));
  if (isOutOfView(figure)) figure.scrollIntoView();
});
