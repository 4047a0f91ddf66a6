"""Markup is safe by construction: what is not Markup is escaped, whatever it is."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.markup import Markup, assignment, compact, escape, join, tag


class Reader(HTMLParser):
    def __init__(self, markup):
        super().__init__(convert_charrefs=True)
        self.starts, self.text = [], ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, name, attributes):
        self.starts.append((name, dict(attributes)))

    def handle_data(self, data):
        self.text += data


@given(st.text(alphabet=st.characters(exclude_characters="\r\x00", exclude_categories=["Cs"])))
def test_text_comes_out_as_it_went_in(text):
    read = Reader(tag("p", text, title=text))
    assert read.starts == [("p", {"title": text})] and read.text == text


def test_markup_is_not_escaped_twice():
    assert tag("p", tag("b", "<")) == "<p><b>&lt;</b></p>"
    assert escape(Markup("<i>")) == "<i>" and escape("<i>") == "&lt;i&gt;"


def test_attributes_are_named_as_in_html_and_left_out_where_unset():
    written = tag("input", class_="a", data_set="n=1", hidden=True, disabled=False, id=None, x=0.1 + 0.2, viewBox="0 0")
    assert written == '<input class="a" data-set="n=1" hidden x="0.3" viewBox="0 0">'


def test_children_may_be_nested_and_missing():
    assert join("a", None, [tag("b"), (1, "c")]) == "a<b></b>1c"


@given(st.floats(-1e4, 1e4))
def test_a_coordinate_is_right_to_a_hundredth_and_never_minus_zero(number):
    assert abs(float(compact(number)) - number) <= 0.0051 and compact(number) != "-0" and "e" not in compact(number)


@given(st.text(max_size=20), st.integers())
def test_an_assignment_reads_back_as_a_query_string(text, number):
    pairs = dict(pair.split("=") for pair in assignment(text=text, n=number).split("&"))
    back = pairs["text"].replace("%23", "#").replace("%2B", "+").replace("%3D", "=").replace("%26", "&")
    assert back.replace("%25", "%") == text and pairs["n"] == str(number)
