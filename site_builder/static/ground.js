// What lies under the words of an element: its ground, borders, outline, inner shadow, and the round of a handle, as SVG.

import { svg } from "./drawing.js";

export const DASHES = { dashed: "4 3", dotted: "1 3" };
const EDGES = { Top: [0, 0, 1, 0, 0, 1], Right: [1, 0, 1, 1, -1, 0], Bottom: [0, 1, 1, 1, 0, -1], Left: [0, 0, 0, 1, 1, 0] };
const isClear = (colour) => /^rgba\(.*, 0\)$/.test(colour);

/** Ground, borders, outline and inner shadow of an element. */
export function* ground(style, { x, y, width, height }) {
  const short = Math.min(width, height) / 2;
  const rx = style.borderRadius.endsWith("%") ? short : Math.min(parseFloat(style.borderRadius), short);
  const frame = (stroke, thick, out, dash) => svg("rect", { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out,
    rx, fill: "none", stroke, "stroke-width": thick, "stroke-dasharray": DASHES[dash] });
  if (!isClear(style.backgroundColor)) yield svg("rect", { x, y, width, height, rx, fill: style.backgroundColor });
  const borders = Object.keys(EDGES).map((edge) => ["Width", "Color", "Style"].map((part) => style[`border${edge}${part}`]));
  const thickness = borders.map(([thick]) => parseFloat(thick));
  if (thickness[0] && new Set(borders.map(String)).size === 1) yield frame(borders[0][1], thickness[0], -thickness[0] / 2, borders[0][2]);
  else for (const [at, [x1, y1, x2, y2, inX, inY]] of Object.values(EDGES).entries()) {
    const [dx, dy] = [x + (inX * thickness[at]) / 2, y + (inY * thickness[at]) / 2];
    const ends = { x1: dx + x1 * width, y1: dy + y1 * height, x2: dx + x2 * width, y2: dy + y2 * height };
    const line = { ...ends, stroke: borders[at][1], "stroke-width": thickness[at], "stroke-dasharray": DASHES[borders[at][2]] };
    if (thickness[at] && !isClear(borders[at][1])) yield svg("line", line);
  }
  const [, colour, down, spread] = style.boxShadow.match(/^(rgb.*?\)) \S+ (\S+)px \S+ (\S+)px inset$/) ?? [];
  if (spread > 0) yield frame(colour, spread, -spread / 2);
  else if (down < 0) yield svg("rect", { x, y: y + height - -down, width, height: -down, fill: colour });
  const outline = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
  if (outline) yield frame(style.outlineColor, outline, parseFloat(style.outlineOffset) + outline / 2, style.outlineStyle);
}

/** A handle: a solid round with two triangles that point where it goes. */
export function grip({ x, y, width, height }, axis, ink, paper) {
  const handle = svg("g", { transform: `translate(${x + width / 2} ${y + height / 2})${axis === "y" ? " rotate(90)" : ""}` });
  handle.append(svg("circle", { r: 14, fill: paper }), svg("circle", { r: 11, fill: ink }), svg("path", { d: "M-6 0L-2-4V4ZM6 0L2-4V4Z", fill: paper }));
  return handle;
}
