// The instrument: the chain of tensor shapes of the figure in view, and the last value read out.

const panel = document.querySelector(".instrument");
const SVG = "http://www.w3.org/2000/svg";
const UNIT = 0.72; // CSS pixels a number
const WIDEST = 43;
const TALLEST = 34;
const SHIFT = 3; // CSS pixels from one head's box to the next
const shapes = new WeakMap();
let current = null;

function node(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function boxes(dims, heads = 1) {
  const [rows, columns] = dims.length > 1 ? dims.slice(-2) : [1, dims[0]];
  const spread = SHIFT * (heads - 1);
  const width = Math.max(2, Math.min(columns * UNIT, WIDEST - spread));
  const height = Math.max(2, Math.min(rows * UNIT, TALLEST - spread));
  const box = (head) => node("rect", { x: WIDEST - width - SHIFT * head, y: 1 + SHIFT * head, width, height });
  const size = { width: WIDEST + 1, height: height + spread + 2, "aria-hidden": "true" };
  return node("svg", size, ...Array.from({ length: heads }, (_, head) => box(head)));
}

function item({ name, dims, heads, active }) {
  const span = (className, textContent) => Object.assign(document.createElement("span"), { className, textContent });
  const text = dims.join(" × ");
  const entry = document.createElement("li");
  entry.classList.toggle("now", Boolean(active));
  entry.append(boxes(dims, heads), span("name", name), span("dims", heads ? `${heads} × (${text})` : text));
  return entry;
}

function draw() {
  const chain = shapes.get(current);
  if (chain?.length) panel?.querySelector("ol")?.replaceChildren(...chain.map(item));
}

/** Show the last value that was read out under its full name. */
export function showLast(name, value) {
  const last = panel?.querySelector(".last");
  if (!last) return;
  const [, path, leaf] = name.match(/^(.*\.)?(.*)$/s);
  const part = (tag, className, textContent) => Object.assign(document.createElement(tag), { className, textContent });
  last.replaceChildren(part("b", "", "Last value"), part("span", "path", path ?? ""), `${leaf} = ${value}`);
}

/** The figure across the middle of the window is the one in view. */
const middle = new IntersectionObserver(
  (entries) => {
    const entered = entries.find((entry) => entry.isIntersecting);
    if (!entered) return;
    current = entered.target;
    draw();
  },
  { rootMargin: "-40% 0px -40% 0px" },
);

if (panel) {
  for (const figure of document.querySelectorAll("figure[data-figure]")) {
    shapes.set(figure, JSON.parse(figure.dataset.shapes ?? "[]"));
    middle.observe(figure);
  }
  document.addEventListener("figure:answer", ({ target, detail }) => {
    if (detail.error) return;
    shapes.set(target, detail.shapes);
    current ??= target;
    draw();
  });
}
