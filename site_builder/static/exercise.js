// Exercises: done once the reader makes every condition on a figure's readouts true. Remembered in this browser, forgettable.

import { say } from "./speak.js";

const PLACE = `exercises ${new URL(".", location.href).pathname}`;
const done = new Set(stored());

function stored() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]");
  } catch {
    return []; // storage is refused, or holds what is not ours: nothing was done yet
  }
}

function remember() {
  try {
    localStorage.setItem(PLACE, JSON.stringify([...done]));
  } catch {
    document.documentElement.dataset.forgetful = ""; // storage is refused: known until the page is closed
  }
}

const COMPARE = {
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

const numberOrText = (text) => (text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text));

function holds(figure, condition) {
  const [, name, sign, text] = condition.match(/^([\w-]+)(!=|<=|>=|=|<|>)(.+)$/);
  const readout = figure.querySelector(`[data-readout="${name}"]`);
  if (!readout) return false;
  const [found, wanted] = [numberOrText(readout.getAttribute("value") ?? ""), numberOrText(text)];
  return typeof found === typeof wanted ? COMPARE[sign](found, wanted) : sign === "!=";
}

function show(exercise) {
  const name = exercise.dataset.exercise;
  exercise.querySelector(".done")?.remove();
  exercise.toggleAttribute("data-done", done.has(name));
  if (!done.has(name)) return;
  const note = Object.assign(document.createElement("p"), { className: "done", textContent: "Done. " });
  const forget = Object.assign(document.createElement("button"), { type: "button", textContent: "forget" });
  forget.addEventListener("click", () => {
    done.delete(name);
    remember();
    show(exercise);
  });
  note.append(forget);
  exercise.append(note);
}

const exercises = [...document.querySelectorAll("[data-exercise][data-until]")];
exercises.forEach(show);

document.addEventListener("figure:answer", ({ target, detail }) => {
  if (detail.error) return;
  for (const exercise of exercises) {
    const { exercise: name, figure, until } = exercise.dataset;
    if (figure !== target.dataset.figure || done.has(name)) continue;
    if (!until.split(/\s+/).every((condition) => holds(target, condition))) continue;
    done.add(name);
    remember();
    show(exercise);
    say("Exercise done.");
  }
});
