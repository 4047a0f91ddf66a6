// Starts Pyodide from downloads that are already on their way.

import { unzip } from "./unzip.js";

// Pyodide asks for its own files under this address, where nothing is: they are handed over instead.
const NOWHERE = "https://pyodide.invalid/";
const EMPTY_ZIP = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Array(18).fill(0));
const LOCK = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0" },
  packages: {},
};

// The running Pyodide; rejects where Pyodide itself would only write to the console and wait for ever.
export async function startPython({ module, loader, factory, packs }) {
  const { promise: failure, reject: fail } = Promise.withResolvers();
  for (const download of [module, loader, factory, packs]) download.catch(fail);
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
      install(runtime, packs).then(() => runtime.removeRunDependency("packs"), fail);
    });
    return (await factory).default(settings);
  };
  const options = { indexURL: NOWHERE, packageBaseUrl: NOWHERE, lockFileContents: LOCK, createPyodideModule };
  try {
    return await Promise.race([failure, loader.then(({ loadPyodide }) => loadPyodide(options))]);
  } finally {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

// Unpacks every pack into the file system before Python starts to look for its library.
async function install({ FS }, packs) {
  const folders = new Set();
  for (const pack of await packs) {
    for (const [path, bytes] of unzip(pack)) {
      const folder = path.slice(0, path.lastIndexOf("/"));
      if (!folders.has(folder)) FS.mkdirTree(`/${folder}`);
      folders.add(folder);
      FS.writeFile(`/${path}`, bytes, { canOwn: true });
    }
  }
}
