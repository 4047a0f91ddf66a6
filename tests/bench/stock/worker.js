import { loadPyodide } from "./pyodide/pyodide.mjs";

try {
  const pyodide = await loadPyodide();
  await pyodide.loadPackage("numpy", { messageCallback: () => {} });
  const engine = await (await fetch("engine.zip")).arrayBuffer();
  pyodide.unpackArchive(engine, "zip", { extractDir: "/" });
  const live = pyodide.pyimport("engine.live");
  live.configure("engine.figures", "engine.transformer.model:Model.load");
  postMessage(live.respond(await (await fetch("question.json")).text()));
} catch (error) {
  postMessage(String(error));
}
