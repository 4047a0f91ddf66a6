// When to begin a download of megabytes that the reader has not asked for.

const connection = navigator.connection ?? {}; // only some browsers tell
const TOUCHES = ["pointerdown", "keydown", "focusin", "input"];

/** Why nothing should be fetched unasked, as the end of a sentence; nothing where it may be. */
export function reasonToSave() {
  if (connection.saveData || matchMedia("(prefers-reduced-data: reduce)").matches) return "your browser asks to save data";
  return connection.type === "cellular" ? "you seem to be on mobile data" : "";
}

/** Begins at a figure's first touch at the latest. Unless data is to be saved it begins by itself: on a connection known
 * to be fast with the first frame, which waits for the style sheet, on others once the page is complete and idle. */
export function whenItIsTime(begin, tellOfSaving) {
  const touched = new AbortController();
  const beginOnce = () => {
    if (touched.signal.aborted) return;
    touched.abort();
    begin();
  };
  const options = { capture: true, signal: touched.signal };
  const onTouch = (event) => event.target.closest?.("figure[data-figure]") && beginOnce();
  for (const touch of TOUCHES) document.addEventListener(touch, onTouch, options);
  if (reasonToSave()) tellOfSaving(reasonToSave());
  else if (connection.effectiveType === "4g") requestAnimationFrame(beginOnce);
  else afterLoading(beginOnce);
}

export const whenIdle = (act) => (window.requestIdleCallback ?? window.setTimeout)(act);

function afterLoading(act) {
  if (document.readyState === "complete") whenIdle(act);
  else addEventListener("load", () => whenIdle(act), { once: true });
}
