"""python -m weights.evaluate on files of dates."""

import json
import sys

import pytest

from weights import evaluate

DATES = """string\tdate\tclass
3 march 2012\t2012-03-03\tplain
"4 may 1999\t1999-05-04\tquoted
7 june 2001\t1900-01-01\tplain
"""


def run(monkeypatch, path, *arguments):
    monkeypatch.setattr(sys, "argv", ["evaluate", "--dates", str(path), *arguments])
    evaluate.main()


@pytest.fixture
def dates(tmp_path):
    path = tmp_path / "dates.tsv"
    path.write_text(DATES, encoding="utf-8")
    return path


def test_json_gives_each_class_and_all(monkeypatch, capsys, dates):
    run(monkeypatch, dates, "--json")
    table = json.loads(capsys.readouterr().out)
    assert table == {
        "plain": {"strings": 2, "right": 1, "exact": 0.5},
        "quoted": {"strings": 1, "right": 1, "exact": 1.0},
        "all": {"strings": 3, "right": 2, "exact": 2 / 3},
    }


def test_the_table_ends_with_all(monkeypatch, capsys, dates):
    run(monkeypatch, dates)
    assert capsys.readouterr().out.splitlines()[-1].split() == ["all", "2", "of", "3", "66.7%"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("text\tdate\n3 may 1999\t1999-05-03\n", "expected a column 'string'"),
        ("string\tdate\n3 may 1999\n", "2: expected 2 columns"),
        ("string\tdate\n", "no dates"),
    ],
)
def test_a_file_that_is_not_dates_is_refused(monkeypatch, tmp_path, text, message):
    path = tmp_path / "wrong.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=message):
        run(monkeypatch, path)


def test_a_missing_file_is_refused(monkeypatch, tmp_path):
    with pytest.raises(SystemExit, match=r"none\.tsv"):
        run(monkeypatch, tmp_path / "none.tsv")
