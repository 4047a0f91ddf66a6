import hashlib
import io
import shutil

import numpy as np
import pytest

from engine.errors import Altered
from engine.transformer import parameters
from engine.transformer.model import Model
from engine.transformer.parameters import DECODER, SHAPES, load, prepare
from weights.ship import record


def arriving(arrays):
    """Arguments of `load` for arrays whose file arrived whole."""
    file = io.BytesIO()
    np.savez(file, parameters=record(arrays))
    return file.getvalue(), SHAPES, "a.npz", {"a.npz": {"sha256": hashlib.sha256(file.getvalue()).hexdigest()}}


@pytest.fixture
def halves(random_parameters):
    """What a file of parameters holds."""
    return {name: array.astype(np.float16) for name, array in random_parameters.items()}


def test_there_are_exactly_109376_and_63136_in_the_decoder():
    assert sum(int(np.prod(shape)) for shape in SHAPES.values()) == 109_376
    assert sum(int(np.prod(shape)) for shape in DECODER.values()) == 63_136


def test_loading_gives_float64_read_only_in_order(halves):
    loaded = load(*arriving(dict(reversed(halves.items()))))
    assert list(loaded) == list(SHAPES)
    for name, array in loaded.items():
        assert array.dtype == np.float64 and not array.flags.writeable
        assert (array == halves[name]).all()


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: data[:50] + b"x" + data[51:], lambda data: b""]
)
def test_altered_bytes_are_refused(halves, damage):
    data, *others = arriving(halves)
    sha256 = others[-1]["a.npz"]["sha256"]
    with pytest.raises(Altered, match=f"a.npz: .* expected sha256 {sha256}, received [0-9a-f]+") as caught:
        load(damage(data), *others)
    assert caught.value.sentence == "The file a.npz is not the one this page was built with."


def test_missing_and_unknown_names_are_said(halves):
    halves["extra"] = halves.pop("embedding")
    with pytest.raises(ValueError, match=r"missing \['embedding'\], unknown \['extra'\]"):
        load(*arriving(halves))


@pytest.mark.parametrize("replacement", [np.zeros((48, 44), np.float16), np.zeros(2112), np.zeros((44, 48), np.int64)])
def test_another_shape_or_type_is_refused(halves, replacement):
    halves["embedding"] = replacement
    received = f"{replacement.dtype} of shape {replacement.shape}"
    with pytest.raises(ValueError) as caught:
        load(*arriving(halves))
    assert str(caught.value) == f"embedding: expected floats of shape (44, 48), received {received}"


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(halves, number):
    halves["decoder.layers.1.norm_3.gain"][7] = number
    with pytest.raises(
        ValueError, match=r"decoder\.layers\.1\.norm_3\.gain: expected finite numbers, received 1 others"
    ):
        load(*arriving(halves))


def test_pickled_objects_are_refused(halves):
    halves["embedding"] = np.array([{"an": "object"}])
    with pytest.raises(ValueError, match="allow_pickle"):
        load(*arriving(halves))


def test_preparing_loses_and_changes_nothing(random_parameters):
    prepared = prepare(random_parameters)
    fused = prepared["decoder"][1]["self_attention"]["query_key_value"]
    for place, part in enumerate(("query", "key", "value")):
        columns = slice(48 * place, 48 * place + 48)
        prefix = f"decoder.layers.1.self_attention.{part}"
        assert (fused["weight"][:, columns] == random_parameters[f"{prefix}.weight"]).all()
        assert (fused["bias"][columns] == random_parameters[f"{prefix}.bias"]).all()
    assert prepared["encoder"][0]["norm_2"]["gain"] is random_parameters["encoder.layers.0.norm_2.gain"]


@pytest.fixture
def shipped_files(tmp_path, monkeypatch):
    """A copy of the shipped files that the engine reads instead."""
    for name in ("parameters.npz", "manifest.json"):
        shutil.copy(parameters.FOLDER / name, tmp_path)
    monkeypatch.setattr(parameters, "FOLDER", tmp_path)
    return tmp_path


def test_the_shipped_files_load(shipped_files):
    assert list(Model.load().parameters) == list(SHAPES)


def test_shipped_parameters_cut_short_are_refused(shipped_files):
    file = shipped_files / "parameters.npz"
    file.write_bytes(file.read_bytes()[:-1000])
    with pytest.raises(Altered, match=r"parameters\.npz: altered or cut short"):
        Model.load()


@pytest.mark.parametrize("name", ["parameters.npz", "manifest.json"])
def test_a_missing_file_is_named(shipped_files, name):
    (shipped_files / name).unlink()
    with pytest.raises(FileNotFoundError, match=name):
        Model.load()


@pytest.mark.parametrize(("text", "message"), [("{", "manifest.json: "), ("{}", "parameters.npz: expected a file")])
def test_a_broken_manifest_is_named(shipped_files, text, message):
    (shipped_files / "manifest.json").write_text(text)
    with pytest.raises(ValueError, match=message):
        Model.load()
