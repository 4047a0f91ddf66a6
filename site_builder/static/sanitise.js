// Markup of an answer becomes nodes only through this list: text a reader typed, or a fragment brought, cannot become a script.

const words = (text) => new Set(text.trim().split(/\s+/));

const ELEMENTS = words(`
  a abbr b br button caption code data div dd dl dt em h3 h4 hr i li ol p pre s section small span strong sub sup table tbody
  td tfoot th thead tr ul var svg g path line polyline polygon rect circle ellipse text tspan title desc defs mask clippath
  image use marker math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr
  mtd mstyle mpadded mphantom semantics`);

const ATTRIBUTES = words(`
  id class style role tabindex title lang dir hidden type value disabled colspan rowspan scope start href viewbox
  preserveaspectratio width height x y x1 y1 x2 y2 cx cy r rx ry d dx dy points transform pathlength fill fill-opacity
  fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset opacity
  vector-effect shape-rendering text-anchor dominant-baseline font-size font-weight letter-spacing textlength lengthadjust
  rotate mask clip-path clip-rule maskunits maskcontentunits clippathunits pointer-events marker-start marker-mid marker-end
  markerwidth markerheight markerunits refx refy orient display displaystyle mathvariant stretchy fence separator form lspace
  rspace minsize maxsize symmetric largeop movablelimits accent accentunder linethickness columnalign rowspacing columnspacing
  scriptlevel depth voffset`);

const OWN = /^(data|aria)-[a-z0-9-]+$/;
const ADDRESS = /^(#|data:image\/png;base64,[a-z0-9+/=\s]*$)/i;
const FOREIGN_STYLE = /\\|image-set\(|image\(|src\(|cross-fade\(/i;

function isAllowed({ name, value }) {
  const plain = name.toLowerCase();
  if (!ATTRIBUTES.has(plain)) return OWN.test(plain);
  if (plain === "href") return ADDRESS.test(value);
  if (plain === "type") return value === "button";
  if (plain === "style" && FOREIGN_STYLE.test(value)) return false;
  return [...value.matchAll(/url\(\s*["']?([^)"']*)/gi)].every(([, address]) => ADDRESS.test(address));
}

/** The markup as a fragment, without what the list does not name. */
export function sanitise(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  for (const element of template.content.querySelectorAll("*")) {
    if (!ELEMENTS.has(element.localName.toLowerCase())) element.remove();
    else for (const attribute of [...element.attributes]) if (!isAllowed(attribute)) element.removeAttributeNode(attribute);
  }
  return template.content;
}
