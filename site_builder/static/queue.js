// Questions to Python. The page has one request in the worker; every figure keeps only its newest question.

import { runtime } from "./boot.js";
import { drawnAtBuild, read, settle } from "./form.js";
import { reload } from "./newer.js";
import * as record from "./recorded.js";
import { say } from "./speak.js";
import { explain } from "./status.js";

/** What holds for all figures: the reader's text, or null until there is one, and whose parameters answer. */
export const page = { text: null, parameters: "shipped" };

const QUIET = 150; // milliseconds without a touch before figures out of view are answered
const waiting = new Map(); // figure -> its question
const drawn = new WeakMap(); // figure -> the fields of its drawing
const inView = new Set();
let asked = null; // the figure whose question is in the worker
let touched = null;
let lastTouch = -Infinity;
let request = 0;
let timer;
let draw; // shows an answer

const viewed = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) inView[isIntersecting ? "add" : "delete"](target);
});

/** Take up the figures of the page; `show(figure, answer)` gets every drawing and every error. */
export function open(figures, show) {
  draw = show;
  figures.forEach((figure) => viewed.observe(figure));
  record.open(figures, pump);
  document.addEventListener("runtime:ready", () => {
    // What was recorded may lack the values of its maps, and never has a table.
    figures.filter((figure) => figure.dataset.source === "recorded").forEach((figure) => ask(figure));
    pump();
  });
}

/** The figure a hand was last on. */
export const lastTouched = () => touched;

export function touch(figure) {
  [touched, lastTouch] = [figure, performance.now()];
}

/** Whether the figure still waits for an answer to its newest question. */
export const isWaiting = (figure) => waiting.has(figure) || asked === figure;

/** Ask for the figure as its form now stands. `whole`: a complete state, to be settled without looking at the last one. */
export function ask(figure, whole = false) {
  const older = waiting.get(figure);
  waiting.set(figure, { whole: whole || Boolean(older && !older.more && older.whole) });
  figure.dataset.status = "pending";
  pump();
}

function rank(figure) {
  if (waiting.get(figure).more) return 4; // long work lets every short answer pass
  if (figure === touched) return 1;
  if (inView.has(figure)) return 2;
  return performance.now() - lastTouch >= QUIET ? 3 : Infinity;
}

function next() {
  const [best] = [...waiting.keys()].sort((one, other) => rank(one) - rank(other));
  if (best && rank(best) < Infinity) return best;
  clearTimeout(timer);
  if (best) timer = setTimeout(pump, Math.max(1, QUIET - (performance.now() - lastTouch)));
  return null;
}

const before = (figure, { whole }) => (whole ? null : drawn.get(figure) ?? drawnAtBuild(figure));

function show(figure, fields, answer, isNewest) {
  drawn.set(figure, answer.fields);
  settle(figure, fields, answer, isNewest);
}

/** While Python is not there, what was recorded answers. The rest waits for Python, and says so. */
function replay() {
  for (const [figure, question] of waiting) {
    const fields = read(figure);
    const answer = page.parameters === "shipped" && record.recorded(figure, fields, before(figure, question));
    if (answer) {
      waiting.delete(figure);
      show(figure, fields, answer, true);
      draw(figure, answer);
    } else if (figure === touched) say(() => explain(figure), true);
    else explain(figure);
  }
}

async function pump() {
  if (document.documentElement.dataset.runtime !== "ready") return replay();
  const figure = !asked && next();
  if (!figure) return;
  const question = waiting.get(figure);
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

/**
 * The answer to a question. What was lost with a fallen runtime is asked again; what failed by itself is not, lest it
 * fail for ever: it is the figure's error until the reader changes something or asks again.
 */
async function put(figure, question) {
  const name = figure.dataset.figure;
  try {
    if (question.more) return proceeded(await runtime.call("proceed", name, question.request));
    [question.request, question.fields] = [++request, read(figure)];
    const table = Boolean(figure.querySelector("details.data")?.open);
    return JSON.parse(await runtime.call("respond", JSON.stringify({ figure: name, request, fields: question.fields, before: before(figure, question), page, table })));
  } catch (failure) {
    return failure.lost ? { lost: true } : { error: failure.message, failed: failure };
  }
}

/** A Python that was started anew knows nothing of work that was under way. */
function proceeded(text) {
  const answer = JSON.parse(text);
  return answer.superseded ? { lost: true } : answer;
}
