// Exact values under the pointer, the focus or a finger: a tooltip, the instrument's last value, and one sentence spoken.

import { read } from "./form.js";
import { showLast } from "./instrument.js";
import * as maps from "./maps.js";
import { say } from "./speak.js";

const NAMED = "[data-map], [data-name][data-value]";
const tip = Object.assign(document.createElement("div"), { className: "tip", hidden: true });
tip.setAttribute("aria-hidden", "true");
tip.append(Object.assign(document.createElement("span"), { className: "where" }), document.createElement("span"));
let shown = null; // {mark, cell}: what is read out
let frame = null; // the outline of the cell walked to

/** A number as it is, to six decimals, in the page's signs. */
export function exact(text) {
  if (text === "" || Number.isNaN(Number(text))) return text === "" ? "—" : text;
  const number = Number(text);
  const plain = Number.isFinite(number) ? String(Number(number.toFixed(6))) : String(number).replace("Infinity", "∞");
  return plain.replace("-", "−");
}

/** Read out a mark, or one cell of a map. */
export function show(mark, cell, { spoken = false, framed = false } = {}) {
  hide();
  const figure = mark.closest("figure");
  shown = { mark, cell, framed };
  const label = mark.getAttribute("aria-label") ?? "";
  const name = cell ? maps.name(mark, cell) : mark.dataset.name;
  const value = exact(cell ? maps.value(mark, cell) : mark.dataset.value);
  const where = cell ? `${label} · row ${cell[0] + 1}, column ${cell[1] + 1}` : label;
  const bold = Object.assign(document.createElement("b"), { textContent: value });
  tip.firstChild.textContent = where;
  tip.lastChild.replaceChildren(`${name} = `, bold);
  figure.append(tip);
  tip.hidden = false;
  place(figure.getBoundingClientRect(), mark.getBoundingClientRect(), cell ? maps.cellBox(mark, cell) : null);
  if (framed) frame = maps.outline(mark, cell);
  showLast(name, value);
  if (spoken) say(`${name} = ${value}`);
}

/** Beside a map where there is room, else above what is read. */
function place(figure, mark, cell) {
  const box = cell ?? mark;
  const beside = Boolean(cell) && mark.right + 9 + tip.offsetWidth < figure.right;
  const middle = box.left + box.width / 2 - figure.left;
  const left = Math.min(Math.max(middle - tip.offsetWidth / 2, 0), figure.width - tip.offsetWidth);
  const top = beside ? box.top + box.height / 2 : box.top - 8 - tip.offsetHeight;
  tip.classList.toggle("right", beside);
  tip.style.setProperty("left", `${beside ? mark.right + 9 - figure.left : left}px`);
  tip.style.setProperty("top", `${top - figure.top}px`);
  tip.style.setProperty("--nib", `${middle - left}px`);
}

export function hide() {
  tip.hidden = true;
  frame?.remove();
  shown = frame = null;
}

const markAt = (target) => target.closest?.(".stage")?.contains(target) && target.closest(NAMED);

function point(event) {
  const mark = markAt(event.target);
  if (mark) show(mark, mark.dataset.map ? maps.cellAt(mark, event) : null, { framed: Boolean(mark.dataset.map) });
  else if (shown && event.pointerType !== "touch" && document.activeElement !== shown.mark) hide();
}

document.addEventListener("pointermove", point);
document.addEventListener("pointerdown", point);

document.addEventListener("focusin", ({ target }) => {
  const mark = markAt(target);
  if (!mark?.matches(":focus-visible")) return;
  const cell = mark.dataset.map ? maps.picked(mark, read(mark.closest("figure"))) : null;
  show(mark, cell, { spoken: true, framed: Boolean(cell) });
});
document.addEventListener("focusout", hide);

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const FAR = { Home: [0, -Infinity], End: [0, Infinity], PageUp: [-Infinity, 0], PageDown: [Infinity, 0] };

/** The cell of a focused map that is read out. */
export const walkedTo = (map) => (shown?.mark === map ? shown.cell : maps.picked(map, read(map.closest("figure"))));

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  const step = STEPS[event.key] ?? FAR[event.key];
  if (!step || !event.target.matches?.("[data-map]") || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const cell = walkedTo(event.target).map((place, axis) => place + step[axis]);
  show(event.target, maps.held(event.target, cell), { spoken: true, framed: true });
});

document.addEventListener("figure:answer", () => {
  if (!shown) return;
  const { mark, cell, framed } = shown;
  if (!mark.isConnected || !mark.matches(NAMED)) return hide();
  show(mark, cell && maps.held(mark, cell), { framed });
});
