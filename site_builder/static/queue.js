// Questions to Python. The page has one request in the worker; every figure keeps only its newest question.

import { drawnAtBuild, read, settle, write } from "./form.js";
import * as foreseen from "./foreseen.js";
import { reload } from "./newer.js";
import { proceed, respond, written } from "./question.js";
import * as record from "./recorded.js";
import { say } from "./speak.js";
import { explain } from "./status.js";
import { first, lastTouched, untilQuiet, watch } from "./turns.js";

/** What holds for all figures: the reader's text, or null until there is one, and whose parameters answer. */
export const page = { text: null, parameters: "shipped" };

const waiting = new Map(); // figure -> its question
const drawn = new WeakMap(); // figure -> the fields of its drawing
let asked = null; // the figure whose question is in the worker, or true for a guess
let request = 0;
let timer;
let draw; // shows an answer
let prepare; // does what can be done before that
let guesses = []; // what may be asked next: [figure, fields]

/** Take up the figures of the page; `show(figure, answer)` gets every drawing and every error, `ready(answer)` some before. */
export function open(figures, show, ready) {
  [draw, prepare] = [show, ready];
  watch(figures);
  record.open(figures, pump);
  document.addEventListener("runtime:ready", () => {
    // What was recorded may lack the values of its maps, and never has a table.
    figures.filter((figure) => figure.dataset.source === "recorded").forEach((figure) => ask(figure));
    pump();
  });
}

/** Whether the figure still waits for an answer to its newest question. */
export const isWaiting = (figure) => waiting.has(figure) || asked === figure;

/** Ask for the figure as its form now stands. `whole`: a complete state, to be settled without looking at the last one. */
export function ask(figure, whole = false) {
  const older = waiting.get(figure);
  const question = { whole: whole || Boolean(older && !older.more && older.whole) };
  if (asked !== figure && meet(figure, question)) return;
  waiting.set(figure, question);
  figure.dataset.status = "pending";
  queueMicrotask(pump); // a text asks many figures, and the one a hand is on, asked last, comes first
}

/** Have Python answer what each of these changes to a figure's fields would ask, when it has nothing else to do. */
export function foresee(figure, changes) {
  guesses = changes.map((fields) => [figure, { ...fieldsOf(figure), ...fields }]);
  pump();
}

function next() {
  const best = first(waiting);
  clearTimeout(timer);
  if (!best && waiting.size) timer = setTimeout(pump, untilQuiet());
  return best;
}

const before = (figure, { whole }) => (whole ? null : drawn.get(figure) ?? drawnAtBuild(figure));

/** What a figure is asked with: its form, with the reader's text, which comes into the form with the answer. */
function fieldsOf(figure) {
  const fields = read(figure);
  return page.text === null || fields.text === undefined ? fields : { ...fields, text: page.text };
}

function show(figure, fields, answer, isNewest) {
  write(figure, { text: fieldsOf(figure).text });
  drawn.set(figure, answer.fields);
  settle(figure, fields, answer, isNewest);
}

/** While Python is not there, what was recorded answers. The rest waits for Python, and says so. */
function replay() {
  for (const [figure, question] of waiting) {
    write(figure, { text: fieldsOf(figure).text });
    const fields = read(figure);
    const answer = page.parameters === "shipped" && record.recorded(figure, fields, before(figure, question));
    if (answer) {
      waiting.delete(figure);
      show(figure, fields, answer, true);
      draw(figure, answer);
    } else if (figure === lastTouched()) say(() => explain(figure), true);
    else explain(figure);
  }
}

async function pump() {
  if (document.documentElement.dataset.runtime !== "ready") return replay();
  if (asked) return;
  const figure = next();
  if (!figure) return waiting.size || guess();
  const question = waiting.get(figure);
  if (meet(figure, question)) return pump();
  waiting.delete(figure);
  asked = figure;
  const answer = await put(figure, question);
  asked = null;
  const isNewest = !waiting.has(figure);
  if (answer.more && isNewest) waiting.set(figure, { ...question, more: true });
  if (answer.lost && isNewest) waiting.set(figure, { whole: question.whole });
  if (answer.failed) answer.offer = answer.failed.isSuperseded ? reload : ["Try again", () => ask(figure, question.whole)];
  if (answer.stage !== undefined) show(figure, question.fields, answer, isNewest);
  pump(); // the worker works on the next question while this answer is drawn
  if (answer.error || answer.stage !== undefined) draw(figure, answer);
}

/** Shows the answer to a question that was foreseen; whether it was. */
function meet(figure, question) {
  const fields = fieldsOf(figure);
  const text = written(figure, fields, before(figure, question), page);
  const answer = foreseen.take(text);
  if (!answer) return false;
  waiting.delete(figure);
  show(figure, fields, answer, true);
  draw(figure, answer);
  return true;
}

async function guess() {
  const [figure, fields] = guesses.shift() ?? [];
  if (!figure) return;
  const text = written(figure, fields, before(figure, {}), page);
  if (foreseen.has(text)) return guess();
  asked = true;
  try {
    const answer = await respond(text);
    if (answer.stage !== undefined) foreseen.keep(text, prepare(answer));
  } catch {
    guesses = []; // asked for, it will fail again, and say so
  }
  asked = null;
  pump();
}

/** The answer to a question. What was lost with a fallen runtime is asked again; what failed by itself is not, lest it
 * fail for ever: it is the figure's error until the reader changes something or asks again. */
async function put(figure, question) {
  try {
    if (question.more) return await proceed(figure, question.request);
    [question.request, question.fields] = [++request, fieldsOf(figure)];
    return await respond(written(figure, question.fields, before(figure, question), page, question.request));
  } catch (failure) {
    return failure.lost ? { lost: true } : { error: failure.message, failed: failure };
  }
}
