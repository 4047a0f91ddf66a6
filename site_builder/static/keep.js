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
const home = mayKeep ? placeOf(root, document.documentElement.dataset.build) : undefined;
const note = `${home}/note`;
let isTrusted = true;
let isNoted = false;

/** Where Python's memory may be found; nothing where it is not kept, or was of no use. */
export const place = () => (isTrusted ? home : undefined);

const drop = async () => (await caches.open(home)).delete(addressOf(home));
const write = async (content) => (await caches.open(home)).put(note, Response.json(content));

export function forget() {
  isTrusted = false;
  drop().catch(() => {});
}

/** Python has started; a visit's first start counts. `settings()` are its worker's; a copy waits while `isBusy()`. */
export function noteStart(milliseconds, isRemembered, settings, isBusy) {
  if (isNoted || !place()) return;
  isNoted = true;
  // Where storage is refused or full nothing is kept, and nothing is amiss.
  weigh(milliseconds, isRemembered).then((noted) => noted && whenIdle(isBusy, () => make(settings(), noted)), () => {});
}

/** The note with one more start, if a copy is to be made now. What older builds and browsers kept goes. */
async function weigh(milliseconds, isRemembered) {
  for (const name of await caches.keys()) if (name.startsWith(`${root}memory/`) && name !== home) await caches.delete(name);
  const noted = (await (await caches.match(note, { cacheName: home }))?.json()) ?? { plain: [], remembered: [], tried: false };
  const { plain, remembered } = noted;
  (isRemembered ? remembered : plain).push(milliseconds);
  await write(noted);
  if (remembered.length >= ENOUGH && Math.min(...remembered) > WORTH * Math.min(...plain)) await drop();
  const mayMake = !noted.tried && plain.length > 1 && !reasonToSave() && !(await caches.has(`${root}offline-declined`));
  return mayMake && noted;
}

function whenIdle(isBusy, act) {
  const look = () => (document.hidden || isBusy() ? wait() : act());
  const wait = () => setTimeout(() => requestIdleCallback(look), PAUSE);
  wait();
}

function make(settings, noted) {
  const maker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const finish = () => {
    maker.terminate();
    write({ ...noted, tried: true }).catch(() => {});
  };
  maker.onerror = finish;
  maker.onmessage = ({ data }) => (data.kept || data.failed) && finish();
  maker.postMessage({ start: { ...settings, memory: { place: home, keeps: true } } });
}
