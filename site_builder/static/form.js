// A figure's form, read and written as text. The native form is the only store of a figure's state.

import { follow } from "./number.js";

/** Every figure of the page that answers. */
export const figures = () => [...document.querySelectorAll("figure[data-figure]")];

/** Field name -> its inputs: one input, or one group of radios or checkboxes. */
function inputs(figure) {
  const elements = [...(figure.querySelector("form.controls")?.elements ?? [])];
  return Map.groupBy(elements.filter((input) => input.name && input.localName !== "fieldset"), (input) => input.name);
}

const kind = ([{ type, value }]) => (type !== "checkbox" ? type : value === "on" ? "switch" : "boxes");
const isPlayer = ([input]) => Boolean(input.closest("[data-kind=player]"));

/** The text of a field, as it is or as the page was written. */
function text(group, initial) {
  const on = (input) => (initial ? input.defaultChecked || input.defaultSelected : input.checked || input.selected) ?? false;
  const [first] = group;
  if (kind(group) === "switch") return on(first) ? "on" : "off";
  if (kind(group) === "boxes") return group.filter(on).map((input) => input.value).join(" ");
  if (kind(group) === "radio") return group.find(on)?.value ?? "";
  if (kind(group) === "select-one") return ([...first.options].find(on) ?? first.options[0]).value;
  return initial ? first.defaultValue : first.value;
}

const PUT = {
  switch: ([box], value) => ["on", "off"].includes(value) && (box.checked = value === "on"),
  boxes: (group, value) => group.forEach((box) => (box.checked = value.split(" ").includes(box.value))),
  radio: (group, value) => group.forEach((input) => (input.checked ||= input.value === value)),
  "select-one": ([list], value) => [...list.options].some((option) => option.value === value) && (list.value = value),
  range: putNumber,
  number: putNumber,
};

/** A present end would clamp the value: the whole range comes first. */
function putNumber([input], value) {
  if (value.trim() === "" || !Number.isFinite(Number(value))) return;
  [input.min, input.max, input.value] = [input.dataset.low, input.dataset.high, value];
  follow(input);
}

const texts = (figure, initial) => Object.fromEntries([...inputs(figure)].map(([name, group]) => [name, text(group, initial)]));

/** The form's fields as text. */
export const read = (figure) => texts(figure, false);

/** The fields as the page was written, which is what was drawn when it was built. */
export const drawnAtBuild = (figure) => texts(figure, true);

/** The fields a figure is reset to: a player's default is the top of its whole range. */
export function defaults(figure) {
  const tops = [...inputs(figure)].filter(([, group]) => isPlayer(group)).map(([name, [range]]) => [name, range.dataset.high]);
  return { ...drawnAtBuild(figure), ...Object.fromEntries(tops) };
}

/** The fields that differ from the defaults, but for the shared text. A player on its present last step is at its default. */
export function differences(figure) {
  const differs = ([name, group]) => name !== "text" && text(group) !== (isPlayer(group) ? group[0].max : text(group, true));
  return Object.fromEntries([...inputs(figure)].filter(differs).map(([name, group]) => [name, text(group)]));
}

/** Controls that change nothing in the present state are hidden. */
export function conceal(figure) {
  const now = read(figure);
  const holds = ({ dataset }) => [...new URLSearchParams(dataset.when)].every(([name, value]) => now[name] === value);
  for (const part of figure.querySelectorAll("form [data-when]")) part.hidden = !holds(part);
}

/** Write some fields. Names the form does not have, and what cannot be a value, are left: a fragment may hold anything. */
export function write(figure, fields) {
  const groups = inputs(figure);
  const put = (group, value) => (PUT[kind(group)] ?? (() => (group[0].value = value)))(group, value);
  for (const [name, value] of Object.entries(fields)) if (groups.has(name)) put(groups.get(name), value);
  conceal(figure);
}

/** Write some fields and tell the page, as a hand would. `whole`: they are a complete state, not a step from the last. */
export function change(figure, fields, whole = false) {
  write(figure, fields);
  figure.querySelector("form.controls").dispatchEvent(new CustomEvent("input", { bubbles: true, detail: { fields, whole } }));
}

/** What an answer changed in the fields that were asked is written back where the form still holds them. */
export function settle(figure, asked, { fields, limits = {} }, isNewest) {
  const now = read(figure);
  const changed = Object.entries(fields).filter(([name, value]) => value !== asked[name] && now[name] === asked[name]);
  write(figure, Object.fromEntries(changed));
  if (!isNewest) return; // a narrower range would clamp what a newer question asks for
  for (const [name, ends] of Object.entries(limits)) {
    const [input] = inputs(figure).get(name) ?? [];
    if (!input?.dataset.high) continue;
    [input.min, input.max] = ends;
    follow(input);
  }
}
