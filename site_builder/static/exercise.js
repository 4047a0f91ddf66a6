// Exercises: done once the reader makes every condition on a figure's readouts true. Remembered in this browser, forgettable.

import { lastTouched } from "./turns.js";
import { sayFigure } from "./speak.js";

const PLACE = `exercises ${new URL(".", location.href).pathname}`;
const done = new Set(stored());

function stored() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]");
  } catch {
    return []; // storage is refused, or holds what is not ours: nothing was done yet
  }
}

function remember(name, isDone) {
  done[isDone ? "add" : "delete"](name);
  try {
    localStorage.setItem(PLACE, JSON.stringify([...done]));
  } catch {
    document.documentElement.dataset.forgetful = ""; // storage is refused: known until the page is closed
  }
  exercises.filter((exercise) => exercise.dataset.exercise === name).forEach(show);
}

const COMPARE = { "=": (a, b) => a === b, "!=": (a, b) => a !== b, "<": (a, b) => a < b, "<=": (a, b) => a <= b,
  ">": (a, b) => a > b, ">=": (a, b) => a >= b };
const numberOrText = (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text));

function holds(figure, condition) {
  const [, name, sign, text] = condition.match(/^([\w-]+)(!=|<=|>=|=|<|>)(.+)$/);
  const readout = figure.querySelector(`[data-readout="${name}"]`);
  const [found, wanted] = [numberOrText(readout?.value ?? ""), numberOrText(text)];
  return typeof found === typeof wanted ? COMPARE[sign](found, wanted) : sign === "!=";
}

function show(exercise) {
  const { exercise: name } = exercise.dataset;
  exercise.querySelector(".done")?.remove();
  if (!done.has(name)) return;
  const forget = Object.assign(document.createElement("button"), { type: "button", textContent: "forget" });
  forget.addEventListener("click", () => remember(name, false));
  const note = Object.assign(document.createElement("p"), { className: "done", textContent: "Done. " });
  note.append(forget);
  exercise.append(note);
}

const exercises = [...document.querySelectorAll("[data-exercise][data-until]")];
exercises.forEach(show);

document.addEventListener("figure:answer", ({ target, detail }) => {
  if (detail.error || target !== lastTouched()) return; // what a link brought was not made true by the reader
  for (const { dataset: { exercise, figure, until } } of exercises) {
    if (figure !== target.dataset.figure || done.has(exercise)) continue;
    if (!until.split(/\s+/).every((condition) => holds(target, condition))) continue;
    remember(exercise, true);
    sayFigure(target, "Exercise done.");
  }
});
