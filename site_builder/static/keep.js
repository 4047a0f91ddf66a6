// Keeps what Python's memory holds once it has started, so that the reader's next visit begins there (see memory.js).
//
// The first visit notes how long the start took, the second makes the copy, in another worker while the page is idle, the
// third starts from it. The note stays beside it, {plain, remembered: [milliseconds …], tried}: a copy is made once for a
// build and a browser, and dropped where Python falls with it or where it does not pay.

import { addressOf, placeOf } from "./memory.js";
import { reasonToSave } from "./moment.js";

const ENOUGH = 3; // starts before it is judged
const WORTH = 0.75; // of the time without it, at most
const GIGABYTES = 4; // that the computer has at least; browsers that do not tell keep nothing
const PAUSE = 2000; // milliseconds between two looks whether the page is idle

const root = new URL("../../", import.meta.url).href; // scripts are published two folders down
const mayKeep = root.startsWith(location.origin) && navigator.deviceMemory >= GIGABYTES && window.caches;

/** Where Python's memory may be found; nothing where it is not kept. */
export const place = mayKeep ? placeOf(root, document.documentElement.dataset.build) : undefined;
const note = `${place}/note`;

const open = () => caches.open(place);
const write = async (content) => (await open()).put(note, Response.json(content));
const fresh = { plain: [], remembered: [], tried: false };

export const forget = async () => (await open()).delete(addressOf(place));

/** Python has started, for the first time in this visit. `settings()` are the worker's; a copy waits while `isBusy()`. */
export async function noteStart(milliseconds, remembered, settings, isBusy) {
  for (const name of await caches.keys()) if (name.startsWith(`${root}memory/`) && name !== place) await caches.delete(name);
  const noted = (await (await caches.match(note, { cacheName: place }))?.json()) ?? fresh;
  noted[remembered ? "remembered" : "plain"].push(milliseconds);
  await write(noted);
  const { plain, remembered: quick, tried } = noted;
  if (quick.length >= ENOUGH && Math.min(...quick) > WORTH * Math.min(...plain)) await forget();
  if (tried || plain.length < 2 || reasonToSave() || (await caches.has(`${root}offline-declined`))) return;
  const look = () => requestIdleCallback(() => (document.hidden || isBusy() ? setTimeout(look, PAUSE) : make(settings(), noted)));
  setTimeout(look, PAUSE);
}

function make(settings, noted) {
  const maker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const finish = () => {
    maker.terminate();
    return write({ ...noted, tried: true });
  };
  maker.onerror = finish;
  maker.onmessage = ({ data }) => (data.kept || data.failed) && finish();
  maker.postMessage({ start: { ...settings, memory: { place, keeps: true } } });
}
