// The site without a network. The build writes SITE = {version, pages, files, folder, patience} above these lines.
//
// Each version has a cache of its own, under the site's address because project sites share an origin: kept whole or not
// at all, and until the next is whole and no page of it is open. Pages come from the network where it answers in time,
// else from the newest version that is whole; files that carry their hash in their name from whichever keeps them.

const BASE = new URL("./", location).href;
const PREFIX = `${BASE}offline/`;
const NAME = PREFIX + SITE.version;
const WHOLE = `${PREFIX}whole`; // kept last, in a version of which everything is kept
const PAGES = new Set(SITE.pages.map((path) => BASE + path));

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(clear().then(() => clients.claim())));
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = plain(request.url);
  if (request.method !== "GET") return;
  if (PAGES.has(address)) event.respondWith(page(request, address));
  else if (address.startsWith(BASE + SITE.folder)) event.respondWith(file(request));
});

/** The address under which a page is kept: its folder, without query and fragment. */
const plain = (address) => address.split(/[?#]/)[0].replace(/\/index\.html$/, "/");

const versions = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

async function clear() {
  for (const name of await versions()) if (name !== NAME) await caches.delete(name);
}

async function keepAll() {
  const isNew = !(await caches.has(NAME)); // not when an older version is published again
  const cache = await caches.open(NAME);
  try {
    await Promise.all([...SITE.files.map((path) => keepFile(cache, BASE + path)), ...[...PAGES].map((page) => keepPage(cache, page))]);
    await cache.put(WHOLE, new Response());
  } catch (error) {
    if (isNew) await caches.delete(NAME);
    throw error;
  }
}

async function keepFile(cache, address) {
  await keep(cache, address, (await kept(address)) ?? (await fetch(address)));
}

/** A page of another version than the files would be half of each. */
async function keepPage(cache, address) {
  const response = await fetch(address, { cache: "no-cache" });
  const text = await response.clone().text();
  if (!text.includes(`data-build="${SITE.version}"`)) throw new Error(`${address} is of another version`);
  await keep(cache, address, response);
}

async function keep(cache, address, response) {
  if (!response.ok) throw new Error(`${address} was answered ${response.status}`);
  const headers = new Headers(response.headers);
  // So that WebAssembly streams from here as it does from a host that compresses (see download.js).
  if (!headers.has("content-encoding")) headers.set("content-encoding", "identity");
  await cache.put(address, new Response(response.body, { headers }));
}

async function kept(address) {
  for (const name of await versions()) {
    const found = await (await caches.open(name)).match(address);
    if (found) return found;
  }
}

async function keptPage(address) {
  for (const name of (await versions()).reverse()) {
    const cache = await caches.open(name);
    if (await cache.match(WHOLE)) return cache.match(address);
  }
}

async function page(request, address) {
  const network = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, SITE.patience));
  const answer = await Promise.race([network.catch(() => {}), late]);
  if (answer && answer.status < 500) return answer;
  return (await keptPage(address)) ?? network;
}

async function file(request) {
  const found = await kept(request.url);
  if (found && request.cache !== "reload") return found;
  const response = await fetch(request).catch((error) => found ?? Promise.reject(error));
  // Asked for anew, because what was kept would not do.
  if (found && response !== found && response.ok) await keep(await caches.open(NAME), request.url, response.clone());
  return response;
}
