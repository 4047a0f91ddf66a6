// The page's one polite live region.

const REST = 300; // milliseconds without a change before a drawing is described
const region = Object.assign(document.createElement("p"), { className: "visually-hidden", role: "status", id: "spoken" });
document.body.append(region);
let timer;

/** Say a sentence now. */
export function say(sentence) {
  clearTimeout(timer);
  region.textContent = sentence;
}

/** Say the sentence that `sentence()` gives once nothing has changed for a while. */
export function sayAtRest(sentence) {
  clearTimeout(timer);
  timer = setTimeout(() => (region.textContent = sentence()), REST);
}
