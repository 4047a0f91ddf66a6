// The page: forms ask, answers are drawn. Knows figures only by their attributes.

import { runtime } from "./boot.js";
import { change, figures } from "./form.js";
import { restore, schedule } from "./link.js";
import { morph } from "./morph.js";
import { commit, follow } from "./number.js";
import { ask, isWaiting, lastTouched, open, touch } from "./queue.js";
import { sanitise } from "./sanitise.js";
import { sayAtRest } from "./speak.js";
import { share, show, start } from "./text.js";
import "./contents.js";
import "./data.js";
import "./drag.js";
import "./exercise.js";
import "./instrument.js";
import "./marks.js";
import "./player.js";
import "./values.js";

const figureOf = (target) => target.closest?.("figure[data-figure]");

document.addEventListener("input", (event) => {
  const figure = figureOf(event.target);
  if (!figure?.querySelector("form.controls")?.contains(event.target)) return;
  touch(figure);
  if (event.target.matches(".control input")) follow(event.target);
  ask(figure, event.detail?.whole);
  share(figure);
  schedule();
});

document.addEventListener("change", (event) => {
  if (figureOf(event.target)) commit(event.target);
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("form.controls")) event.preventDefault();
});

function draw(figure, answer) {
  const error = figure.querySelector(".error");
  error.hidden = !answer.error;
  error.textContent = answer.error ?? "";
  if (!answer.error) {
    morph(figure.querySelector(".stage"), sanitise(answer.stage));
    figure.querySelector(".description").textContent = answer.description;
    const notices = figure.querySelector(".notices");
    notices.textContent = (answer.notices ?? []).join(" ");
    notices.hidden = !notices.textContent;
    figure.dataset.source = "python";
  }
  figure.dataset.status = isWaiting(figure) ? "pending" : answer.error ? "error" : "idle";
  figure.dataset.revision = Number(figure.dataset.revision) + 1;
  if (figure === lastTouched() && !("playing" in figure.dataset)) sayAtRest(() => answer.error ?? answer.description);
  figure.dispatchEvent(new CustomEvent("figure:answer", { bubbles: true, detail: answer }));
}

const actions = {
  reset: (figure) => change(figure, start(figure), true),
  "reset-text": () => show(null),
  "reset-everything": () => {
    show(null);
    figures().forEach((figure) => change(figure, start(figure), true));
  },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-action]");
  const action = actions[button?.dataset.action];
  if (!action) return;
  action(figureOf(button));
  schedule();
});

document.querySelectorAll("form.controls > fieldset").forEach((fieldset) => (fieldset.disabled = false));
open(figures(), draw);
restore();
runtime.start();
