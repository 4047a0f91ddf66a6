// The page's one polite live region.

const REST = 300; // milliseconds without a change before a drawing is described
const region = Object.assign(document.createElement("p"), { className: "visually-hidden", role: "status", id: "spoken" });
document.body.append(region);
let timer;

/** Say what `sentence()` gives, at once or when nothing has changed for a while; nothing where it gives none. */
export function say(sentence, atRest = false) {
  clearTimeout(timer);
  timer = setTimeout(() => sentence() && (region.textContent = sentence()), atRest ? REST : 0);
}

/** Say what a figure shows once it rests: its error, else what it did not do as asked, and its description. */
export function sayFigure(figure, ...first) {
  const shown = (...names) => names.map((name) => figure.querySelector(`.${name}`).textContent).filter(Boolean);
  const isBusy = () => figure.dataset.status === "pending" || "playing" in figure.dataset;
  const sentence = () => [...first, shown("error")[0] ?? shown("notices", "description").join(" ")].join(" ");
  say(() => !isBusy() && sentence(), true);
}
