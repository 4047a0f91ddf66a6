// The page's side: its files, and a worker made of text.

for (const { dataset, textContent } of document.querySelectorAll("script[data-path]")) parts[dataset.path] = textContent;
const workerSource = document.getElementById("worker").textContent;

self.Worker = class extends Worker {
  constructor() {
    super(URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" })));
    this.postMessage({ parts });
  }
};
