// What a figure is made of, to take away: its table on opening "data", made from the maps where there is none; its picture.

import { addressOf } from "./link.js";
import * as maps from "./maps.js";
import { picture, pixels } from "./picture.js";
import { ask } from "./queue.js";
import { sanitise } from "./sanitise.js";
import { exact } from "./values.js";

function make(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** One line for each cell of a map: its full name and its value. */
function mapTable(map) {
  const [rows, columns] = maps.size(map);
  const lines = Array.from({ length: rows * columns }, (_, index) => {
    const cell = [Math.floor(index / columns), index % columns];
    const value = make("td", {}, exact(maps.value(map, cell)));
    value.dataset.value = maps.value(map, cell);
    return make("tr", {}, make("th", { scope: "row" }, maps.name(map, cell)), value);
  });
  return make("table", { className: "of-map" }, make("caption", {}, map.ariaLabel), make("tbody", {}, ...lines));
}

/** Bring the table of an open "data" up to date. */
function fill(figure, markup) {
  const place = figure.querySelector("details.data[open] .scroll");
  if (!place) return;
  const drawn = [...figure.querySelectorAll(".stage [data-map]")];
  if (markup) place.replaceChildren(sanitise(markup));
  else if (!place.querySelector("table:not(.of-map)")) place.replaceChildren(...drawn.map(mapTable));
  if (!place.nextSibling) place.after(make("button", { type: "button", value: "csv", className: "save" }, "save CSV"));
}

/** A cell's exact value, quoted where it must be. */
function field(cell) {
  const text = cell.dataset.value ?? cell.textContent.trim();
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function save(figure, ending, content) {
  const address = URL.createObjectURL(content);
  make("a", { href: address, download: `${figure.id}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const saved = {
  async csv(figure) {
    const lines = [...figure.querySelectorAll("details.data tr")].map((row) => [...row.cells].map(field).join(","));
    return new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv" });
  },
  svg: async (figure) => new Blob([(await picture(figure, addressOf(figure))).text], { type: "image/svg+xml" }),
  png: async (figure) => pixels(await picture(figure, addressOf(figure))),
};

function opened({ target }) {
  if (!target.matches("figure details.data[open]")) return;
  const figure = target.closest("figure");
  fill(figure);
  if (figure.dataset.revision !== "0") ask(figure); // the table in the page is the one of the drawing at the build
}
document.addEventListener("toggle", opened, true);
document.addEventListener("figure:answer", ({ target, detail }) => detail.error || fill(target, detail.table));
document.addEventListener("click", async ({ target }) => {
  const figure = target.matches(".save") && target.closest("figure");
  if (figure) save(figure, target.value, await saved[target.value](figure));
});
