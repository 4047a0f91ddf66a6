// Marks that set fields: picked by click, tap or key, walked with the arrow keys or a sliding finger.

import { change, read } from "./form.js";
import * as maps from "./maps.js";
import { show, walkedTo } from "./values.js";

const PICK = ".stage [data-set]:not([data-map], a), .controls [data-set]";
const REACH = 22; // CSS pixels from a finger to the middle of the nearest mark

function set(figure, fields) {
  const now = read(figure);
  if (Object.entries(fields).some(([name, value]) => name in now && now[name] !== value)) change(figure, fields);
}

function pick(mark) {
  set(mark.closest("figure"), Object.fromEntries(new URLSearchParams(mark.dataset.set)));
}

function pickCell(map, cell) {
  const fields = maps.fields(map, cell);
  if (fields) set(map.closest("figure"), fields);
}

const names = (mark) => [...new URLSearchParams(mark.dataset.set).keys()].join(" ");

/** The marks that set the same fields, in order. */
const siblings = (mark) => [...mark.closest(".stage").querySelectorAll(PICK)].filter((other) => names(other) === names(mark));

function nearest(marks, { clientX, clientY }) {
  const distance = (mark) => {
    const box = mark.getBoundingClientRect();
    return Math.hypot(clientX - box.left - box.width / 2, clientY - box.top - box.height / 2);
  };
  return marks.map((mark) => [distance(mark), mark]).sort(([a], [b]) => a - b)[0] ?? [Infinity, null];
}

document.addEventListener("click", (event) => {
  const { target } = event;
  const map = target.closest?.("[data-map]");
  const mark = target.closest?.(PICK);
  if (map) pickCell(map, maps.cellAt(map, event));
  else if (mark) pick(mark);
  else if (event.pointerType === "touch" && target.closest?.(".stage") && !target.closest("button, a, [data-drag]")) {
    const [distance, near] = nearest([...target.closest(".stage").querySelectorAll(PICK)], event);
    if (distance <= REACH) pick(near);
  }
});

// A finger sliding over a row of marks or a map walks along it and takes the one under it when it lifts.
let slide = null;
document.addEventListener("pointerdown", (event) => {
  const start = event.pointerType === "touch" && event.target.closest?.(`.stage [data-map], ${PICK}`);
  slide = start && start.closest(".stage") ? { start, marks: start.dataset.map ? null : siblings(start) } : null;
});
document.addEventListener("pointermove", (event) => {
  if (!slide?.marks || event.pointerType !== "touch") return;
  const [, near] = nearest(slide.marks, event);
  if (near.dataset.value) show(near, null);
});
document.addEventListener("pointerup", (event) => {
  if (slide && !slide.marks) pickCell(slide.start, maps.cellAt(slide.start, event));
  else if (slide) pick(nearest(slide.marks, event)[1]);
  slide = null;
});
document.addEventListener("pointercancel", () => (slide = null));

const AHEAD = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || !target.matches?.("[data-set]")) return;
  if ((key === "Enter" || key === " ") && target.matches("[data-set]:not(button, a)")) {
    target.dataset.map ? pickCell(target, walkedTo(target)) : pick(target);
  } else if (target.matches(PICK) && target.closest(".stage") && key in AHEAD) {
    const row = siblings(target);
    const next = row[Math.min(Math.max(row.indexOf(target) + AHEAD[key], 0), row.length - 1)];
    next.focus();
    if (/radio|option|tab/.test(next.getAttribute("role"))) pick(next);
  } else return;
  event.preventDefault();
});
