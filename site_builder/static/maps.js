// Maps: a matrix as one mark. Its cells by place, their values, names and what picking one sets.

const NEVER = -(2 ** 31); // stands for minus infinity
const first = (map) => Number(map.dataset.firstColumn ?? 0);

/** Rows and columns of a map. */
export const size = (map) => [Number(map.dataset.rows), Number(map.dataset.columns)];

/** The exact value of the cell at [row, column]. */
export function value(map, [row, column]) {
  const bytes = atob(map.dataset.map).slice(4 * (row * size(map)[1] + column)).slice(0, 4);
  const number = new DataView(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer).getInt32(0, true);
  return number === NEVER ? -Infinity : number / 1e6;
}

/** The cell nearest to one that may lie outside the map. */
export const held = (map, cell) => size(map).map((count, axis) => Math.min(Math.max(cell[axis], 0), count - 1));

function filled(map, template, [row, column]) {
  const at = column + first(map);
  return template.replaceAll("{row}", row).replaceAll("{column}", at).replaceAll("{number}", at + 1);
}

/** The full dotted name of a cell: weights[2,{row},{column}] at row 7, column 3 is weights[2,7,3]. */
export const name = (map, cell) => filled(map, map.dataset.name, cell);

/** The fields that picking a cell sets. */
export const fields = (map, cell) => Object.fromEntries(new URLSearchParams(filled(map, map.dataset.set ?? "", cell)));

/** The cell that a form's fields have picked, else the first. */
export function picked(map, form) {
  const template = [...new URLSearchParams(map.dataset.set ?? "")];
  const place = (word) => Number(form[template.find(([, text]) => text === word)?.[0]] ?? 0);
  const column = Math.max(place("{column}"), place("{number}") - 1);
  return held(map, [place("{row}"), column - first(map)]);
}

/** The cell nearest to a point of the window. */
export function cellAt(map, { clientX, clientY }) {
  const box = map.getBoundingClientRect();
  const shares = [(clientY - box.top) / box.height, (clientX - box.left) / box.width];
  return held(map, size(map).map((count, axis) => Math.floor(shares[axis] * count)));
}

function cellIn({ x, y, width, height }, map, [row, column]) {
  const [rows, columns] = size(map);
  return { x: x + (column * width) / columns, y: y + (row * height) / rows, width: width / columns, height: height / rows };
}

/** Where a cell is in the window. */
export const cellBox = (map, cell) => DOMRect.fromRect(cellIn(map.getBoundingClientRect(), map, cell));

/** Outline one cell of a map, in the units it is drawn in. */
export function outline(map, cell) {
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const place = Object.entries({ ...cellIn(map.getBBox(), map, cell), class: "cursor" });
  place.forEach(([key, value]) => frame.setAttribute(key, value));
  map.after(frame);
  return frame;
}
