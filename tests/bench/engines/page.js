// Passes questions to the worker and keeps its answer where the benchmark finds it.
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => (window.answer = data);
worker.onerror = ({ message }) => (window.answer = { failed: message });
window.ask = (question) => {
  window.answer = undefined;
  worker.postMessage(question);
};
