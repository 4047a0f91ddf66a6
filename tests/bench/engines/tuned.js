// The transformer in JavaScript on Float32Array: flat rows, loops in the order of memory, keys and values kept.

const flat = (m) => Float32Array.from(m.flat());

function linear(x, rows, { weight, bias, inputs, outputs }) {
  const out = new Float32Array(rows * outputs);
  for (let row = 0; row < rows; row++) {
    const to = row * outputs;
    out.set(bias, to);
    for (let i = 0; i < inputs; i++) {
      const value = x[row * inputs + i];
      const from = i * outputs;
      for (let j = 0; j < outputs; j++) out[to + j] += value * weight[from + j];
    }
  }
  return out;
}

function addNorm(x, y, { gain, bias }) {
  const width = gain.length;
  const out = new Float32Array(x.length);
  for (let from = 0; from < x.length; from += width) {
    let mean = 0;
    let variance = 0;
    for (let i = 0; i < width; i++) mean += out[from + i] = x[from + i] + y[from + i];
    mean /= width;
    for (let i = 0; i < width; i++) variance += (out[from + i] - mean) ** 2;
    const scale = 1 / Math.sqrt(variance / width + 1e-6);
    for (let i = 0; i < width; i++) out[from + i] = (out[from + i] - mean) * scale * gain[i] + bias[i];
  }
  return out;
}

function attend(query, key, value, rows, columns, heads, width, first) {
  const size = width / heads;
  const scale = 1 / Math.sqrt(size);
  const out = new Float32Array(rows * width);
  const weights = new Float32Array(columns);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < rows; row++) {
      const at = row * width + head * size;
      const seen = first === undefined ? columns : first + row + 1;
      let most = -Infinity;
      for (let column = 0; column < seen; column++) {
        let score = 0;
        const from = column * width + head * size;
        for (let i = 0; i < size; i++) score += query[at + i] * key[from + i];
        weights[column] = score *= scale;
        if (score > most) most = score;
      }
      let sum = 0;
      for (let column = 0; column < seen; column++) sum += weights[column] = Math.exp(weights[column] - most);
      for (let column = 0; column < seen; column++) {
        const weight = weights[column] / sum;
        const from = column * width + head * size;
        for (let i = 0; i < size; i++) out[at + i] += weight * value[from + i];
      }
    }
  }
  return out;
}

function feedForward(x, rows, block) {
  const hidden = linear(x, rows, block[1]);
  for (let i = 0; i < hidden.length; i++) if (hidden[i] < 0) hidden[i] = 0;
  return linear(hidden, rows, block[2]);
}

function prepared(block) {
  if (block.weight) {
    const { weight, bias } = block;
    return { weight: flat(weight), bias: Float32Array.from(bias), inputs: weight.length, outputs: bias.length };
  }
  if (block.gain) return { gain: Float32Array.from(block.gain), bias: Float32Array.from(block.bias) };
  return Object.fromEntries(Object.entries(block).map(([name, part]) => [name, prepared(part)]));
}

export function load({ embedding, encoder, decoder, heads, bos, eos, longest }) {
  const width = embedding[0].length;
  const symbols = embedding.length;
  const rowsOf = embedding.map((row) => Float32Array.from(row));
  const turned = { weight: flat(embedding[0].map((_, i) => embedding.map((row) => row[i]))) };
  Object.assign(turned, { bias: new Float32Array(symbols), inputs: width, outputs: symbols });
  const up = encoder.map(prepared);
  const down = decoder.map(prepared);
  const positions = Float32Array.from({ length: 64 * width }, (_, at) => {
    const i = at % width;
    const angle = Math.floor(at / width) / 10000 ** ((i - (i % 2)) / width);
    return i % 2 ? Math.cos(angle) : Math.sin(angle);
  });

  function embed(tokens, first = 0) {
    const out = new Float32Array(tokens.length * width);
    tokens.forEach((token, row) => {
      for (let i = 0; i < width; i++) {
        out[row * width + i] = rowsOf[token][i] * Math.sqrt(width) + positions[(first + row) * width + i];
      }
    });
    return out;
  }
  function encode(source) {
    const rows = source.length;
    let x = embed(source);
    for (const { self_attention: own, norm_1, norm_2, feed_forward } of up) {
      const [query, key, value] = [own.query, own.key, own.value].map((part) => linear(x, rows, part));
      const seen = attend(query, key, value, rows, rows, heads, width);
      x = addNorm(x, linear(seen, rows, own.output), norm_1);
      x = addNorm(x, feedForward(x, rows, feed_forward), norm_2);
    }
    return x;
  }
  function lookAt(memory) {
    const rows = memory.length / width;
    const look = ({ cross_attention: { key, value } }) => [linear(memory, rows, key), linear(memory, rows, value)];
    return down.map((layer) => ({ rows, memory: look(layer), key: new Float32Array(64 * width), value: new Float32Array(64 * width) }));
  }
  function decode(tokens, first, kept) {
    const rows = tokens.length;
    let x = embed(tokens, first);
    down.forEach(({ self_attention: own, cross_attention: cross, norm_1, norm_2, norm_3, feed_forward }, at) => {
      const layer = kept[at];
      layer.key.set(linear(x, rows, own.key), first * width);
      layer.value.set(linear(x, rows, own.value), first * width);
      const query = linear(x, rows, own.query);
      const seen = attend(query, layer.key, layer.value, rows, first + rows, heads, width, first);
      x = addNorm(x, linear(seen, rows, own.output), norm_1);
      const found = attend(linear(x, rows, cross.query), ...layer.memory, rows, layer.rows, heads, width);
      x = addNorm(x, linear(found, rows, cross.output), norm_2);
      x = addNorm(x, feedForward(x, rows, feed_forward), norm_3);
    });
    return linear(x, rows, turned);
  }
  return {
    encoder: encode,
    forward(source, target) {
      const logits = decode([bos, ...target.slice(0, -1)], 0, lookAt(encode(source)));
      return target.map((_, row) => softmax(logits.subarray(row * symbols, (row + 1) * symbols)));
    },
    greedy(source) {
      const kept = lookAt(encode(source));
      const written = [];
      while (written.length < longest && written.at(-1) !== eos) {
        const row = decode([written.at(-1) ?? bos], written.length, kept);
        let best = eos;
        for (let token = eos; token < symbols; token++) if (row[token] > row[best]) best = token;
        written.push(best);
      }
      return written;
    },
  };
}

function softmax(row) {
  const most = Math.max(...row);
  const out = row.map((value) => Math.exp(value - most));
  const sum = out.reduce((a, b) => a + b, 0);
  return out.map((value) => value / sum);
}
