// Pyodide as its documentation says: a module worker, its own files, numpy by loadPackage.
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  if (data !== "ready") throw new Error(data);
  document.documentElement.dataset.runtime = "ready";
  window.readyAt = performance.now();
};
