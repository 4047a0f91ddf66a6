"""The user's cache: what was not used for longest makes room."""

import os

import pytest

from site_builder import cache


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    return tmp_path


def test_what_is_kept_is_made_once():
    assert cache.kept("a/b", lambda: b"made") == b"made"
    assert cache.kept("a/b", lambda: b"other") == b"made"
    assert cache.read("a/c") is None


def test_what_was_used_longest_ago_makes_room(folder, monkeypatch):
    for age, name in enumerate(("new", "in/middle", "old")):
        cache.keep(name, b"12345")
        os.utime(folder / name, (0, 1000 - age))
    monkeypatch.setattr(cache, "ROOM", 12)
    cache.tidy()
    assert cache.read("old") is None
    assert cache.read("in/middle") == b"12345", "which is now the newest"
    monkeypatch.setattr(cache, "ROOM", 5)
    cache.tidy()
    assert [file.name for file in folder.rglob("*") if file.is_file()] == ["middle"]
