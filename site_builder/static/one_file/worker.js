// The worker's side: a classic script, because a module worker cannot be made of text on file://.

self.importScripts = () => {
  throw new TypeError("as in a module worker, which Pyodide takes this for");
};
self.addEventListener("message", (event) => {
  if (!event.data.parts) return;
  parts = event.data.parts;
  event.stopImmediatePropagation();
});
