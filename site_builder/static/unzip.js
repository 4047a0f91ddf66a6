// The files of a zip that compresses none of them: pairs of path and bytes (a view, not a copy).

const END_OF_DIRECTORY = 22;
const DIRECTORY_ENTRY = 46;
const FILE_HEADER = 30;

export function* unzip(zip) {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.byteLength - END_OF_DIRECTORY;
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const size = view.getUint32(entry + 24, true);
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(entry + place, true));
    const header = view.getUint32(entry + 42, true);
    const start = header + FILE_HEADER + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    const path = zip.subarray(entry + DIRECTORY_ENTRY, entry + DIRECTORY_ENTRY + name);
    yield [new TextDecoder().decode(path), zip.subarray(start, start + size)];
    entry += DIRECTORY_ENTRY + name + extra + comment;
  }
}
