"""What `new` begins is whole: it builds, and it never writes over anything."""

import pytest

from site_builder.build import build
from site_builder.new import new_figure, new_section

from .conftest import no_runtime


def test_a_new_section_follows_the_last_and_builds(copy):
    assert new_section(copy, "A second bar").name == "02-a-second-bar.md"
    assert b'<h2 id="a-second-bar">' in build(copy, no_runtime)["index.html"]


def test_a_new_figure_draws_as_it_is(copy):
    file = new_figure(copy, "A new figure")
    assert file == copy / "small" / "figures" / "a_new_figure.py"
    source = file.read_text()
    module: dict = {"__name__": "new_figure"}
    exec(compile(source, "new_figure.py", "exec"), module)
    for state in module["EXAMPLES"].values():
        assert f'value="{state.length}"' in module["render"](state, None)
        assert str(state.length) in module["describe"](state, None)


def test_nothing_is_written_over(copy):
    (copy / "content" / "02-taken.md").write_text("mine")
    (copy / "content" / "01-one-bar.md").unlink()
    new_section(copy, "Taken")
    assert (copy / "content" / "02-taken.md").read_text() == "mine"
    new_figure(copy, "Twice")
    with pytest.raises(FileExistsError, match="twice.py exists already"):
        new_figure(copy, "Twice")
