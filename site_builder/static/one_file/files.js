// Part of the page that is one file, and of its worker. The site's files stand in the page as text: what a script asks of
// the address they would have comes from there, and what it imports too. `parts`: path -> its bytes, in base85.

let parts = {};
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";
const digits = new Uint8Array(128);
[...DIGITS].forEach((sign, value) => (digits[sign.charCodeAt()] = value));

/** Five signs are four bytes; a last group is as much shorter as its bytes are. */
function bytes(text) {
  const view = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
  for (let at = 0, to = 0; at < text.length; at += 5, to += 4) {
    let number = 0;
    for (let place = at; place < at + 5; place++) number = number * 85 + (place < text.length ? digits[text.charCodeAt(place)] : 84);
    view.setUint32(to, number);
  }
  return new Uint8Array(view.buffer, 0, Math.floor((text.length * 4) / 5));
}

/** By a writer, because a stream of a Blob fails in the worker of WebKit. */
function inflated(packed) {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  writer.write(packed);
  writer.close();
  return readable;
}

/** The file at a path. One that stands here only gzipped is there, without content, as on a host that does not compress. */
function file(path) {
  if (!(path in parts)) return new Response("", { status: `${path}.gz` in parts ? 200 : 404 });
  const data = bytes(parts[path]);
  const isPacked = !path.endsWith(".gz") && data[0] === 0x1f && data[1] === 0x8b;
  return new Response(isPacked ? inflated(data) : data);
}

const { fetch: fetchOutside } = self;
self.fetch = async (address, options) =>
  String(address).startsWith(INSIDE) ? file(String(address).slice(INSIDE.length)) : fetchOutside(address, options);

/** What import() gives; WebKit's worker imports from data: only. */
async function importInside(address) {
  const source = await (await fetch(address)).text();
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return import(blob).catch(() => import(`data:text/javascript;charset=utf-8,${encodeURIComponent(source)}`));
}
