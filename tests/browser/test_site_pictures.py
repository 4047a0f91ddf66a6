"""Every figure saved as a picture, from a page where Python does not run: whole, readable, and standing alone."""

import base64
import re
import unicodedata
from xml.etree import ElementTree

import pytest

from tests.browser.hosting import host
from tests.browser.reader import PLACED, visit

pytestmark = pytest.mark.browser
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "g", "rect", "line", "path", "circle", "text", "tspan", "image", "mask", "style", "title", "desc"}
NEEDS_A_PAGE = {"class", "style", "vector-effect", "data-set", "tabindex", "onclick"}
SEEN = """(stage) => {
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  const seen = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    range.selectNode(node);
    if (range.getBoundingClientRect().width && node.parentElement.checkVisibility()) seen.push(node.data);
  }
  return seen;
}"""
DECODED = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0);
  const colours = new Set(new Uint32Array(brush.getImageData(0, 0, image.width, image.height).data.buffer));
  return [image.width, image.height, colours.size];
}"""


@pytest.fixture(scope="module")
def page(browser, site_folder):
    with host(site_folder) as hosted:
        hosted.faults["numpy.zip.gz"] = "missing"
        with visit(browser, hosted.address, faults=True) as page:
            page.wait_for_function("() => document.documentElement.dataset.runtime === 'failed'")
            yield page


def save(page, figure, ending):
    with page.expect_download() as download:
        figure.get_by_role("button", name=f"save {ending.upper()}").click()
    assert download.value.suggested_filename == f"{figure.get_attribute('id')}.{ending}"
    return download.value.path().read_bytes()


def letters(*texts):
    """The visible characters; a slanted letter of a formula is a letter."""
    return "".join(unicodedata.normalize("NFKC", "".join(texts)).split())


@pytest.mark.parametrize("place", PLACED, ids=lambda place: place.id)
def test_a_figure_is_saved_as_it_stands(page, place):
    figure = page.locator(f"#{place.id}")
    data = save(page, figure, "svg")
    drawing = ElementTree.fromstring(data)
    assert {element.tag.removeprefix(SVG) for element in drawing.iter()} <= DRAWN
    attributes = [(name, value) for element in drawing.iter() for name, value in element.attrib.items()]
    assert [each for each in attributes if each[0] in NEEDS_A_PAGE or re.search(r"var\(|NaN|undefined", each[1])] == []
    assert f"#{place.id}" in (drawing.findtext(f"{SVG}desc") or "")
    written = letters(*(text for element in drawing.iter(f"{SVG}text") for text in element.itertext()))
    assert [seen for seen in figure.locator(".stage").evaluate(SEEN) if letters(seen) not in written] == []
    assert letters(figure.locator(".name").inner_text()) in written
    masks, painted = ({element.get("id") for element in drawing.iter(f"{SVG}mask")},
                      [element.get("mask") for element in drawing.iter() if element.get("mask")])
    assert set(painted) == {f"url(#{mask})" for mask in masks}
    assert len(masks) == figure.locator(".stage mask").count()
    sizes = [int(drawing.get(side)) for side in ("width", "height")]
    *pixels, colours = page.evaluate(DECODED, base64.b64encode(save(page, figure, "png")).decode())
    assert pixels == [2 * size for size in sizes]
    assert colours > 20


def test_a_saved_figure_has_the_colours_of_the_page(page):
    page.emulate_media(color_scheme="dark")
    figure = page.locator(f"#{PLACED[0].id}")
    paper = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    drawing = ElementTree.fromstring(save(page, figure, "svg"))
    page.emulate_media(color_scheme="light")
    assert drawing.find(f"{SVG}rect").get("fill") == paper
