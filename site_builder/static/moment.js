// When to begin a download of megabytes that the reader has not asked for.

const savesData = () => Boolean(navigator.connection?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;
const isSlow = () => ["slow-2g", "2g", "3g"].includes(navigator.connection?.effectiveType);
const TOUCHES = ["pointerdown", "keydown", "focusin", "input"];

/** Begins after the first paint; on a slow connection once the page is complete and idle; under Save-Data at a touch. */
export function whenItIsTime(begin, tellOfSaving) {
  const touched = new AbortController();
  const beginOnce = () => {
    touched.abort();
    begin();
  };
  const options = { capture: true, signal: touched.signal };
  const onTouch = (event) => event.target.closest?.("figure[data-figure]") && beginOnce();
  for (const touch of TOUCHES) document.addEventListener(touch, onTouch, options);
  if (savesData()) tellOfSaving();
  else if (isSlow()) afterLoading(beginOnce);
  else afterPaint(beginOnce);
}

// The frame after the next one is asked for only when the next has been painted.
const afterPaint = (act) => requestAnimationFrame(() => requestAnimationFrame(act));

function afterLoading(act) {
  const whenIdle = () => (window.requestIdleCallback ?? window.setTimeout)(act);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
