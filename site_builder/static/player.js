// Play buttons: at most eight steps a second, from the first step when the last is shown, paused by any touch of the figure.

import { change } from "./form.js";
import { sayFigure } from "./speak.js";

const PACE = 125; // milliseconds a step
const playing = new Map(); // figure -> {button, timer}
let isOwn = false; // whether a change of a form is the player's

function move(figure, track, step) {
  isOwn = true;
  change(figure, { [track.name]: String(step) });
  isOwn = false;
}

function play(figure, button) {
  const track = button.closest(".control").querySelector("input[type=range]");
  const isLast = () => Number(track.value) >= Number(track.max);
  const step = () => {
    if (figure.dataset.status === "pending") return; // the player waits for the drawing
    isLast() || figure.dataset.status === "error" ? pause(figure) : move(figure, track, Number(track.value) + 1);
  };
  playing.set(figure, { button, timer: setInterval(step, PACE) });
  figure.dataset.playing = "";
  button.ariaPressed = "true";
  move(figure, track, isLast() ? track.min : Number(track.value) + 1);
}

function pause(figure) {
  if (!playing.has(figure)) return;
  const { button, timer } = playing.get(figure);
  clearInterval(timer);
  playing.delete(figure);
  delete figure.dataset.playing;
  button.ariaPressed = "false";
  sayFigure(figure);
}

function touched({ target }) {
  if (!isOwn && !target.closest("[data-action=play]")) pause(target.closest("figure"));
}
document.addEventListener("input", touched, true);
document.addEventListener("pointerdown", touched, true);

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-action=play]");
  const figure = button?.closest("figure");
  if (figure) playing.has(figure) ? pause(figure) : play(figure, button);
});
