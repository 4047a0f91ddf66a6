// The sentence that says whether Python runs in the page, and the words of figures that wait for it.

const place = document.querySelector(".runtime-status:not(#unloaded)") ?? document.createElement("p");
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const weight = ({ first }) => Object.values(first).reduce((sum, file) => sum + file.transfer, 0);

const STAGES = {
  fetching: "Python is on its way.",
  starting: "Python is starting.",
  loading: "The model is loading.",
};
let awaited = "waits for Python";

/** Let a figure that only Python can answer say so; returns what it says. */
export function explain(figure) {
  const words = figure.querySelector(".awaited");
  if (words && words.textContent !== awaited) words.textContent = awaited;
  return awaited;
}

function wait(words) {
  awaited = words;
  document.querySelectorAll("figure[data-status=pending]").forEach(explain);
}

// A screen reader is told each stage once; the running count is for the eye.
export function showProgress({ stage, loaded = 0 }, runtime) {
  const sentence = place.querySelector(".sentence") ?? document.createElement("span");
  sentence.className = "sentence";
  if (sentence.textContent !== STAGES[stage]) sentence.textContent = STAGES[stage];
  const count = document.createElement("span");
  count.ariaHidden = "true";
  count.textContent = stage === "fetching" ? ` ${megabytes(loaded)} of ${megabytes(weight(runtime))} MB` : "";
  if (!sentence.isConnected) place.replaceChildren(sentence);
  sentence.nextSibling ? sentence.nextSibling.replaceWith(count) : sentence.after(count);
  wait(stage === "fetching" ? `waits for Python:${count.textContent}` : "waits for Python, which is starting");
}

export const showReady = () => place.replaceChildren("Python is running in this page.");

/** `because`: why nothing was fetched, as the end of a sentence. */
export const showSaving = (runtime, because) =>
  place.replaceChildren(
    `Drawn while the site was built. Touch a figure and Python comes to answer (${megabytes(weight(runtime))} MB); ` +
      `it has not been fetched, because ${because}.`,
  );

export function showFailure(sentence, label, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", act);
  place.replaceChildren(`${sentence} The figures stay as they are. `, button);
  wait("needs Python, which is not here");
}
