// A copy of an SVG drawing that carries its paint with it and needs no style sheet.

const PAINT = { fill: "", "fill-opacity": "1", stroke: "none", "stroke-width": "1px", "stroke-opacity": "1", "stroke-dasharray": "none",
  "stroke-linecap": "butt", "stroke-linejoin": "miter", "shape-rendering": "auto", "image-rendering": "auto" };
const WORDS = { "font-family": "", "font-size": "", "font-weight": "400", "letter-spacing": "normal", "text-anchor": "start", "dominant-baseline": "auto" };
const AXES = { h: "x", v: "y", a: "xy---xy" }; // what the numbers of a path's command are; of others x and y in turn
const round = (number) => (typeof number === "number" ? Number(number.toFixed(2)) : number);

/** An SVG element; attributes that are undefined are left out. */
export function svg(name, attributes = {}, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, round(value));
  made.textContent = text;
  return made;
}

/** A path stretched by two scales. */
const stretched = (path, scales) => path.replace(/([achlmvz])([^achlmvz]*)/gi, (_, letter, numbers) => {
  const axes = AXES[letter.toLowerCase()] ?? "xy";
  let at = 0;
  return letter + numbers.replace(/-?[\d.]+(?:e[-+]?\d+)?/g, (number) => round(Number(number) * (scales[axes[at++ % axes.length]] ?? 1)));
});

function stretch(element, scales) {
  if (element.hasAttribute("d")) element.setAttribute("d", stretched(element.getAttribute("d"), scales));
  for (const [name, axis] of Object.entries({ x: "x", y: "y", width: "x", height: "y" })) {
    if (element.hasAttribute(name)) element.setAttribute(name, round(element.getAttribute(name) * scales[axis]));
  }
}

/** The paint an element has, as its own attributes; whether anything of it is seen. */
function paint(copy, style) {
  if (style.display === "none" || style.visibility === "hidden") return false;
  for (const { name } of [...copy.attributes]) if (/^(class|style|role|tabindex|(data|aria)-.*)$/.test(name)) copy.removeAttribute(name);
  if (style.opacity !== "1") copy.setAttribute("opacity", style.opacity);
  if (copy.matches("g, svg, mask, defs, clipPath")) return true;
  for (const [name, usual] of Object.entries(copy.matches("text, tspan") ? { ...PAINT, ...WORDS } : PAINT)) {
    const value = style.getPropertyValue(name).replace("pixelated", "optimizeSpeed"); // the word that SVG has for it
    value === usual ? copy.removeAttribute(name) : copy.setAttribute(name, value);
  }
  return copy.matches("image, use") || !(style.fill.endsWith(", 0)") || style.fill === "none") || style.stroke !== "none";
}

let masks = 0;

/** The drawing in its place. One stretched in data units is unrolled, for few programs keep the width of stretched lines. */
export function drawing(source, { x, y, width, height }) {
  const copy = source.cloneNode(true);
  const [from, to] = [source, copy].map((root) => [...root.querySelectorAll("*")]);
  const { x: left, y: top, width: across, height: down } = source.viewBox.baseVal;
  const isStretched = source.getAttribute("preserveAspectRatio") === "none";
  const scales = { x: width / across, y: height / down };
  const unseen = from.filter((element, at) => {
    const style = getComputedStyle(element);
    if (isStretched) stretch(to[at], scales);
    if (style.rotate !== "none" || style.transform !== "none") {
      const { a, b, c, d, e, f } = element.parentElement.getScreenCTM().inverse().multiply(element.getScreenCTM());
      to[at].setAttribute("transform", `matrix(${[a, b, c, d, e, f].map(round).join(" ")})`);
    }
    return !paint(to[at], style);
  });
  unseen.forEach((element) => to[from.indexOf(element)].remove());
  for (const mask of copy.querySelectorAll("mask")) { // two maps may be alike but for their size
    const name = `${mask.id}-${(masks += 1)}`;
    copy.querySelectorAll(`[mask="url(#${mask.id})"]`).forEach((masked) => masked.setAttribute("mask", `url(#${name})`));
    mask.id = name;
  }
  const group = isStretched ? svg("g", { transform: `translate(${round(x - left * scales.x)} ${round(y - top * scales.y)})` })
    : svg("svg", { x, y, width, height, viewBox: [left, top, across || width, down || height].join(" "), overflow: "visible" });
  group.append(...copy.childNodes);
  return group;
}
