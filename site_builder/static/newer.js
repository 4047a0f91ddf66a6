// Whether the server has replaced this page by another version.

const PATIENCE = 5000; // milliseconds; more than a service worker waits for the network
const BUILD = /data-build="(\w+)"/;

export const SUPERSEDED = "This page was replaced by a newer version, and its files are no longer on the server.";

export async function isSuperseded() {
  const asked = fetch(location.pathname + location.search, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
  const text = await asked.then((response) => (response.ok ? response.text() : "")).catch(() => ""); // nobody can tell
  const [, build] = BUILD.exec(text) ?? [];
  return build !== undefined && build !== document.documentElement.dataset.build;
}

/** A button that brings the newer one; what was set stands in the address. */
export const reload = ["Reload the page", () => location.reload()];
