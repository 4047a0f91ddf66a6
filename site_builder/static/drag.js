// Handles: a field dragged along the box of its parent, or turned around the middle of it, by pointer or keys.

import { change, read } from "./form.js";
import { shareOf, stepped, valueAt } from "./number.js";

let grip = null; // what is held: {figure, pointer, name, share of the way, place of the pointer}

const range = ({ dataset: { low, high, step = "1", scale } }) => [Number(low), Number(high), Number(step), scale];
const valueOf = (handle) => Number(read(handle.closest("figure"))[handle.dataset.drag]);

function set(handle, value) {
  const [low, high, step] = range(handle);
  const text = stepped(value, low, high, step);
  if (Number(text) === valueOf(handle)) return;
  handle.setAttribute("aria-valuenow", text);
  change(handle.closest("figure"), { [handle.dataset.drag]: text });
}

/** Where on its track a point is: 0 to 1 from the left or the bottom, or in turns clockwise from twelve. */
function place(handle, { clientX, clientY }) {
  const { left, bottom, width, height } = handle.parentElement.getBoundingClientRect();
  const [x, y] = [(clientX - left) / width, (bottom - clientY) / height];
  if (handle.dataset.axis === "turn") return Math.atan2(x - 0.5, y - 0.5) / (2 * Math.PI);
  return handle.dataset.axis === "y" ? y : x;
}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest("[data-drag]");
  const figure = handle?.closest("figure");
  if (!figure || event.button) return;
  event.preventDefault();
  handle.focus({ preventScroll: true });
  figure.setPointerCapture(event.pointerId); // the handle may be drawn anew while it is held
  const [low, high, , scale] = range(handle);
  const share = shareOf(valueOf(handle), low, high, scale);
  grip = { figure, pointer: event.pointerId, name: handle.dataset.drag, share, at: place(handle, event) };
});

document.addEventListener("pointermove", (event) => {
  const handle = event.pointerId === grip?.pointer && grip.figure.querySelector(`[data-drag="${CSS.escape(grip.name)}"]`);
  if (!handle) return;
  const at = place(handle, event);
  const moved = at - grip.at;
  grip.share += handle.dataset.axis === "turn" ? moved - Math.round(moved) : moved; // past twelve it goes on
  grip.at = at;
  const [low, high, , scale] = range(handle);
  set(handle, valueAt(grip.share, low, high, scale));
});

document.addEventListener("lostpointercapture", ({ pointerId }) => {
  if (pointerId === grip?.pointer) grip = null;
});

const STRIDE = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };

document.addEventListener("keydown", (event) => {
  const [handle, stride] = [event.target, STRIDE[event.key]];
  if (!stride || !handle.matches("[data-drag]") || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const [low, high, step, scale] = range(handle);
  const value = valueOf(handle);
  const far = scale === "log" ? valueAt(shareOf(value, low, high, scale) + stride / 50, low, high, scale) : value;
  set(handle, stride < 0 ? Math.min(far, value + step * stride) : Math.max(far, value + step * stride));
});
