// The page: forms ask, answers are drawn. Knows figures only by their attributes.

import { change, conceal, figures } from "./form.js";
import { restore, schedule } from "./link.js";
import { morph } from "./morph.js";
import { commit, follow } from "./number.js";
import { ask, isWaiting, open } from "./queue.js";
import { sanitise } from "./sanitise.js";
import { sayFigure } from "./speak.js";
import { share, show, start } from "./text.js";
import { lastTouched, touch } from "./turns.js";
import "./ahead.js";
import "./contents.js";
import "./data.js";
import "./drag.js";
import "./exercise.js";
import "./instrument.js";
import "./keys.js";
import "./marks.js";
import "./offline.js";
import "./player.js";

document.addEventListener("input", ({ target, detail }) => {
  const figure = target.closest("form.controls")?.closest("figure[data-figure]");
  if (!figure) return;
  touch(figure);
  follow(target);
  conceal(figure);
  if (target.name === "text" || detail?.fields?.text !== undefined) share(figure); // before asking: a question carries it
  ask(figure, detail?.whole);
  schedule();
});

document.addEventListener("change", ({ target }) => commit(target));
document.addEventListener("submit", (event) => event.preventDefault());

function put(element, text) {
  element.textContent = text;
  element.hidden = !text;
}

/** A sentence, and where it may help a button: what it says, and what it does. */
function complain(element, { error = "", offer: [textContent, onclick] = [] }) {
  put(element, error);
  if (onclick) element.append(" ", Object.assign(document.createElement("button"), { type: "button", textContent, onclick }));
}

function draw(figure, answer) {
  complain(figure.querySelector(".error"), answer);
  if (!answer.error) {
    morph(figure.querySelector(".stage"), answer.drawing ?? sanitise(answer.stage));
    figure.querySelector(".description").textContent = answer.description;
    put(figure.querySelector(".notices"), answer.notices.join(" "));
    figure.dataset.source = answer.source ?? "python";
  }
  figure.dataset.status = isWaiting(figure) ? "pending" : answer.error ? "error" : "idle";
  figure.dataset.revision = Number(figure.dataset.revision) + 1;
  if (figure === lastTouched()) sayFigure(figure);
  figure.dispatchEvent(new CustomEvent("figure:answer", { bubbles: true, detail: answer }));
}

const actions = {
  reset: (figure) => change(figure, start(figure), true),
  "reset-text": () => show(null),
  "reset-everything": () => {
    show(null);
    figures().forEach(actions.reset);
  },
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-action]");
  actions[button?.dataset.action]?.(button.closest("figure"));
  schedule();
});

document.querySelector(".unscripted")?.remove();
document.querySelectorAll("form.controls > fieldset").forEach((fieldset) => (fieldset.disabled = false));
open(figures(), draw, (answer) => ({ ...answer, drawing: sanitise(answer.stage) }));
restore(location);
