// Pyodide as its documentation says: a module worker, its own files, numpy by loadPackage.
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  if (!data.includes('"stage"')) throw new Error(data);
  window.answeredAt = performance.now();
};
