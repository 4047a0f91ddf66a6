// A figure as one picture that stands alone: its words, lines and drawings where they are laid out, in the colours they have.

import { drawing, svg } from "./drawing.js";
import { grip, ground } from "./ground.js";
import { embedded } from "./typefaces.js";
import { bar, generated, symbol, words } from "./words.js";

const MARGIN = 24;
const SHARP = "@media all { image { image-rendering: pixelated } }"; // for browsers, which have a better word than SVG
const LEFT_OUT = ".controls, .fig-foot, .kinds, .how, .tip, .cursor, .notices[hidden], .error[hidden]";

const isSeen = ({ display, visibility, clipPath }) => display !== "none" && visibility !== "hidden" && clipPath !== "inset(50%)";
const placed = ({ left, top, width, height }, origin) => ({ x: left - origin.left, y: top - origin.top, width, height });

function draw(element, into, origin, paper) {
  const style = getComputedStyle(element);
  if (!isSeen(style)) return;
  const place = placed(element.getBoundingClientRect(), origin);
  const group = style.opacity === "1" ? into : into.appendChild(svg("g", { opacity: style.opacity }));
  group.append(...ground(style, place));
  if (element.localName === "svg") return group.append(drawing(element, place));
  if (element.matches("mi, mn, mo, mtext")) return group.append(symbol(element, style, place));
  if (element.matches("mfrac, msqrt")) group.append(bar(element, style, place, origin));
  if (element.dataset.drag) group.append(grip(place, element.dataset.axis, style.color, paper));
  group.append(...generated(element, "::before", place, origin));
  const level = (node) => Number(node.nodeType === Node.ELEMENT_NODE && getComputedStyle(node).zIndex) || 0;
  for (const node of [...element.childNodes].sort((one, other) => level(one) - level(other))) {
    if (node.nodeType === Node.TEXT_NODE) group.append(...words(node, style, origin));
    else if (node.nodeType === Node.ELEMENT_NODE) draw(node, group, origin, paper);
  }
  group.append(...generated(element, "::after", place, origin));
}

/** The figure without what is there to be pressed, laid out as wide as it is now. */
function still(figure, address) {
  const copy = figure.cloneNode(true);
  copy.querySelectorAll(LEFT_OUT).forEach((part) => part.remove());
  Object.assign(copy.style, { position: "absolute", width: `${figure.offsetWidth}px`, contentVisibility: "visible" });
  copy.querySelector(".stage").style.marginTop = "1rem"; // where the controls were
  copy.append(Object.assign(document.createElement("p"), { className: "address", textContent: address }));
  figure.after(copy);
  return copy;
}

/** The figure as an SVG: {text, width, height}. */
export async function picture(figure, address) {
  const copy = still(figure, address);
  const origin = copy.getBoundingClientRect();
  const size = [origin.width + 2 * MARGIN, origin.height + 2 * MARGIN].map(Math.ceil);
  const root = svg("svg", { width: size[0], height: size[1], viewBox: [-MARGIN, -MARGIN, ...size].join(" ") });
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  root.append(svg("title", {}, figure.querySelector(".name").textContent), svg("desc", {}, `${figure.querySelector(".description").textContent} ${address}`));
  root.append(svg("rect", { x: -MARGIN, y: -MARGIN, width: size[0], height: size[1], fill: paper }));
  try {
    draw(copy, root, origin, paper);
  } finally {
    copy.remove();
  }
  root.prepend(svg("style", {}, `${await embedded(root)}${SHARP}`));
  return { text: new XMLSerializer().serializeToString(root), width: size[0], height: size[1] };
}

/** The same as a PNG of twice the size. */
export async function pixels({ text, width, height }) {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve));
}
