"""The morph: any stage becomes any other, and what the reader holds is kept."""

import random

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

MORPH = """async (pairs) => {
  const { morph } = await import("/morph.js");
  const host = document.createElement("div");
  document.body.append(host);
  const wanted = document.createElement("div");
  return pairs.filter(([before, after]) => {
    host.innerHTML = before;
    wanted.innerHTML = after;
    const fresh = document.createElement("template");
    fresh.innerHTML = after;
    morph(host, fresh.content);
    return !host.isEqualNode(wanted);
  });
}"""


def tree(chance: random.Random, depth: int = 3) -> str:
    """Markup of a random stage: keyed and unkeyed children, text, drawings."""
    keys = iter(chance.sample(range(9), 9))
    children = []
    for _ in range(chance.randint(0, 4)):
        kind = chance.choice(("text", "p", "b", "keyed", "set", "svg"))
        inner = tree(chance, depth - 1) if depth else "end"
        if kind == "text":
            children.append(chance.choice(("some", "words", "&amp; more")))
        elif kind == "keyed":
            children.append(f'<b data-key="{next(keys)}">{inner}</b>')
        elif kind == "set":
            children.append(f'<i data-set="query={next(keys)}" class="{chance.choice("xy")}">{inner}</i>')
        elif kind == "svg":
            path = f'<path d="M0 {chance.randint(0, 3)}"></path>'
            children.append(f'<svg viewBox="0 0 {chance.randint(1, 3)} 1">{path}</svg>')
        else:
            children.append(f'<{kind} title="{chance.randint(0, 2)}">{inner}</{kind}>')
    return "".join(children)


def test_any_tree_becomes_any_other(new_page):
    page, chance = new_page(), random.Random(7)
    pairs = [[tree(chance), tree(chance)] for _ in range(400)]
    assert page.evaluate(MORPH, pairs) == []


def test_nodes_that_stay_are_kept(new_page):
    page = new_page()
    kept = page.evaluate("""async () => {
      const { morph } = await import("/morph.js");
      const host = document.createElement("div");
      host.innerHTML = '<b data-key="1"></b><b data-key="2"></b><p>old</p>';
      const nodes = [...host.children];
      const fresh = document.createElement("template");
      fresh.innerHTML = '<b data-key="3"></b><b data-key="2" class="on"></b><b data-key="1"></b><p>new</p>';
      morph(host, fresh.content);
      return [...host.children].map((node) => nodes.indexOf(node));
    }""")
    assert kept == [-1, 1, 0, 2]


def test_focus_outlives_an_answer_that_moves_the_mark(new_page):
    page = new_page()
    letters = page.locator("#fig-letters")
    letters.locator("[name=text]").fill("abc")
    mark = letters.locator(".letter").nth(1)
    mark.focus()
    page.evaluate("""() => {
      const { text } = document.querySelector("#fig-letters form").elements;
      text.value = "xyzabc";
      text.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    expect(letters.locator(".letter")).to_have_count(6)
    expect(mark).to_be_focused()
    moved = page.evaluate("""async () => {
      const { morph } = await import("/morph.js");
      const host = document.querySelector("#fig-letters .stage");
      const fresh = document.createElement("template");
      const letters = [...host.querySelectorAll(".letter")].map((letter) => letter.outerHTML);
      fresh.innerHTML = `<div class="row">${letters.reverse().join("")}</div>`;
      morph(host, fresh.content);
      return document.activeElement.dataset.set;
    }""")
    assert moved == "query=1"


def test_a_press_that_spans_an_answer_is_still_a_click(new_page):
    page = new_page()
    letters = page.locator("#fig-letters")
    letters.locator("[name=text]").fill("abc")
    expect(letters.locator(".letter")).to_have_count(3)
    revision = int(letters.get_attribute("data-revision"))
    letters.locator(".letter").nth(2).hover()
    page.mouse.down()
    page.evaluate("() => document.querySelector('#fig-letters [name=scaled]').click()")
    expect(letters).to_have_attribute("data-revision", str(revision + 1))
    page.mouse.up()
    expect(letters.locator("[data-readout=query]")).to_have_text("2")
