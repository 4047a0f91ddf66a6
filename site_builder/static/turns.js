// Whose turn it is: the figure a hand is on, then those in view, then the rest once the hand rests, long work at last.

const QUIET = 150; // milliseconds without a touch before figures out of view are answered, at least
const TOGETHER = 400; // milliseconds between two touches that belong together: the next will come as soon
const inView = new Set();
let touched = null;
let lastTouch = -Infinity;
let pace = Infinity; // milliseconds between the last two touches

const viewed = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) inView[isIntersecting ? "add" : "delete"](target);
});

/** Know from now on which of these figures are in view. */
export const watch = (figures) => figures.forEach((figure) => viewed.observe(figure));

/** The figure a hand was last on. */
export const lastTouched = () => touched;

export function touch(figure) {
  const now = performance.now();
  [touched, pace, lastTouch] = [figure, now - lastTouch, now];
}

/** How long a hand rests that is done: half as long again as it took for its last move, so that the next finds Python free. */
const quiet = () => (pace < TOGETHER ? Math.max(QUIET, 1.5 * pace) : QUIET);

function rank(figure, isLong) {
  if (isLong) return 4; // long work lets every short answer pass
  if (figure === touched) return 1;
  if (inView.has(figure)) return 2;
  return performance.now() - lastTouch >= quiet() ? 3 : Infinity;
}

/** The figure among those waiting (figure -> question) whose turn it is; null while all of them wait for the hand to rest. */
export function first(waiting) {
  const ranks = [...waiting].map(([figure, { more }]) => [rank(figure, more), figure]);
  const [[place, best] = [Infinity]] = ranks.sort(([one], [other]) => one - other);
  return place < Infinity ? best : null;
}

/** Milliseconds until figures out of view have their turn. */
export const untilQuiet = () => Math.max(1, quiet() - (performance.now() - lastTouch));
