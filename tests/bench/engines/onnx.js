// The transformer in ONNX Runtime's WebAssembly: graphs of float32, one thread, keys and values kept between steps.

import * as runtime from "./onnxruntime/ort.wasm.min.mjs";

const here = (path) => new URL(path, import.meta.url).href;
Object.assign(runtime.env.wasm, { numThreads: 1, proxy: false, wasmPaths: here("onnxruntime/") });

const open = (name) =>
  runtime.InferenceSession.create(here(`${name}.onnx`), {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "all",
    enableCpuMemArena: true,
    enableMemPattern: true,
  });
const tensor = (tokens) => new runtime.Tensor("int64", tokens, [tokens.length]);

export async function load({ decoder, embedding, heads, bos, eos, longest }) {
  const [encoder, forward, start, step] = await Promise.all(["encoder", "forward", "start", "step"].map(open));
  const nothing = new runtime.Tensor("float32", [], [2 * decoder.length, heads, 0, embedding[0].length / heads]);
  return {
    encoder: async (source) => (await encoder.run({ source: tensor(source) })).memory.data,
    async forward(source, target) {
      const given = { source: tensor(source), target: tensor([bos, ...target.slice(0, -1)]) };
      const { data } = (await forward.run(given)).probabilities;
      return target.map((_, row) => data.subarray(row * embedding.length, (row + 1) * embedding.length));
    },
    async greedy(source) {
      const { looked_at } = await start.run({ source: tensor(source) });
      const written = [];
      for (let [token, past] = [tensor([bos]), nothing]; written.length < longest && written.at(-1) !== eos; ) {
        ({ next: token, present: past } = await step.run({ token, looked_at, past }));
        written.push(Number(token.data[0]));
      }
      return written;
    },
  };
}
