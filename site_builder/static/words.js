// The words of an element as SVG, each where its line has it.

import { svg } from "./drawing.js";
import { DASHES, ground } from "./ground.js";

function rectOf(node) {
  const range = document.createRange();
  range.selectNode(node);
  return range.getBoundingClientRect();
}

const face = (style) => Object.fromEntries(["family", "size", "weight", "style"].map((part) => [`font-${part}`, style.getPropertyValue(`font-${part}`)]));

/** A piece of text from x to the right, its underline or strike with it. */
function* piece(text, style, x, baseline, width) {
  const size = parseFloat(style.fontSize);
  if (!text.trim() || !size) return;
  const spacing = style.letterSpacing === "normal" ? undefined : style.letterSpacing;
  yield svg("text", { x, y: baseline, textLength: width, fill: style.color, "letter-spacing": spacing, ...face(style) }, text);
  if (style.textDecorationLine === "none") return;
  const y = baseline + (style.textDecorationLine === "underline" ? 0.25 : -0.28) * size;
  yield svg("line", { x1: x, y1: y, x2: x + width, y2: y, stroke: style.textDecorationColor, "stroke-dasharray": DASHES[style.textDecorationStyle] });
}

const brush = document.createElement("canvas").getContext("2d");

function measure(style, text = "") {
  brush.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return brush.measureText(text);
}

const SLANT = { A: 0x1d434 - 65, a: 0x1d44e - 97 };
const slanted = (letter) => (letter === "h" ? "ℎ" : String.fromCodePoint(letter.codePointAt() + SLANT[letter < "a" ? "A" : "a"]));

/** A symbol of a formula, whose box is that of its ink: a letter alone is slanted, brackets are as high as what they hold. */
export function symbol(element, style, { x, y, width, height }) {
  const [plain, family] = [element.textContent, face(style)];
  const text = style.textTransform === "math-auto" && /^[a-z]$/i.test(plain) ? slanted(plain) : plain;
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = measure(style, text);
  const tall = up + down > 1.5 * parseFloat(style.fontSize) || height < 1.5 * (up + down) ? 1 : height / (up + down);
  return svg("text", { transform: `translate(${x} ${y + height - down * tall}) scale(1 ${tall})`, textLength: width, fill: style.color, ...family }, text);
}

/** The bar of a fraction, or the sign around a root. */
export function bar({ localName, children }, style, { x, y, width, height }, origin) {
  const [inner, below] = [...children].map((child) => child.getBoundingClientRect());
  const middle = (inner.bottom + below?.top) / 2 - origin.top;
  const [left, bottom] = [inner.left - origin.left, y + height];
  const d = localName === "mfrac" ? `M${x} ${middle}h${width}`
    : `M${x} ${bottom - height / 2}l3 -2L${left - 6} ${bottom}L${left - 1} ${y + 1}H${x + width}`;
  return svg("path", { d, fill: "none", stroke: style.color, "stroke-width": 1.2 });
}

/** The words of a text node, a piece a line. */
export function* words(node, style, origin) {
  const range = document.createRange();
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = measure(style);
  if (style.writingMode !== "horizontal-tb") { // stands on its side, read downwards or, turned over, upwards
    const { left, top, width, height } = rectOf(node);
    const upwards = style.rotate === "180deg";
    const [x, y] = [left - origin.left + width / 2, (upwards ? top + height : top) - origin.top];
    const group = svg("g", { transform: `translate(${x} ${y}) rotate(${upwards ? -90 : 90})` });
    group.append(...piece(node.data, style, 0, (above - below) / 2, height));
    return yield group;
  }
  const lines = [];
  let at = 0;
  let space = "";
  for (const letter of node.data) {
    range.setStart(node, at);
    range.setEnd(node, (at += letter.length));
    const { left, right, bottom } = range.getBoundingClientRect();
    if (lines.at(-1)?.bottom !== bottom) space = "";
    if (/[ \p{C}]/u.test(letter)) space = " ";
    else if (right > left) {
      if (lines.at(-1)?.bottom !== bottom) lines.push({ left, bottom, text: "" });
      Object.assign(lines.at(-1), { right, text: lines.at(-1).text + space + letter });
      space = "";
    }
  }
  for (const { left, right, bottom, text } of lines) yield* piece(text, style, left - origin.left, bottom - origin.top - below, right - left);
}

/** What a style sheet puts before or after an element's content: a shape in a place of its own, or a word beside what is there. */
export function* generated(element, name, place, origin) {
  const style = getComputedStyle(element, name);
  const text = style.content.match(/^"(.*?)"/)?.[1] ?? (style.content.startsWith("attr(") ? element.dataset.label : "");
  const [left, top, width, height] = ["left", "top", "width", "height"].map((side) => parseFloat(style[side]));
  const beside = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)[name === "::before" ? "firstChild" : "lastChild"]();
  if (/^(none|normal)/.test(style.content)) return;
  if (style.position === "absolute") {
    yield* ground(style, { x: place.x + left, y: place.y + top, width, height });
    yield* piece(text, style, place.x + left, place.y + top + height, width);
  } else if (text && beside) {
    const rect = rectOf(beside);
    const long = measure(style, text).width;
    const x = name === "::before" ? rect.left - parseFloat(style.marginRight) - long : rect.right + parseFloat(style.marginLeft);
    yield* piece(text, style, x - origin.left, rect.bottom - origin.top - measure(getComputedStyle(beside.parentElement)).fontBoundingBoxDescent, long);
  }
}
