// Starts Pyodide from downloads that are already on their way.

import { FORBIDDEN } from "./download.js";
import { unzip } from "./unzip.js";

// Pyodide asks for its own files under this address, where nothing is: they are handed over instead.
const NOWHERE = "https://pyodide.invalid/";
const EMPTY_ZIP = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Array(18).fill(0));

// The running Pyodide; rejects where Pyodide itself would only write to the console and wait for ever. `info` is what the
// release's lock file says of it. `memory` is what a Python of its kind held that was started with `keeps`, or nothing: it
// is up to the caller that all that was downloaded is the same.
export async function startPython({ module, loader, factory, packs }, info, { memory, keeps } = {}) {
  const { promise: failure, reject: fail } = Promise.withResolvers();
  const libraries = packs.then(compileLibraries);
  for (const awaited of [module, loader, factory, packs, libraries]) awaited.catch(fail);
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = (resource, options) =>
    String(resource).startsWith(NOWHERE) ? Promise.resolve(new Response(EMPTY_ZIP)) : fetch(resource, options);
  WebAssembly.instantiateStreaming = (_, imports) =>
    module
      .then(async (compiled) => ({ module: compiled, instance: await WebAssembly.instantiate(compiled, imports) }))
      .catch((error) => {
        fail(error);
        throw error;
      });
  const createPyodideModule = async (settings) => {
    settings.preRun.push((runtime) => {
      runtime.addRunDependency("packs");
      install(runtime, packs, libraries).then(() => runtime.removeRunDependency("packs"), fail);
    });
    const runtime = await (await factory).default(settings);
    if (memory) runtime.growMemory(memory.byteLength); // Pyodide copies it there, and does not ask whether there is room
    return runtime;
  };
  const lockFileContents = { info, packages: {} };
  const options = { indexURL: NOWHERE, packageBaseUrl: NOWHERE, lockFileContents, createPyodideModule };
  Object.assign(options, { _loadSnapshot: memory, _makeSnapshot: keeps });
  // Where this fails everything stays as it is: Pyodide may still be at work, and the worker is of no more use.
  const pyodide = await Promise.race([failure, loader.then(({ loadPyodide }) => loadPyodide(options))]);
  [self.fetch, WebAssembly.instantiateStreaming] = [fetch, instantiateStreaming];
  return pyodide;
}

// Unpacks every pack into the file system before Python starts to look for its library.
async function install(runtime, packs, libraries) {
  const { FS } = runtime;
  const folders = new Set();
  for (const [path, bytes] of (await packs).flatMap((pack) => [...unzip(pack)])) {
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(`/${folder}`);
    folders.add(folder);
    FS.writeFile(`/${path}`, bytes, { canOwn: true });
  }
  const options = { loadAsync: true, nodelete: true };
  for (const [path, module] of await libraries) {
    runtime.preloadedWasm[path] = await runtime.loadWebAssemblyModule(module, options, path, {});
  }
}

// numpy's own WebAssembly, compiled while the rest is still on its way: [path, module] pairs.
function compileLibraries(packs) {
  const libraries = packs.flatMap((pack) => [...unzip(pack)]).filter(([path]) => path.endsWith(".so"));
  const compile = (bytes) =>
    WebAssembly.compile(bytes).catch((error) => {
      throw error instanceof WebAssembly.CompileError ? FORBIDDEN : error;
    });
  return Promise.all(libraries.map(async ([path, bytes]) => [`/${path}`, await compile(bytes)]));
}
