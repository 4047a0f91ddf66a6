// The page's fonts inside a picture, so that it reads alike where they are not.

const PARTS = ["font-style", "font-weight", "font-size", "font-family"];

async function asAddress(address) {
  const file = await (await fetch(address)).blob();
  const reader = new FileReader();
  const read = new Promise((resolve) => (reader.onload = resolve));
  reader.readAsDataURL(file);
  await read;
  return reader.result;
}

/** Style rules with the fonts in them that the words of an SVG are set in. */
export async function embedded(root) {
  const words = Map.groupBy(root.querySelectorAll("text"), (text) => PARTS.map((part) => text.getAttribute(part)).join(" "));
  const wanted = [...words].map(([font, texts]) => document.fonts.load(font, texts.map((text) => text.textContent).join("")));
  const used = new Set((await Promise.all(wanted)).flat());
  const sheets = [...document.styleSheets].map((sheet) => [sheet.href, [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule)]);
  const rules = sheets.flatMap(([base, faces]) => faces.map((rule) => [rule.cssText, base ?? location.href]));
  const needed = rules.filter((_, at) => used.has([...document.fonts][at])); // the faces of a page are in the order of its rules
  return (await Promise.all(needed.map(async ([rule, base]) => {
    const [whole, address] = rule.match(/url\("?(.*?)"?\)/);
    return rule.replace(whole, `url(${await asAddress(new URL(address, base))})`);
  }))).join("\n");
}
