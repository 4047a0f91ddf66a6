// What is sent to Python and what comes back, as text (see engine/live.py). It rejects with a sentence.

import { runtime } from "./boot.js";

/** A question; its request is 0 while it is only foreseen. */
export function written(figure, fields, before, page, request = 0) {
  const table = Boolean(figure.querySelector("details.data")?.open);
  return JSON.stringify({ figure: figure.dataset.figure, request, fields, before, page, table });
}

export const respond = async (question) => JSON.parse(await runtime.call("respond", question));

/** A Python that was started anew knows nothing of work that was under way. */
export async function proceed(figure, request) {
  const answer = JSON.parse(await runtime.call("proceed", figure.dataset.figure, request));
  return answer.superseded ? { lost: true } : answer;
}
