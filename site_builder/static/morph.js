// Makes what is drawn look like what was answered and keeps the nodes, so that focus, presses and transitions outlive an answer.

/** Make the children of `parent` equal to those of `fresh` (which is used up). */
export function morph(parent, fresh) {
  const focused = parent.contains(document.activeElement) && document.activeElement;
  children(parent, fresh);
  if (focused && focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
}

const key = ({ dataset, id }) => (dataset && (dataset.key ?? dataset.set ?? dataset.drag)) || id || null;

/** Children pair by key where they have one, else by position and name. */
function children(parent, fresh) {
  let at = parent.firstChild;
  let keyed = null;
  for (const wanted of [...fresh.childNodes]) {
    const name = key(wanted);
    if (name) keyed ??= byKey(at);
    const found = name ? keyed.get(name) : at && !key(at) ? at : null;
    if (found?.nodeName !== wanted.nodeName) {
      parent.insertBefore(wanted, at);
      continue;
    }
    if (name) keyed.delete(name);
    if (found === at) at = at.nextSibling;
    else parent.insertBefore(found, at);
    node(found, wanted);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function byKey(node) {
  const found = new Map();
  for (; node; node = node.nextSibling) {
    const name = key(node);
    if (name && !found.has(name)) found.set(name, node);
  }
  return found;
}

function node(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = fresh.data;
    return;
  }
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  children(old, fresh);
}
