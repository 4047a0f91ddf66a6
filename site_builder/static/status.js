// The sentence that says whether Python runs in the page.

const place = document.querySelector(".runtime-status");
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
const weight = ({ first }) => Object.values(first).reduce((sum, file) => sum + file.transfer, 0);

const STAGES = {
  fetching: "Python is on its way.",
  starting: "Python is starting.",
  loading: "The model is loading.",
};

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
}

export const showReady = () => place.replaceChildren("Python is running in this page.");

export const showSaving = (runtime) =>
  place.replaceChildren(
    `Drawn while the site was built. Touch a figure and Python comes to answer (${megabytes(weight(runtime))} MB); ` +
      "it has not been fetched, because your browser asks to save data.",
  );

export function showFailure(sentence, retry) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Try again";
  button.addEventListener("click", retry);
  place.replaceChildren(`${sentence} The figures stay as they are. `, button);
}
