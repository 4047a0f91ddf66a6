// Python for the page: started in a worker when it is time, asked one thing after another, stated plainly when it fails.
//
// <html data-runtime="static | loading | ready | failed">, the event runtime:ready on document and a sentence in
// .runtime-status say how things stand. The settings are the page's JSON block #site (see site_builder/runtime.py).

import { forget, noteStart, place } from "./keep.js";
import { whenItIsTime } from "./moment.js";
import { isSuperseded, reload, SUPERSEDED } from "./newer.js";
import { showFailure, showProgress, showReady, showSaving } from "./status.js";
import { makeWatchdog } from "./watchdog.js";

const site = JSON.parse(document.getElementById("site").textContent);
const { limits } = site.runtime;
const script = new URL("worker.js", import.meta.url);
const root = new URL("../../", import.meta.url).href; // scripts are published two folders down
const seconds = (milliseconds) => `${milliseconds / 1000} seconds`;

const watchdog = makeWatchdog();
const waiting = new Map(); // id -> {resolve, reject} of what was asked, oldest first
let lastId = 0;
let worker;
let compiled; // the WebAssembly module, so that a second start need not compile it
let hasFailed = false;
let isRemembered = false; // whether Python began from what was kept of its memory
let ready; // promise that Python runs, once it was begun

const hasState = (state) => document.documentElement.dataset.runtime === state;
const become = (state) => (document.documentElement.dataset.runtime = state);

/** `lost`: the runtime fell before it could answer; the question is not to blame and is asked again. Others are not. */
const failure = (sentence, lost = false) => Object.assign(new Error(sentence), { lost });

function begin() {
  ready ??= new Promise((resolve, reject) => {
    become("loading");
    isRemembered = false;
    showProgress({ stage: "fetching" }, site.runtime);
    const start = performance.now();
    const fail = async (sentence, isOfFile) => {
      stop(sentence);
      reject(failure(sentence, true));
      if (isRemembered) return restartWithout();
      hasFailed = true;
      become("failed");
      showFailure(sentence, "Try again", runtime.restart);
      if (isOfFile && (await isSuperseded()) && hasState("failed")) showFailure(SUPERSEDED, ...reload);
    };
    try {
      worker = new Worker(script, { type: "module" });
    } catch {
      return fail("This browser does not let the page run Python beside it.");
    }
    worker.onerror = () => fail("The part of this page that runs Python could not be loaded, or broke off.", true);
    worker.onmessage = ({ data: message }) => {
      if (message.failed) return fail(message.failed, message.isOfFile);
      if (message.module) return (compiled = message.module);
      if (message.remembered) isRemembered = true;
      if (message.ready) {
        hasFailed = false;
        become("ready");
        showReady();
        resolve();
        document.dispatchEvent(new CustomEvent("runtime:ready"));
        noteStart(performance.now() - start, isRemembered, settings, () => waiting.size);
      }
      if (message.id) settle(message);
      if (message.broken) return isRemembered ? restartWithout() : runtime.restart();
      if (message.progress && !hasState("ready")) showProgress(message.progress, site.runtime);
      listen(fail, message.progress?.stage === "data" ? limits.silence : limits.answer);
    };
    listen(fail);
    worker.postMessage({ start: settings() });
  });
  ready.catch(() => {}); // whoever asks is told by call(); the reader has been told by the sentence
  return ready;
}

const settings = () => ({ ...site, way: { root, cache: hasFailed ? "reload" : "default", module: compiled }, memory: { place: place() } });

/** Everything heard from the worker starts the wait anew: for a sign of life while it starts, then for data or answers. */
function listen(fail, patience) {
  if (!hasState("ready")) {
    const sentence = `Python did not start: nothing was heard of it for ${seconds(limits.silence)}.`;
    watchdog.watch(limits.silence, () => fail(sentence));
  } else if (waiting.size) watchdog.watch(patience, () => giveUp(patience));
  else watchdog.rest();
}

async function settle({ id, answer, error, isOfFile }) {
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (!error) resolve(answer);
  else if (isOfFile && (await isSuperseded())) reject(Object.assign(failure(SUPERSEDED), { isSuperseded: true }));
  else reject(failure(error));
}

/** A worker that does not answer cannot be interrupted, only replaced. What it was asked first is to blame. */
function giveUp(patience) {
  const [[id]] = waiting;
  settle({ id, error: `No answer came within ${seconds(patience)}, so Python was started again.` });
  runtime.restart();
}

function stop(sentence) {
  if (worker) worker.onmessage = worker.onerror = null; // what it said last may still be on its way
  worker?.terminate();
  worker = undefined;
  watchdog.rest();
  for (const { reject } of waiting.values()) reject(failure(sentence, true));
  waiting.clear();
}

function restartWithout() {
  forget();
  runtime.restart();
}

addEventListener("online", () => hasState("failed") && runtime.restart());

export const runtime = {
  /** The answer of a function of engine.live, as text; rejects with a sentence. Begins at once if need be. */
  async call(method, ...given) {
    await begin();
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, arguments: given });
      if (waiting.size === 1) watchdog.watch(limits.answer, () => giveUp(limits.answer));
    });
  },

  /** Python anew: after a failure, or to end what cannot be interrupted. */
  async restart() {
    stop("Python was started again.");
    ready = undefined;
    // What failed once may have been kept by the browser's cache: a second try asks the server itself.
    if (hasFailed) await fetch(script, { cache: "reload" }).catch(({ message }) => console.warn(message));
    begin();
  },
};

whenItIsTime(begin, (because) => showSaving(site.runtime, because));
