// Permalinks: #fig-NAME?head=3&scaled=off;fig-OTHER?n=64;text=3+may+1999 holds what differs from the defaults.

import { change, differences, figures } from "./form.js";
import { page } from "./queue.js";
import { say } from "./speak.js";
import { show, start } from "./text.js";
import { touch } from "./turns.js";

const PAUSE = 500; // milliseconds between two changes of the address
let timer;

const encode = (fields) => new URLSearchParams(fields).toString();
const decode = (text) => Object.fromEntries(new URLSearchParams(text));
const textEntry = () => (page.text === null ? "" : encode({ text: page.text }));

function entry(figure) {
  const fields = encode(differences(figure));
  return fields && `${figure.id}?${fields}`;
}

const join = (entries) => `#${entries.filter(Boolean).join(";")}`;
const write = (address) => history.replaceState(history.state, "", address);

/** Bring the address up to date. One that names a place in the text is left while nothing differs. */
export function save() {
  timer = undefined;
  const fragment = join([...figures().map(entry), textEntry()]);
  if (fragment !== "#") write(fragment);
  else if (/[?=]/.test(location.hash)) write(location.pathname + location.search);
}

/** The same, soon. */
export function schedule() {
  timer ??= setTimeout(save, PAUSE);
}

/** A complete state: the defaults, the reader's text, and what is said about the figure. */
const set = (figure, fields) => change(figure, { ...start(figure), ...decode(fields) }, true);

/** Bring the page into the state of an address; what it names and is not there is left out. */
export function restore({ hash }) {
  const entries = hash.slice(1).split(";");
  const text = entries.find((each) => each.startsWith("text="));
  if (text) show(decode(text).text);
  const named = entries.map((each) => each.split(/\?(.*)/s)).map(([id, fields]) => [figures().find((figure) => figure.id === id), fields]);
  const states = named.filter(([figure, fields]) => figure && fields);
  for (const [figure, fields] of states) set(figure, fields);
  touch(null); // nobody touched them
  if (states.length && performance.getEntriesByType("navigation")[0]?.type === "navigate") states[0][0].scrollIntoView();
}

// The address itself may have been brought up to date since.
addEventListener("hashchange", ({ newURL }) => restore(new URL(newURL)));

/** The address that opens the page with the figure as it is. */
export const addressOf = (figure) => new URL(join([entry(figure) || figure.id, textEntry()]), location.href).href;

addEventListener("beforeprint", () => {
  for (const figure of figures()) figure.dataset.address = addressOf(figure); // printed under it by the style sheet
});

const COPIES = {
  "copy-link": { usual: "copy link", done: "link copied", refused: "link is in the address bar", instead: write,
    text: (button) => addressOf(button.closest("figure")) },
  "copy-citation": { usual: "copy", done: "copied", refused: "select it and copy it",
    text: (button) => button.previousElementSibling.textContent },
};

async function copy(button) {
  const { usual, done, refused, instead, text } = COPIES[button.dataset.action];
  const copied = await navigator.clipboard?.writeText(text(button)).then(() => true, () => false);
  if (!copied) instead?.(text(button));
  const words = copied ? done : refused;
  say(() => words);
  button.textContent = words;
  setTimeout(() => (button.textContent = usual), 2000);
}

function isOutOfView(element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  return Math.min(bottom, innerHeight) - Math.max(top, 0) < Math.min(height, innerHeight) / 2;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-action^=copy]");
  if (button) copy(button);
  const link = event.target.closest("a[data-set]");
  const figure = figures().find((each) => `#${each.id}` === link?.getAttribute("href"));
  if (!figure || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  set(figure, link.dataset.set);
  if (isOutOfView(figure)) figure.scrollIntoView();
});
