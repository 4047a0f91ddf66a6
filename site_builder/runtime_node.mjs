// Runs a Python file inside Pyodide under Node: node runtime_node.mjs PYODIDE WORK SITE_PACKAGES SCRIPT
// The folder WORK is mounted at /packing, the host's SITE_PACKAGES at /host.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, workFolder, hostPackages, script] = process.argv.slice(2);
const env = {
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONNODEBUGRANGES: "1", // a library's tracebacks keep their lines and lose only the columns
  PYTHONOPTIMIZE: "2", // what is compiled here loses its docstrings: readers never see them
  SOURCE_DATE_EPOCH: "315532800", // 1980: compiled files carry the hash of their source instead of a time
};

try {
  const { loadPyodide } = await import(pathToFileURL(`${pyodideFolder}/pyodide.mjs`));
  const pyodide = await loadPyodide({ indexURL: pyodideFolder, env });
  for (const [folder, mountPoint] of [[workFolder, "/packing"], [hostPackages, "/host"]]) {
    pyodide.FS.mkdirTree(mountPoint);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, mountPoint);
  }
  pyodide.runPython(readFileSync(script, "utf8"), { filename: script });
} catch (error) {
  // Left uncaught, Node would print the whole of Pyodide's one-line source before the message.
  process.exitCode = 1;
  console.error(error.message);
}
