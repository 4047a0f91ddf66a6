// Keys of the page: n and p go from section to section, ? lists all keys. They rest while a reader writes, and can be switched off.

const PLACE = "keys off";
const WRITING = "select, textarea, input:not([type=checkbox], [type=radio], [type=range])";
const list = document.getElementById("keys");
const lamp = list?.querySelector("input");

function stored() {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null; // storage is refused: the keys work
  }
}

function keep({ checked }) {
  try {
    if (checked) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, "yes");
  } catch {
    document.documentElement.dataset.forgetful = ""; // storage is refused: chosen until the page is closed
  }
}

if (lamp) lamp.checked = !stored();
lamp?.addEventListener("change", () => keep(lamp));

/** To the heading next to where the reader is: after a jump it stands a little below the window's upper edge. */
function go(isAhead) {
  const headings = [...document.querySelectorAll("main > section > h2[id]")];
  const top = (heading) => heading.getBoundingClientRect().top;
  const next = isAhead ? headings.find((each) => top(each) > 90) : headings.findLast((each) => top(each) < 0);
  if (next) location.hash = next.id;
}

const ACTIONS = { n: () => go(true), p: () => go(false), "?": () => list.togglePopover() };

document.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
  if (lamp?.checked && !ctrlKey && !altKey && !metaKey && !target.closest?.(WRITING)) ACTIONS[key]?.();
});
