// Whose turn it is: the figure a hand is on, then those in view, then the rest once the hand rests, long work at last.

const QUIET = 150; // milliseconds without a touch before figures out of view are answered
const inView = new Set();
let touched = null;
let lastTouch = -Infinity;

const viewed = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) inView[isIntersecting ? "add" : "delete"](target);
});

/** Know from now on which of these figures are in view. */
export const watch = (figures) => figures.forEach((figure) => viewed.observe(figure));

/** The figure a hand was last on. */
export const lastTouched = () => touched;

export function touch(figure) {
  [touched, lastTouch] = [figure, performance.now()];
}

function rank(figure, isLong) {
  if (isLong) return 4; // long work lets every short answer pass
  if (figure === touched) return 1;
  if (inView.has(figure)) return 2;
  return performance.now() - lastTouch >= QUIET ? 3 : Infinity;
}

/** The figure among those waiting (figure -> question) whose turn it is; null while all of them wait for the hand to rest. */
export function first(waiting) {
  const ranks = [...waiting].map(([figure, { more }]) => [rank(figure, more), figure]);
  const [[place, best] = [Infinity]] = ranks.sort(([one], [other]) => one - other);
  return place < Infinity ? best : null;
}

/** Milliseconds until figures out of view have their turn. */
export const untilQuiet = () => Math.max(1, QUIET - (performance.now() - lastTouch));
