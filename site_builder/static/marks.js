// Marks that set fields: picked by click, tap or key, walked with the arrow keys or a sliding finger.

import { change, read } from "./form.js";
import * as maps from "./maps.js";
import { show, walkedTo } from "./values.js";

const MARK = "[data-set]:not([data-map], a)";
const PICK = `.stage ${MARK}, .controls ${MARK}`;
const WALKED = `${PICK}, .switches input`;
const REACH = { touch: 22, pen: 12, mouse: 6 }; // CSS pixels from a pointer to the nearest mark

/** The fields that a mark sets. */
export const fieldsOf = (mark) => Object.fromEntries(new URLSearchParams(mark.dataset.set));

function set(mark, fields) {
  const figure = mark.closest("figure");
  const now = read(figure);
  if (Object.entries(fields).some(([name, value]) => name in now && now[name] !== value)) change(figure, fields);
}

const pick = (mark) => set(mark, fieldsOf(mark));
const pickCell = (map, cell) => set(map, maps.fields(map, cell));

/** The marks that set the same fields, in order, or the boxes of a group. */
export function row(mark) {
  if (!mark.dataset.set) return [...mark.closest(".switches").querySelectorAll("input")];
  const names = (other) => Object.keys(fieldsOf(other)).join();
  const marks = [...mark.closest(".stage, .controls").querySelectorAll(MARK)];
  return marks.filter((other) => names(other) === names(mark) && other.checkVisibility());
}

/** The mark nearest to a point of the window, and how far its edge is. */
function nearest(marks, { clientX: x, clientY: y }) {
  const distance = (mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  return marks.map((mark) => [distance(mark), mark]).sort(([one], [other]) => one - other)[0] ?? [Infinity];
}

document.addEventListener("click", (event) => {
  const { target, pointerType } = event;
  const map = target.closest("[data-map]");
  const mark = target.closest(PICK);
  if (map) return pickCell(map, maps.cellAt(map, event));
  if (mark) return pick(mark);
  const stage = pointerType && !target.closest("button, a, [data-drag]") && target.closest(".stage");
  const [distance, near] = stage ? nearest([...stage.querySelectorAll(MARK)], event) : [Infinity];
  if (distance <= REACH[pointerType]) pick(near);
});

// A finger sliding over a map or a row of marks walks along it and takes what is under it when it lifts.
let slide = null;
const walkedOver = (event) => (slide?.isConnected && slide.matches(MARK) ? nearest(row(slide), event)[1] : slide);

document.addEventListener("pointerdown", ({ target, pointerType }) => {
  slide = pointerType === "touch" ? target.closest(`.stage :is([data-map], ${MARK})`) : null;
});
document.addEventListener("pointermove", (event) => {
  const mark = walkedOver(event);
  if (mark !== slide && mark.dataset.value) show(mark);
});
document.addEventListener("pointerup", (event) => {
  const mark = walkedOver(event);
  if (mark?.dataset.map) pickCell(mark, maps.cellAt(mark, event));
  else if (mark !== slide) pick(mark); // where it stayed on its mark it is a click
  slide = null;
});
document.addEventListener("pointercancel", () => (slide = null));

const AHEAD = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if ((key === "Enter" || key === " ") && target.matches("[data-set]:not(a, button)")) {
    target.dataset.map ? pickCell(target, walkedTo(target)) : pick(target);
  } else if (key in AHEAD && target.matches(WALKED)) {
    const marks = row(target);
    const next = marks[Math.min(Math.max(marks.indexOf(target) + AHEAD[key], 0), marks.length - 1)];
    [target.tabIndex, next.tabIndex] = [-1, 0]; // the Tab key comes back to where the hand was
    next.focus();
    if (/radio|option|tab/.test(next.role)) pick(next);
  } else return;
  event.preventDefault();
});
