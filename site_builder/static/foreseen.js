// Answers to questions that were not asked yet, by the question's text.

const KEPT = 8;
const answers = new Map();

export const has = (question) => answers.has(question);

/** Keep an answer; the oldest goes where there are too many. */
export function keep(question, answer) {
  answers.set(question, answer);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
}

/** The answer to a question, if it was foreseen. It is given once, for its drawing is used up by being shown. */
export function take(question) {
  const answer = answers.get(question);
  answers.delete(question);
  return answer;
}
