import { loadPyodide } from "./pyodide/pyodide.mjs";

try {
  const pyodide = await loadPyodide();
  await pyodide.loadPackage("numpy", { messageCallback: () => {} });
  const engine = await (await fetch("engine.zip")).arrayBuffer();
  pyodide.unpackArchive(engine, "zip", { extractDir: "/" });
  pyodide.pyimport("engine.live").configure("engine.figures", "engine.transformer.model:Model.load");
  postMessage("ready");
} catch (error) {
  postMessage(String(error));
}
