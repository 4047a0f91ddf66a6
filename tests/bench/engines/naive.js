// The transformer in plain JavaScript on nested arrays, every step as the paper writes it and nothing kept between steps.

const transposed = (m) => m[0].map((_, column) => m.map((row) => row[column]));
const add = (a, b) => a.map((row, i) => row.map((value, j) => value + b[i][j]));

function multiply(a, b) {
  const product = [];
  for (let i = 0; i < a.length; i++) {
    const row = [];
    for (let j = 0; j < b[0].length; j++) {
      let sum = 0;
      for (let k = 0; k < b.length; k++) sum += a[i][k] * b[k][j];
      row.push(sum);
    }
    product.push(row);
  }
  return product;
}

const linear = (x, { weight, bias }) => multiply(x, weight).map((row) => row.map((value, i) => value + bias[i]));

function softmax(row) {
  const most = Math.max(...row);
  const exponentials = row.map((value) => Math.exp(value - most));
  const sum = exponentials.reduce((a, b) => a + b, 0);
  return exponentials.map((value) => value / sum);
}

const norm = (x, { gain, bias }) =>
  x.map((row) => {
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return row.map((value, i) => ((value - mean) / Math.sqrt(variance + 1e-6)) * gain[i] + bias[i]);
  });

function attention(x, memory, block, heads, masked) {
  const [query, key, value] = [linear(x, block.query), linear(memory, block.key), linear(memory, block.value)];
  const size = query[0].length / heads;
  const outputs = [];
  for (let head = 0; head < heads; head++) {
    const own = (m) => m.map((row) => row.slice(head * size, (head + 1) * size));
    const scores = multiply(own(query), transposed(own(key))).map((row, i) =>
      row.map((score, j) => (masked && j > i ? -Infinity : score / Math.sqrt(size))),
    );
    outputs.push(multiply(scores.map(softmax), own(value)));
  }
  return linear(x.map((_, i) => outputs.flatMap((output) => output[i])), block.output);
}

const feedForward = (x, block) => linear(linear(x, block[1]).map((row) => row.map((v) => Math.max(0, v))), block[2]);

export function load({ embedding, encoder, decoder, heads, bos, eos, longest }) {
  const width = embedding[0].length;
  const embed = (tokens) =>
    tokens.map((token, position) =>
      embedding[token].map((value, i) => {
        const angle = position / 10000 ** ((i - (i % 2)) / width);
        return value * Math.sqrt(width) + (i % 2 ? Math.cos(angle) : Math.sin(angle));
      }),
    );
  const encode = (source) =>
    encoder.reduce((input, layer) => {
      const x = norm(add(input, attention(input, input, layer.self_attention, heads, false)), layer.norm_1);
      return norm(add(x, feedForward(x, layer.feed_forward)), layer.norm_2);
    }, embed(source));
  const decode = (target, memory) =>
    decoder.reduce((input, layer) => {
      let x = norm(add(input, attention(input, input, layer.self_attention, heads, true)), layer.norm_1);
      x = norm(add(x, attention(x, memory, layer.cross_attention, heads, false)), layer.norm_2);
      return norm(add(x, feedForward(x, layer.feed_forward)), layer.norm_3);
    }, embed(target));
  const logits = (x) => multiply(x, transposed(embedding));
  return {
    encoder: encode,
    forward: (source, target) => logits(decode([bos, ...target.slice(0, -1)], encode(source))).map(softmax),
    greedy(source) {
      const memory = encode(source);
      const written = [];
      while (written.length < longest && written.at(-1) !== eos) {
        const row = logits(decode([bos, ...written], memory)).at(-1).slice(eos);
        written.push(eos + row.indexOf(Math.max(...row)));
      }
      return written;
    },
  };
}
