// Exact values under the pointer, the focus or a finger: a tooltip, the instrument's last value, and one sentence spoken.

import { read } from "./form.js";
import { showLast } from "./instrument.js";
import * as maps from "./maps.js";
import { say } from "./speak.js";

const NAMED = ".stage :is([data-map], [data-name][data-value])";
const make = (name, className, textContent = "") => Object.assign(document.createElement(name), { className, textContent });
const tip = make("div", "tip");
tip.ariaHidden = "true";
let shown = {}; // what is read out: {mark, cell, frame}

/** A number as it is, to six decimals, in the page's signs. */
export function exact(text) {
  if (text === "" || Number.isNaN(Number(text))) return text || "—";
  const number = Number(text);
  return String(Number.isFinite(number) ? Number(number.toFixed(6)) : number).replace("Infinity", "∞").replace("-", "−");
}

/** Read out a mark, or one cell of a map. */
export function show(mark, cell, spoken = false) {
  hide();
  shown = { mark, cell, frame: cell && maps.outline(mark, cell) };
  const name = cell ? maps.name(mark, cell) : mark.dataset.name;
  const value = exact(cell ? maps.value(mark, cell) : mark.dataset.value);
  const place = cell ? `row ${cell[0] + 1}, column ${cell[1] + 1}` : "";
  const where = [mark.ariaLabel, place].filter(Boolean).join(" · ");
  tip.replaceChildren(make("span", "where", where), `${name} = `, make("b", "", value));
  mark.closest("figure").append(tip);
  putTip(mark.closest("figure").getBoundingClientRect(), mark.getBoundingClientRect(), cell && maps.cellBox(mark, cell));
  showLast(name, value);
  if (spoken) say(() => `${place && `${place}: `}${value}, ${name}`);
}

/** Beside a map where nothing is drawn, else above what is read. */
function putTip(figure, mark, cell) {
  const { left, top, width, height } = cell ?? mark;
  const isFree = (share) => {
    const drawn = document.elementFromPoint(mark.right + 9 + share * tip.offsetWidth, top + height / 2);
    return !drawn?.closest("svg, button, data, dl");
  };
  const hasRoom = mark.right + 9 + tip.offsetWidth < figure.right;
  const isBeside = Boolean(cell) && hasRoom && [0, 0.2, 0.4, 0.6, 0.8, 1].every(isFree);
  const middle = left + width / 2 - figure.left;
  const above = Math.min(Math.max(middle - tip.offsetWidth / 2, 0), figure.width - tip.offsetWidth);
  tip.classList.toggle("right", isBeside);
  tip.style.left = `${isBeside ? mark.right + 9 - figure.left : above}px`;
  tip.style.top = `${(isBeside ? top + height / 2 : top - 8 - tip.offsetHeight) - figure.top}px`;
  tip.style.setProperty("--nib", `${middle - above}px`);
}

export function hide() {
  tip.remove();
  shown.frame?.remove();
  shown = {};
}

/** The cell of a map that is read out, else the one picked. */
export const walkedTo = (map) => (shown.mark === map ? shown.cell : maps.picked(map, read(map.closest("figure"))));

function point(event) {
  const mark = event.target.closest(NAMED);
  if (mark) show(mark, mark.dataset.map && maps.cellAt(mark, event));
  else if (event.pointerType !== "touch" && document.activeElement !== shown.mark) hide();
}
document.addEventListener("pointermove", point);
document.addEventListener("pointerdown", point);

document.addEventListener("focusin", ({ target }) => {
  if (target.matches(`${NAMED}:focus-visible`)) show(target, target.dataset.map && walkedTo(target), true);
});
document.addEventListener("focusout", hide);

const FAR = Infinity;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
  Home: [0, -FAR], End: [0, FAR], PageUp: [-FAR, 0], PageDown: [FAR, 0] };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
  if (!STEPS[event.key] || !event.target.matches("[data-map]") || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const cell = walkedTo(event.target).map((place, axis) => place + STEPS[event.key][axis]);
  show(event.target, maps.held(event.target, cell), true);
});

document.addEventListener("figure:answer", () => {
  const { mark, cell } = shown;
  if (mark) mark.isConnected && mark.matches(NAMED) ? show(mark, cell && maps.held(mark, cell)) : hide();
});
