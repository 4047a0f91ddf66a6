// The instrument: the chain of tensor shapes of the figure in view, and the last value read out.

const panel = document.querySelector(".instrument");
const shapes = new WeakMap();
let current = null;
let drawn = ""; // the shapes that stand there, as text

const make = (name, className, textContent = "") => Object.assign(document.createElement(name), { className, textContent });

function item({ name, dims, heads = 1, active }) {
  const box = make("i", "");
  const size = { "--rows": dims.at(-2) ?? 1, "--columns": dims.at(-1), "--heads": heads };
  for (const [key, value] of Object.entries(size)) box.style.setProperty(key, value);
  const entry = make("li", active ? "now" : "");
  const text = dims.join(" × ");
  entry.append(box, make("span", "name", name), make("span", "dims", heads > 1 ? `${heads} × (${text})` : text));
  return entry;
}

function draw(figure) {
  current = figure;
  const wanted = JSON.stringify(shapes.get(figure));
  if (wanted === drawn) return;
  drawn = wanted;
  panel.querySelector("ol").replaceChildren(...shapes.get(figure).map(item));
}

/** Show the last value that was read out under its full name. */
export function showLast(name, value) {
  const [, path, leaf] = name.match(/^(.*\.)?(.*)$/s);
  panel?.querySelector(".last").replaceChildren(make("b", "", "Last value"), make("span", "path", path), `${leaf} = ${value}`);
}

/** The figure across the middle of the window is the one in view. */
const middle = new IntersectionObserver(
  (entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => draw(target)),
  { rootMargin: "-40% 0px -40% 0px" },
);

if (panel) {
  for (const figure of document.querySelectorAll("figure[data-figure]")) {
    shapes.set(figure, JSON.parse(figure.dataset.shapes ?? "[]"));
    middle.observe(figure);
  }
  document.addEventListener("figure:answer", ({ target, detail }) => {
    if (!detail.error) shapes.set(target, detail.shapes);
    if (target === (current ?? target)) draw(target);
  });
}
