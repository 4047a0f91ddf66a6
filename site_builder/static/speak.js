// The page's one polite live region.

const REST = 300; // milliseconds without a change before a drawing is described
const region = Object.assign(document.createElement("p"), { className: "visually-hidden", role: "status", id: "spoken" });
document.body.append(region);
let timer;

/** Say what `sentence()` gives, at once or when nothing has changed for a while. */
export function say(sentence, atRest = false) {
  clearTimeout(timer);
  timer = setTimeout(() => (region.textContent = sentence()), atRest ? REST : 0);
}
