// Numbers as values of a field: places on plain and logarithmic tracks, steps, and the two halves of a slider.

/** The value at a share (0 to 1) of the way from low to high. */
export const valueAt = (share, low, high, scale) => (scale === "log" ? low * (high / low) ** share : low + share * (high - low));

/** The share of the way at which a value lies. */
export function shareOf(value, low, high, scale) {
  if (scale === "log") return Math.log(value / low) / Math.log(high / low);
  return high > low ? (value - low) / (high - low) : 1;
}

/** A number held between low and high, on a step counted from low, as form text. */
export function stepped(value, low, high, step) {
  const held = Math.min(Math.max(low + Math.round((value - low) / step) * step, low), high);
  return String(Number(held.toFixed(9)));
}

const halves = (control) => ["input[type=range]", "input.value", ".last"].map((half) => control.querySelector(half));

/** The form text of a field whose logarithmic track stands at a share of its way. */
export function textAt(track, share) {
  const [low, high, step] = [track.dataset.low, track.dataset.high, halves(track.closest(".control"))[1].step].map(Number);
  return stepped(valueAt(share, low, high, track.dataset.scale), low, high, step);
}

/** A track and the typed number beside it are one field: the other half follows the one that was moved. */
export function follow(moved) {
  const control = moved.closest("[data-kind=slider], [data-kind=player]");
  if (!control) return;
  const [track, typed, last] = halves(control);
  const scale = track.dataset.scale;
  const [low, high] = (scale ? [track.dataset.low, track.dataset.high] : [track.min, track.max]).map(Number);
  if (moved === typed && typed.value !== "" && typed.checkValidity()) {
    track.value = scale ? shareOf(Number(typed.value), low, high, scale) : typed.value;
  } else if (moved === track && typed !== document.activeElement) {
    typed.value = scale ? textAt(track, Number(track.value)) : track.value;
  }
  if (!scale) [typed.min, typed.max] = [track.min, track.max];
  track.style.setProperty("--at", `${100 * (scale ? track.value : shareOf(Number(track.value), low, high))}%`);
  const unit = last ? `of ${track.max}` : control.dataset.unit;
  if (unit || scale) track.setAttribute("aria-valuetext", `${scale ? typed.value : track.value} ${unit ?? ""}`.trim());
  if (last) last.textContent = `/ ${track.max}`;
}

/** What was typed is done: a number out of range becomes the nearest possible one. */
export function commit(typed) {
  if (!typed.matches(".control input.value:not([name])")) return;
  const [track] = halves(typed.closest(".control"));
  if (typed.value === track.value) return;
  if (typed.value !== "") track.value = typed.value;
  typed.value = track.value;
  track.dispatchEvent(new Event("input", { bubbles: true }));
}
