// The reader's text. Until there is one each figure shows its own default; from then on all show the reader's.

import { defaults, drawnAtBuild, figures, read, write } from "./form.js";
import { ask, isWaiting, page } from "./queue.js";

const shown = (figure) => page.text ?? drawnAtBuild(figure).text;

/** Show one text in every figure that has a text; null gives each its own back. An answer brings the text into its form. */
export function show(text) {
  page.text = text;
  for (const figure of figures()) {
    const own = read(figure).text;
    if (own === undefined || (own === shown(figure) && !isWaiting(figure))) continue;
    if (text === null) write(figure, { text: shown(figure) });
    ask(figure);
  }
}

/** A figure's text was changed by a hand: it is the reader's from now on. */
export function share(figure) {
  const { text } = read(figure);
  if (text !== undefined && text !== shown(figure)) show(text);
}

/** The complete state a figure starts from: its defaults and the reader's text. */
export const start = (figure) => ({ ...defaults(figure), ...("text" in defaults(figure) && { text: shown(figure) }) });
