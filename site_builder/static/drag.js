// Handles: a field dragged along the box of its parent, or turned around the middle of it, by pointer or keys.

import { change, read } from "./form.js";
import { shareOf, stepped, valueAt } from "./number.js";

let grip = null; // {figure, name, pointer, offset or angle, value}: what is held

const range = ({ dataset: { low, high, step = "1", scale } }) => [Number(low), Number(high), Number(step), scale];
const find = ({ figure, name }) => figure.querySelector(`.stage [data-drag="${CSS.escape(name)}"]`);

function set(handle, value) {
  const figure = handle.closest("figure");
  const [low, high, step] = range(handle);
  const text = stepped(value, low, high, step);
  if (read(figure)[handle.dataset.drag] === text) return;
  handle.setAttribute("aria-valuenow", text);
  change(figure, { [handle.dataset.drag]: text });
}

/** How far along its track a point is, 0 at the left or bottom end. */
function along(handle, { clientX, clientY }) {
  const box = handle.parentElement.getBoundingClientRect();
  return handle.dataset.axis === "y" ? (box.bottom - clientY) / box.height : (clientX - box.left) / box.width;
}

/** The turn of a point around the middle of the track, 0 at twelve, clockwise to 1. */
function around(handle, { clientX, clientY }) {
  const box = handle.parentElement.getBoundingClientRect();
  return Math.atan2(clientX - box.left - box.width / 2, box.top + box.height / 2 - clientY) / (2 * Math.PI);
}

const place = (handle, point) => (handle.dataset.axis === "turn" ? around : along)(handle, point);

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest?.("[data-drag]");
  const figure = handle?.closest("figure");
  if (!figure || event.button) return;
  event.preventDefault();
  handle.focus({ preventScroll: true });
  figure.setPointerCapture(event.pointerId); // the handle may be drawn anew while it is held
  const [low, high, , scale] = range(handle);
  const value = Number(read(figure)[handle.dataset.drag]);
  const at = place(handle, event);
  grip = { figure, name: handle.dataset.drag, pointer: event.pointerId, at, share: shareOf(value, low, high, scale) };
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== grip?.pointer) return;
  const handle = find(grip);
  if (!handle) return;
  const [low, high, , scale] = range(handle);
  const at = place(handle, event);
  let moved = at - grip.at;
  if (handle.dataset.axis === "turn") moved -= Math.round(moved); // past twelve it goes on
  grip = { ...grip, at, share: grip.share + moved };
  set(handle, valueAt(grip.share, low, high, scale));
});

const release = (event) => {
  if (event.pointerId === grip?.pointer) grip = null;
};
document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);

const STRIDE = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };

document.addEventListener("keydown", (event) => {
  const handle = event.target;
  const steps = STRIDE[event.key];
  if (!steps || !handle.matches?.("[data-drag]") || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const [low, high, step, scale] = range(handle);
  const value = Number(read(handle.closest("figure"))[handle.dataset.drag]);
  if (!Number.isFinite(steps)) return set(handle, steps < 0 ? low : high);
  const far = scale === "log" ? valueAt(shareOf(value, low, high, scale) + steps / 50, low, high, scale) : value;
  set(handle, steps < 0 ? Math.min(far, value + step * steps) : Math.max(far, value + step * steps));
});
