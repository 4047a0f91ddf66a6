// The runtime's files on their way: fetched all at once, counted, inflated and verified.

// An error whose message is a sentence for the reader.
export class Sentence extends Error {}

/** One about a file that cannot be had as it was built. */
export class FileFault extends Sentence {}

export const FORBIDDEN = new Sentence("WebAssembly, which Python runs on, is not allowed here.");

const PAUSE = 200; // milliseconds between two reports: the page is drawn anew at each

// Begins every download. `way`: {root, cache, module}: where the site is, how to use the browser's cache, and what was
// compiled before. `report(loaded, total)` is told the bytes on the wire, now and then and at the end.
export function startDownloads(files, way, report) {
  const total = Object.values(files).reduce((sum, file) => sum + file.transfer, 0);
  let loaded = 0;
  let timer;
  const tell = () => {
    clearTimeout(timer);
    timer = undefined;
    report(Math.round(loaded), total);
  };
  const count = (bytes) => {
    loaded += bytes;
    if (Math.round(loaded) >= total) tell();
    else timer ??= setTimeout(tell, PAUSE);
  };
  const begin = (fetchFile, name) => fetchFile(name, files[name], { ...way, count });
  return {
    module: way.module ? Promise.resolve(way.module) : begin(fetchModule, "pyodide.asm.wasm"),
    loader: begin(fetchScript, "pyodide.mjs"),
    factory: begin(fetchScript, "pyodide.asm.mjs"),
    packs: Promise.all(["library.zip", "numpy.zip", "engine.zip"].map((name) => begin(fetchPack, name))),
  };
}

// A pack is published gzipped. A server may undo that on the way, so the bytes decide, not the name.
export async function fetchPack(name, file, way) {
  const bytes = await read(name, await request(name, `${file.path}.gz`, way), way.count);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return verify(name, isGzip ? await inflate(name, bytes) : bytes, file);
}

// Only import() can run a script. Fetching it first verifies it, and leaves it in the browser's cache for import().
async function fetchScript(name, file, way) {
  const response = await request(name, file.path, way);
  await verify(name, await read(name, response, onTheWire(file, way)), file);
  return import(new URL(file.path, way.root)).catch(() => {
    throw new FileFault(`The file ${name} could not be run: the server sends it as ${response.headers.get("content-type")}.`);
  });
}

// WebAssembly compiles while it streams from a server that compresses it; from others the gzipped copy is sooner here.
async function fetchModule(name, file, way) {
  const response = await request(name, file.path, way);
  const streams = response.headers.has("content-encoding");
  if (!streams) await response.body.cancel();
  const bytes = streams
    ? read(name, response.clone(), onTheWire(file, way)).then((data) => verify(name, data, file))
    : fetchPack(name, file, way);
  const whole = () => bytes.then(WebAssembly.compile);
  // Only what the server calls application/wasm compiles while it streams.
  const compiling = streams ? WebAssembly.compileStreaming(response).catch(whole) : whole();
  // A damaged file fails twice; that it is damaged says more than that it does not compile.
  const [check, compiled] = await Promise.allSettled([bytes, compiling]);
  if (check.status === "rejected") throw check.reason;
  if (compiled.status === "rejected") throw FORBIDDEN;
  return compiled.value;
}

// Streams show the size after decompression; progress speaks of bytes on the wire.
const onTheWire = (file, { count }) => (bytes) => count((bytes * file.transfer) / file.size);

export async function request(name, path, { root, cache }) {
  const response = await fetch(new URL(path, root), { cache }).catch(() => {
    throw new FileFault(`The file ${name} could not be fetched: the server cannot be reached.`);
  });
  if (!response.ok) throw new FileFault(`The file ${name} could not be fetched: the server answered ${response.status}.`);
  return response;
}

export async function read(name, response, count) {
  const chunks = [];
  const reader = response.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      count(part.value.byteLength);
      chunks.push(part.value);
    }
  } catch {
    throw new FileFault(`The file ${name} arrived only in part: the connection broke.`);
  }
  return joined(chunks);
}

// By hand: a Blob would do it in another process, and take longer than all the rest of the download's work.
function joined(chunks) {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
  let end = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, end);
    end += chunk.byteLength;
  }
  return bytes;
}

async function inflate(name, packed) {
  const inflater = new DecompressionStream("gzip");
  const writer = inflater.writable.getWriter();
  const inflated = new Response(inflater.readable).arrayBuffer();
  try {
    await Promise.all([inflated, writer.write(packed), writer.close()]);
  } catch {
    throw differs(name);
  }
  return new Uint8Array(await inflated);
}

export async function verify(name, bytes, file) {
  let intact = bytes.byteLength === file.size;
  // Browsers hash only for pages that came over an encrypted connection or from this computer.
  if (intact && self.crypto.subtle) {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    intact = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") === file.sha256;
  }
  if (!intact) throw differs(name);
  return bytes;
}

const differs = (name) => new FileFault(`The file ${name} is not the one this page was built with.`);
