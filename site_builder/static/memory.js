// What the memory of Python holds once it has started, as a worker keeps it and starts from it (keep.js decides when).

/** Where memory is kept, in a cache of that name. Project sites share an origin, hence the site's address in it. */
export const placeOf = (root, build) => `${root}memory/${build}/${encodeURIComponent(navigator.userAgent)}`;
export const addressOf = (place) => `${place}/heap`;

/** What was kept, or nothing; whether it is whole shows when it is read. */
export async function find(place) {
  if (!place || !self.caches) return undefined;
  return caches.match(addressOf(place), { cacheName: place }).catch(() => undefined); // storage may be refused
}

export async function read(found) {
  const bytes = new Uint8Array(await found.arrayBuffer());
  if (bytes.byteLength !== Number(found.headers.get("content-length"))) throw new Error("what was kept is not whole");
  return bytes;
}

export async function keep(place, pyodide) {
  const bytes = pyodide.makeMemorySnapshot();
  const headers = { "content-length": bytes.byteLength };
  await (await caches.open(place)).put(addressOf(place), new Response(bytes, { headers }));
}
