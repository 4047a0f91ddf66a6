// A figure's form, read and written as text. The native form is the only store of a figure's state.

import { follow } from "./number.js";

/** Every figure of the page that answers. */
export const figures = () => [...document.querySelectorAll("figure[data-figure]")];

/** Field name -> its inputs: one input, or one group of radios or checkboxes. */
function inputs(figure) {
  const groups = new Map();
  for (const input of figure.querySelector("form.controls")?.elements ?? []) {
    if (input.name && input.localName !== "fieldset") groups.set(input.name, [...(groups.get(input.name) ?? []), input]);
  }
  return groups;
}

const isSwitch = (input) => input.type === "checkbox" && input.value === "on";
const isPlayer = ([input]) => Boolean(input.closest("[data-kind=player]"));

function text(group, initial) {
  const [first] = group;
  const checked = (input) => (initial ? input.defaultChecked : input.checked);
  if (first.type === "radio") return group.find(checked)?.value ?? "";
  if (isSwitch(first)) return checked(first) ? "on" : "off";
  if (first.type === "checkbox") return group.filter(checked).map((input) => input.value).join(" ");
  if (first.localName !== "select") return initial ? first.defaultValue : first.value;
  return initial ? ([...first.options].find((option) => option.defaultSelected) ?? first.options[0]).value : first.value;
}

/** What cannot be a value of the field is left unwritten: a fragment may hold anything. */
function put(group, value) {
  const [first] = group;
  if (first.type === "radio") {
    group.filter((input) => input.value === value).forEach((input) => (input.checked = true));
  } else if (isSwitch(first)) {
    if (value === "on" || value === "off") first.checked = value === "on";
  } else if (first.type === "checkbox") {
    const chosen = value.split(" ");
    group.forEach((input) => (input.checked = chosen.includes(input.value)));
  } else if (first.localName === "select") {
    if ([...first.options].some((option) => option.value === value)) first.value = value;
  } else if (first.type === "range" || first.type === "number") {
    if (value.trim() === "" || !Number.isFinite(Number(value))) return;
    bound(first, first.dataset.low, first.dataset.high); // a present end would clamp the value
    first.value = value;
    follow(first);
  } else {
    first.value = value;
  }
}

function bound(input, low, high) {
  input.min = low;
  input.max = high;
}

const texts = (figure, initial) => Object.fromEntries([...inputs(figure)].map(([name, group]) => [name, text(group, initial)]));

/** The form's fields as text. */
export const read = (figure) => texts(figure, false);

/** The fields as the page was written, which is what was drawn when it was built. */
export const drawnAtBuild = (figure) => texts(figure, true);

/** The fields a figure is reset to: a player's default is the top of its whole range. */
export function defaults(figure) {
  const players = [...inputs(figure)].filter(([, group]) => isPlayer(group));
  return { ...drawnAtBuild(figure), ...Object.fromEntries(players.map(([name, [range]]) => [name, range.dataset.high])) };
}

/** The fields that differ from the defaults, but for the shared text. A player on its present last step is at its default. */
export function differences(figure) {
  const [now, start] = [read(figure), drawnAtBuild(figure)];
  const differs = ([name, group]) => (isPlayer(group) ? now[name] !== group[0].max : now[name] !== start[name]);
  return Object.fromEntries([...inputs(figure)].filter(differs).map(([name]) => [name, now[name]]).filter(([name]) => name !== "text"));
}

/** Write some fields; names the form does not have are ignored. */
export function write(figure, fields) {
  const groups = inputs(figure);
  for (const [name, value] of Object.entries(fields)) if (groups.has(name)) put(groups.get(name), value);
}

/** Write some fields and tell the page, as a hand would. `whole`: they are a complete state, not a step from the last. */
export function change(figure, fields, whole = false) {
  write(figure, fields);
  figure.querySelector("form.controls").dispatchEvent(new CustomEvent("input", { bubbles: true, detail: { whole } }));
}

/** Set the present ends of numbers: {step: [0, 23]}. */
function limit(figure, limits) {
  const groups = inputs(figure);
  for (const [name, [low, high]] of Object.entries(limits)) {
    const [input] = groups.get(name) ?? [];
    if (!input?.dataset.high) continue;
    bound(input, low, high);
    follow(input);
  }
}

/** What the answer changed in the fields that were asked is written back where the form still holds them. */
export function settle(figure, asked, { fields, limits = {} }, isNewest) {
  const now = read(figure);
  const changed = Object.entries(fields).filter(([name, value]) => value !== asked[name] && now[name] === asked[name]);
  write(figure, Object.fromEntries(changed));
  if (isNewest) limit(figure, limits); // a narrower range would clamp what a newer question asks for
}
