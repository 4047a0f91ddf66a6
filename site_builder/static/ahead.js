// Looks ahead: what the hand rests on is answered before it acts, so that the answer is there when it does.

import { read } from "./form.js";
import * as maps from "./maps.js";
import { fieldsOf, row } from "./marks.js";
import { reasonToSave } from "./moment.js";
import { stepped, textAt } from "./number.js";
import { foresee } from "./queue.js";
import { walkedTo } from "./values.js";

const REST = 40; // milliseconds in one place before what is done there is foreseen
const UNDER_HAND = "[data-set]:not(a)";
const IN_FOCUS = "[data-set]:not(a), [data-drag], form.controls :is(input, select)";

let place = {}; // where the hand is: {element, isFocused}
let timer;

const around = (items, item) => [-1, 1].map((way) => items[items.indexOf(item) + way]).filter(Boolean);

function boxes({ form, name, value, checked }) {
  if (value === "on") return checked ? "off" : "on";
  const group = [...form.elements[name]];
  return group.filter((box) => (box.value === value ? !checked : box.checked)).map((box) => box.value).join(" ");
}

/** A slider or handle in equal steps, one step down and one up. */
function steps({ name, value, min, max, step, dataset, ariaValueNow }) {
  const [low, high, size] = (dataset.drag ? [dataset.low, dataset.high, dataset.step] : [min, max, step]).map(Number);
  const texts = [-size, size].map((away) => stepped(Number(ariaValueNow ?? value) + away, low, high, size));
  return texts.map((text) => ({ [dataset.drag ?? name]: text }));
}

/** The fields that the next act at a place may set, one object for each act. */
function acts({ element, isFocused }) {
  const { name, type, dataset } = element;
  if (dataset.map) return [maps.fields(element, walkedTo(element))];
  if (dataset.set) return (isFocused && /radio|option|tab/.test(element.role) ? around(row(element), element) : [element]).map(fieldsOf);
  if (type === "checkbox") return [{ [name]: boxes(element) }];
  if (type === "radio") return (isFocused ? around([...element.form.elements[name]], element) : [element]).map(({ value }) => ({ [name]: value }));
  if (type === "select-one") return around([...element.options], element.selectedOptions[0]).map(({ value }) => ({ [name]: value }));
  if (dataset.track) return [-0.01, 0.01].map((away) => ({ [dataset.track]: textAt(element, Number(element.value) + away) })); // browsers' own step
  return (dataset.drag || type === "range") && !dataset.scale ? steps(element) : [];
}

function look() {
  const figure = place.element?.isConnected && place.element.closest("figure");
  if (!figure) return;
  const now = read(figure);
  const isChange = (fields) => Object.entries(fields).some(([name, value]) => name in now && now[name] !== value);
  foresee(figure, acts(place).filter(isChange));
}

function rest(element, isFocused) {
  if (element === place.element && isFocused === place.isFocused && !element?.dataset.map) return;
  place = { element, isFocused };
  again();
}

function again() {
  clearTimeout(timer);
  timer = setTimeout(look, REST);
}

if (!reasonToSave()) {
  document.addEventListener("pointermove", ({ target }) => {
    const under = target.closest("figure[data-figure] label")?.control ?? target.closest(UNDER_HAND);
    if (under?.matches(`${UNDER_HAND}, [type=radio], [type=checkbox]`)) rest(under, false);
  });
  document.addEventListener("focusin", ({ target }) => target.matches(IN_FOCUS) && rest(target, true));
  document.addEventListener("keydown", ({ target }) => target.matches("[data-map]") && rest(target, true));
  document.addEventListener("figure:answer", ({ target }) => target.contains(place.element) && again());
}
