// Every engine in one worker, each timed in turn by the page's questions.

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { load as loadNaive } from "./naive.js";
import { load as loadTuned } from "./tuned.js";
import { load as loadOnnx } from "./onnx.js";

const parameters = await (await fetch("parameters.json")).json();
const pyodide = await loadPyodide();
await pyodide.loadPackage("numpy", { messageCallback: () => {} });
pyodide.unpackArchive(await (await fetch("engine.zip")).arrayBuffer(), "zip", { extractDir: "/" });
pyodide.FS.writeFile("/bench_python.py", await (await fetch("python.py")).text());
pyodide.runPython("import sys; sys.path.insert(0, '/')");
const python = pyodide.pyimport("bench_python");
const engines = {
  ours: { encoder: python.encoder, forward: python.forward, greedy: python.greedy },
  naive: loadNaive(parameters),
  tuned: loadTuned(parameters),
  onnx: await loadOnnx(parameters),
};

const likeliest = (row) => row.indexOf(Math.max(...row));

onmessage = async ({ data: { engine, task, text, source, target, times } }) => {
  const run = engines[engine][task];
  const given = engine === "ours" ? [] : task === "forward" ? [source, target] : [source];
  if (engine === "ours") python.take(text);
  const began = performance.now();
  let result;
  for (let time = 0; time < times; time++) result = await run(...given);
  const each = (performance.now() - began) / times;
  let written = result;
  if (engine === "ours") written = python.written(text).toJs();
  else if (task === "encoder") written = await engines[engine].greedy(source);
  else if (task === "forward") written = result.map(likeliest);
  postMessage({ each, written: Array.from(written) });
};
postMessage("ready");
