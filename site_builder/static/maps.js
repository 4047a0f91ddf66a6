// Maps: a matrix as one mark. Its cells by place, their values, names and what picking one sets.

const NEVER = -(2 ** 31); // stands for minus infinity
const decoded = new WeakMap();

function numbers(map) {
  const text = map.dataset.map;
  if (decoded.get(map)?.text !== text) {
    const bytes = new DataView(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer);
    const cells = Array.from({ length: bytes.byteLength / 4 }, (_, index) => bytes.getInt32(4 * index, true));
    decoded.set(map, { text, cells });
  }
  return decoded.get(map).cells;
}

/** Rows and columns of a map. */
export const size = (map) => [Number(map.dataset.rows), Number(map.dataset.columns)];

/** The cell at [row, column], held inside the map. */
export function held(map, cell) {
  return size(map).map((count, axis) => Math.min(Math.max(cell[axis], 0), count - 1));
}

/** The exact value of a cell. */
export function value(map, [row, column]) {
  const number = numbers(map)[row * size(map)[1] + column];
  return number === NEVER ? -Infinity : number / 1e6;
}

const firstColumn = (map) => Number(map.dataset.firstColumn ?? 0);

const filled = (map, template, [row, column]) =>
  template.replaceAll("{row}", row).replaceAll("{column}", column + firstColumn(map));

/** The full dotted name of a cell: weights[2,{row},{column}] at row 7, column 3 is weights[2,7,3]. */
export const name = (map, cell) => filled(map, map.dataset.name, cell);

/** The fields that picking a cell sets, or null where nothing is picked there. */
export function fields(map, cell) {
  return map.dataset.set ? Object.fromEntries(new URLSearchParams(filled(map, map.dataset.set, cell))) : null;
}

/** The cell that a form's fields have picked, else the first. */
export function picked(map, form) {
  const template = new URLSearchParams(map.dataset.set ?? "");
  const find = (place) => Number(form[[...template].find(([, text]) => text === place)?.[0]] ?? 0) || 0;
  return held(map, [find("{row}"), find("{column}") - firstColumn(map)]);
}

/** The cell nearest to a point of the window. */
export function cellAt(map, { clientX, clientY }) {
  const box = map.getBoundingClientRect();
  const [rows, columns] = size(map);
  const row = Math.floor(((clientY - box.top) / box.height) * rows);
  return held(map, [row, Math.floor(((clientX - box.left) / box.width) * columns)]);
}

/** Where a cell is in the window. */
export function cellBox(map, [row, column]) {
  const box = map.getBoundingClientRect();
  const [rows, columns] = size(map);
  const [height, width] = [box.height / rows, box.width / columns];
  return new DOMRect(box.left + column * width, box.top + row * height, width, height);
}

/** Outline one cell of a map drawn in units of its own. */
export function outline(map, [row, column]) {
  const [rows, columns] = size(map);
  const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(map.getAttribute(name)));
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const place = { x: x + (column * width) / columns, y: y + (row * height) / rows, width: width / columns, height: height / rows };
  for (const [name, value] of Object.entries({ ...place, class: "cursor" })) frame.setAttribute(name, value);
  map.parentNode.append(frame);
  return frame;
}
