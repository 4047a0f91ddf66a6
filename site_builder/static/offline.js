// Keeping the site for reading without a network, once Python has run or on request, and telling of a newer version.

import { save } from "./link.js";
import { reasonToSave, whenIdle } from "./moment.js";
import { isSuperseded } from "./newer.js";

const root = new URL("../../", import.meta.url).href; // scripts are published two folders down
const DECLINED = `${root}offline-declined`; // a cache without content: there wherever a service worker is, and only there
const place = document.querySelector(".offline");
const workers = location.protocol === "file:" ? undefined : navigator.serviceWorker;
const { dataset } = document.documentElement;

function tell(element, sentence, label, act) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", act, { once: true });
  element.replaceChildren(`${sentence} `, ...(label ? [button] : []));
  element.hidden = false;
}

const offer = (sentence = "It can be kept in this browser, to be read without a network.") =>
  tell(place, sentence, `keep it (${place.dataset.size})`, keep);

async function keep() {
  await caches.delete(DECLINED);
  tell(place, "It is being kept in this browser.");
  try {
    follow(await workers.register(`${root}sw.js`));
  } catch {
    offer("This browser did not keep it.");
  }
}

function follow(registration) {
  const { installing, active } = registration;
  if (active) tell(place, "It is kept in this browser and works without a network.", "remove it", remove);
  if (registration.waiting) announce();
  installing?.addEventListener("statechange", () => {
    if (installing.state === "redundant" && !registration.active) {
      offer("It could not be kept whole: the connection broke, or there is no room.");
    }
    if (["installed", "activated"].includes(installing.state)) follow(registration);
  });
  registration.onupdatefound = () => follow(registration);
}

async function remove() {
  const registration = await workers.getRegistration(root);
  await registration?.unregister();
  for (const name of await caches.keys()) if (name.startsWith(root)) await caches.delete(name); // Python's memory too
  await caches.open(DECLINED);
  offer();
}

/** A version is whole that this page may not be of. */
async function announce() {
  if (!(await isSuperseded())) return;
  const newer = document.querySelector(".newer") ?? document.createElement("p");
  Object.assign(newer, { className: "newer", role: "status" });
  document.body.append(newer);
  tell(newer, "A newer version of this page is here.", "show it", () => {
    save(); // what was set and typed stands in the address, and is there again
    location.reload();
  });
}

// Ten megabytes would get in the way of what a reader asked while Python started.
function keepInTime() {
  const isAsked = () => document.querySelector("figure[data-status=pending]");
  whenIdle(() => (isAsked() ? document.addEventListener("figure:answer", keepInTime, { once: true }) : keep()));
}

async function begin() {
  const registration = await workers.getRegistration(root);
  if (registration?.scope === root) return follow(registration);
  offer();
  if (reasonToSave() || (await caches.has(DECLINED))) return;
  if (dataset.runtime === "ready") keepInTime();
  else document.addEventListener("runtime:ready", keepInTime, { once: true });
}

// Where storage is refused nothing is offered.
if (place && workers && window.caches) begin().catch(() => (place.hidden = true));
