// Makes what is drawn look like what was answered and keeps the nodes, so that focus, presses and transitions outlive an answer.

/** Make the children of `parent` equal to those of `fresh`, which is used up. */
export function morph(parent, fresh) {
  const focused = parent.contains(document.activeElement) && document.activeElement;
  children(parent, fresh);
  if (focused && focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
}

const key = ({ dataset, id }) => (dataset && (dataset.key ?? dataset.set ?? dataset.drag)) || id || null;

function keyed(first) {
  const found = new Map();
  for (let node = first; node; node = node.nextSibling) if (key(node) && !found.has(key(node))) found.set(key(node), node);
  return found;
}

/** Children pair by key where they have one, else by position and name. */
function children(parent, fresh) {
  let at = parent.firstChild;
  let byKey = null;
  for (const wanted of [...fresh.childNodes]) {
    const name = key(wanted);
    if (name) byKey ??= keyed(at);
    const found = name ? byKey.get(name) : at && !key(at) ? at : null;
    if (found?.nodeName !== wanted.nodeName) {
      parent.insertBefore(wanted, at);
      continue;
    }
    if (name) byKey.delete(name);
    if (found === at) at = at.nextSibling;
    else parent.insertBefore(found, at);
    if (found.nodeType === Node.ELEMENT_NODE) element(found, wanted);
    else if (found.data !== wanted.data) found.data = wanted.data;
  }
  const spare = [];
  for (; at; at = at.nextSibling) spare.push(at);
  spare.forEach((node) => node.remove());
}

function element(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  children(old, fresh);
}
