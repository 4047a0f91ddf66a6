// The reader's text. Until there is one each figure shows its own default; from then on all show the reader's.

import { defaults, drawnAtBuild, figures, read, write } from "./form.js";
import { ask, page } from "./queue.js";

const shown = (figure) => page.text ?? drawnAtBuild(figure).text;

/** Show one text in every figure that has a text; null gives each its own back. */
export function show(text) {
  page.text = text;
  for (const figure of figures()) {
    const now = read(figure).text;
    if (now === undefined || now === shown(figure)) continue;
    write(figure, { text: shown(figure) });
    ask(figure);
  }
}

/** A figure changed: if its text did, that is the reader's from now on. */
export function share(figure) {
  const { text } = read(figure);
  if (text !== undefined && text !== shown(figure)) show(text);
}

/** The complete state a figure starts from: its defaults and the reader's text. */
export function start(figure) {
  const fields = defaults(figure);
  if ("text" in fields) fields.text = shown(figure);
  return fields;
}
