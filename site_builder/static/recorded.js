// What the builder drew beforehand answers while Python is not there: one file a figure, fetched when it comes near.

import { fetchPack } from "./download.js";
import { reasonToSave } from "./moment.js";

const files = JSON.parse(document.getElementById("recorded")?.textContent ?? "{}"); // id of a figure -> its file
const way = { root: new URL("../../", import.meta.url), cache: "default", count() {} }; // scripts are published two folders down
const records = new Map(); // figure -> {elements, states, moves}, or null while they are on their way
let arrived; // called when there is more to answer with

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) load(target);
}, { rootMargin: "100% 0px" });

/** Fetch ahead of the reader, unless data is to be saved: then what is touched is fetched. Calls `then` at each arrival. */
export function open(figures, then) {
  arrived = then;
  if (document.documentElement.dataset.runtime === "ready") return;
  if (!reasonToSave()) figures.forEach((figure) => near.observe(figure));
  document.addEventListener("runtime:ready", () => near.disconnect());
}

async function load(figure) {
  if (!(figure.id in files) || records.has(figure)) return;
  records.set(figure, null);
  try {
    const text = new TextDecoder().decode(await fetchPack(figure.id, files[figure.id], way));
    records.set(figure, complete(JSON.parse(text)));
    arrived();
  } catch ({ message }) {
    console.warn(`Recorded answers: ${message}`);
    records.delete(figure); // the next question asks for them again, if Python is not there first
  }
}

// Fields are written as what differs from the first state.
function complete({ elements, states, moves }) {
  const whole = (fields) => ({ ...states[0].fields, ...fields });
  return {
    elements,
    states: states.map((state) => ({ ...state, fields: whole(state.fields) })),
    moves: moves.map(([before, asked, answer]) => ({ before, asked: whole(asked), answer })),
  };
}

const isSame = (one, other) => Object.keys(one).every((name) => one[name] === other[name]);

/** The answer to a form's fields, as Python would give it, or nothing. `before`: the fields drawn last, or null. */
export function recorded(figure, asked, before) {
  const record = records.get(figure);
  if (!record) load(figure);
  const isComplete = record && !figure.querySelector("details.data")?.open; // tables are not recorded
  if (!isComplete) return undefined;
  const at = (fields) => record.states.findIndex((state) => isSame(state.fields, fields));
  const start = before ? at(before) : -1;
  const move = record.moves.find((each) => each.before === start && isSame(each.asked, asked));
  const state = record.states[move ? move.answer : at(asked)];
  return state && { ...state, stage: written(record, state.stage), source: "recorded" };
}

const written = (record, parts) =>
  parts.map((part) => (typeof part === "number" ? written(record, record.elements[part]) : part)).join("");
