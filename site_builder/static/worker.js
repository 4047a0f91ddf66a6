// Runs the engine: starts Python once, then answers one question after another.
//
// page -> worker  {start: {runtime, figures, model, data, way: {root, cache, module?}, memory: {place?, keeps?}}},
//                 then {id, method, arguments}
// worker -> page  {progress: {stage, loaded, total}}, {remembered: true}, {ready: true}, {module} or
//                 {failed: sentence, isOfFile}; {id, answer} or {id, error, isOfFile, broken: true where Python cannot go on}
//
// Told to keep, it answers nothing: it starts, keeps what its memory holds (see memory.js) and says {kept: true}.

import { FileFault, FORBIDDEN, Sentence, read, request, startDownloads, verify } from "./download.js";
import * as kept from "./memory.js";
import { startPython } from "./python.js";

let pyodide;
let live; // engine.live
const door = {}; // its functions, kept: looking one up costs far more than calling it
let site; // what the page said at the start

self.onmessage = ({ data: message }) => (message.start ? start(message.start) : answer(message));

async function start(settings) {
  site = settings;
  const { runtime, way, memory: { place, keeps } } = site;
  try {
    if (!self.WebAssembly) throw FORBIDDEN;
    const downloads = startDownloads(runtime.first, way, (loaded, total) =>
      report(loaded < total ? "fetching" : "starting", loaded, total),
    );
    for (const each of Object.values(downloads)) each.catch(() => {}); // startPython tells of it, a little later
    const found = keeps ? undefined : await kept.find(place);
    if (found) postMessage({ remembered: true });
    const memory = found && (await kept.read(found));
    pyodide = await startPython(downloads, runtime.python, { memory, keeps });
    if (!found) load();
    if (keeps) return await kept.keep(place, pyodide).then(() => postMessage({ kept: true }));
    live = pyodide.pyimport("engine.live");
    postMessage({ ready: true });
    postMessage({ module: await downloads.module }); // Firefox keeps it from a page whose own policy forbids WebAssembly
  } catch (error) {
    const isFull = error instanceof RangeError || error.type === "MemoryError"; // WebAssembly's way to say so, or Python's
    const sentence = isFull ? "There is not enough memory left to start Python." : `Python could not start: ${lastLine(error)}.`;
    postMessage({ failed: error instanceof Sentence ? error.message : sentence, isOfFile: error instanceof FileFault });
  }
}

// What a remembered Python has done already. Until it is done nobody looks for what could go (see runtime_modules.py).
function load() {
  report("loading");
  const engine = pyodide.pyimport("engine.live");
  refuse(engine.configure(site.figures, site.model));
  if (site.memory.keeps) engine.rehearse();
  engine.destroy();
  const rest = site.runtime.later["rest.zip"]; // from here on it is missed: what was left out above is done without
  pyodide.pyimport("runtime_missing").install(new URL(`${rest.path}.gz`, site.way.root).href, rest.sha256);
  const collector = pyodide.pyimport("gc");
  collector.freeze();
  collector.enable();
  collector.destroy();
}

async function answer({ id, method, arguments: given }) {
  try {
    const ask = (door[method] ??= live[method]);
    let text = ask(...given);
    for (let needed = needs(text); needed.length; needed = needs(text)) {
      await Promise.all(needed.map(give));
      text = ask(...given);
    }
    postMessage({ id, answer: text });
  } catch (error) {
    const broken = Boolean(error.pyodide_fatal_error);
    const failure = broken ? "This ended Python, so it was started again." : `This failed in Python: ${lastLine(error)}.`;
    postMessage({ id, error: error instanceof Sentence ? error.message : failure, broken, isOfFile: error instanceof FileFault });
  }
}

// Names of the data an answer waits for. Parsing every answer would cost more than looking for the word first.
const needs = (text) => (text.includes('"needs"') ? (JSON.parse(text).needs ?? []) : []);

async function give(name) {
  if (!(name in site.data)) throw new Sentence(`This page has no data called ${name}.`);
  report("data"); // the wait is for the network now
  const response = await request(name, site.data[name].path, site.way);
  const bytes = await verify(name, await read(name, response, () => report("data")), site.data[name]);
  refuse((door.give ??= live.give)(name, pyodide.toPy(bytes)));
  report("answering");
}

function refuse(text) {
  const { error } = JSON.parse(text);
  if (error) throw new Sentence(error);
}

const report = (stage, loaded, total) => postMessage({ progress: { stage, loaded, total } });

// A traceback of Python ends with the line that says what happened.
const lastLine = (error) => String(error.message ?? error).trimEnd().split("\n").at(-1);
