// Play buttons: at most eight steps a second, from the first step when the last is shown, paused by any touch of the figure.

import { change } from "./form.js";

const PACE = 125; // milliseconds a step
const playing = new Map(); // figure -> {button, timer}

function play(figure, button) {
  const track = button.closest(".control").querySelector("input[type=range]");
  const go = (step) => change(figure, { [track.name]: String(step) });
  const step = () => {
    if (figure.dataset.status === "pending") return; // the drawing keeps up, or the player waits
    if (Number(track.value) >= Number(track.max)) pause(figure);
    else advance(() => go(Number(track.value) + Number(track.step || 1)));
  };
  playing.set(figure, { button, timer: setInterval(step, PACE) });
  figure.dataset.playing = "";
  button.setAttribute("aria-pressed", "true");
  if (Number(track.value) >= Number(track.max)) advance(() => go(track.min));
  else step();
}

let own = false; // whether a change of a form is the player's
function advance(move) {
  own = true;
  move();
  own = false;
}

function pause(figure) {
  const { button, timer } = playing.get(figure) ?? {};
  if (!button) return;
  clearInterval(timer);
  playing.delete(figure);
  delete figure.dataset.playing;
  button.setAttribute("aria-pressed", "false");
}

function touched({ target }) {
  if (!own && !target.closest?.("[data-action=play]")) pause(target.closest?.("figure"));
}

document.addEventListener("input", touched, true);
document.addEventListener("pointerdown", touched, true);

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-action=play]");
  const figure = button?.closest("figure");
  if (!figure) return;
  playing.has(figure) ? pause(figure) : play(figure, button);
});
