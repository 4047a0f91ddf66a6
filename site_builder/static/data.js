// The numbers behind a figure: its table on opening "data", made from the maps where there is none, and downloads.

import { ask } from "./queue.js";
import { sanitise } from "./sanitise.js";
import { exact } from "./values.js";
import * as maps from "./maps.js";

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

function mapTable(map) {
  const [rows, columns] = maps.size(map);
  const first = Number(map.dataset.firstColumn ?? 0);
  const count = (length, cell) => Array.from({ length }, (_, index) => cell(index));
  const head = element("tr", {}, element("th", {}), ...count(columns, (column) => element("th", { scope: "col" }, `${first + column}`)));
  const line = (row) => {
    const cells = count(columns, (column) => {
      const value = maps.value(map, [row, column]);
      const cell = element("td", {}, exact(value));
      cell.dataset.value = value;
      return cell;
    });
    return element("tr", {}, element("th", { scope: "row" }, `${row}`), ...cells);
  };
  const caption = element("caption", {}, map.dataset.name);
  return element("table", { className: "of-map" }, caption, element("thead", {}, head), element("tbody", {}, ...count(rows, line)));
}

/** Bring the table of an open "data" up to date. */
function fill(figure, markup) {
  const place = figure.querySelector("details.data[open] .scroll");
  if (!place) return;
  const own = figure.querySelectorAll(".stage [data-map]");
  if (markup) place.replaceChildren(sanitise(markup));
  else if (own.length && !place.querySelector("table:not(.of-map)")) place.replaceChildren(...[...own].map(mapTable));
  if (!place.parentElement.querySelector(".download")) place.after(downloadButton());
}

const downloadButton = () => element("button", { type: "button", className: "download" }, "download as CSV");

/** A cell's exact value, quoted where it must be. */
function field(cell) {
  const text = cell.dataset.value ?? cell.querySelector("data")?.getAttribute("value") ?? cell.textContent.trim();
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csv(figure) {
  const lines = (table) => [...table.rows].map((row) => [...row.cells].map(field).join(","));
  const tables = [...figure.querySelectorAll("details.data table")];
  const named = (table) => [...(table.caption ? [table.caption.textContent] : []), ...lines(table)].join("\r\n");
  return new Blob([tables.map(named).join("\r\n\r\n") + "\r\n"], { type: "text/csv" });
}

function download(figure) {
  const address = URL.createObjectURL(csv(figure));
  element("a", { href: address, download: `${figure.id}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches?.("figure details.data") || !target.open) return;
    const figure = target.closest("figure");
    fill(figure);
    if (figure.dataset.revision !== "0") ask(figure); // the table in the page is the one of the drawing at the build
  },
  true,
);
document.addEventListener("figure:answer", ({ target, detail }) => detail.error || fill(target, detail.table));
document.addEventListener("click", ({ target }) => {
  if (target.matches?.("button.download")) download(target.closest("figure"));
});
