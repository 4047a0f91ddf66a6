import inspect
import re

import numpy as np
import pytest

from engine.transformer import trace as records
from engine.transformer.answer import Answer
from engine.transformer.decoding import BeamStep
from engine.transformer.trace import Trace, arrays, resolve

TEXT = "the third of march 2012"
RECORDS = [each for each in vars(records).values() if hasattr(each, "_fields")] + [Answer, BeamStep]


def lines(record):
    """The docstring's field lines: {name: axes, or None where there are none}."""
    found = re.findall(r"^(\w+): (?:\[([^]]*)\] )?\S", inspect.getdoc(record), re.MULTILINE)
    return {name: axes.split(", ") if axes else None for name, axes in found}


def inner(record):
    """Every record inside a record, itself first."""
    if hasattr(record, "_fields"):
        yield record
    if isinstance(record, tuple):
        for part in record:
            yield from inner(part)


def check_shapes(record):
    sizes = {}
    for name, axes in lines(type(record)).items():
        value = getattr(record, name)
        assert isinstance(value, np.ndarray) == (axes is not None), f"{type(record).__name__}.{name}"
        if axes is not None:
            assert len(axes) == value.ndim, f"{type(record).__name__}.{name}"
            for axis, size in zip(axes, value.shape, strict=True):
                assert sizes.setdefault(axis, size) == size, f"{type(record).__name__}.{name}: {axis}"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_every_field_has_its_line_in_order(record):
    assert list(lines(record)) == list(record._fields)


@pytest.mark.parametrize("text", [TEXT, "", "3"])
@pytest.mark.parametrize("what_if", [{}, {"masked": False}, {"positions": False}], ids=str)
def test_shapes_are_those_of_the_docstrings(model, text, what_if):
    found = list(inner(model.trace(text, **what_if)))
    assert {type(record) for record in found} == set(RECORDS) - {Answer, BeamStep}
    for record in (*found, model.answer(text, **what_if), *model.beam(text)):
        check_shapes(record)


def test_axes_have_the_sizes_of_the_toy(model):
    trace = model.trace(TEXT, "2012-03-03")
    assert trace.encoder.output.shape == (24, 48)
    assert trace.logits.shape == (11, 44)
    assert trace.decoder.layers[1].cross_attention.weights.shape == (4, 11, 24)
    assert trace.decoder.layers[1].feed_forward.hidden.shape == (11, 128)


def test_numbers_are_float64_and_tokens_whole(model):
    for name, array in arrays(model.trace(TEXT)):
        whole = name.endswith("tokens") or name == "target"
        assert array.dtype == (np.int64 if whole else np.float64), name


def test_arrays_are_read_only_and_records_frozen(model):
    trace = model.trace(TEXT)
    assert not [name for name, array in arrays(trace) if array.flags.writeable]
    with pytest.raises(AttributeError):
        trace.logits = None
    assert not hasattr(trace, "__dict__")
    assert not model.answer(TEXT).probabilities.flags.writeable


def test_every_dotted_name_leads_to_its_array(model):
    trace = model.trace(TEXT)
    named = dict(arrays(trace))
    assert len(named) > 100
    for name, array in named.items():
        assert resolve(trace, name) is array
        assert eval(f"trace.{name}", {"trace": trace}) is array  # the name is also Python


def test_a_dotted_name_with_places_is_a_number(model):
    trace = model.trace(TEXT)
    weights = trace.decoder.layers[1].cross_attention.weights
    assert resolve(trace, "decoder.layers[1].cross_attention.weights[3,0,7]") == weights[3, 0, 7]
    assert (resolve(trace, "decoder.layers[1].cross_attention.weights[3]") == weights[3]).all()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "encoder.layer",
        "encoder.count",
        "encoder[0]",
        "encoder.layers[2].residual_1",
        "encoder.layers[x].residual_1",
        "logits[0,44]",
        "logits[0][1]",
        "encoder.layers[0,1].residual_1",
        "logits[]",
    ],
)
def test_a_name_that_is_not_there_is_said(model, name):
    with pytest.raises(ValueError, match="no value named"):
        resolve(model.trace(TEXT), name)


def test_trace_class_is_the_root(model):
    assert type(model.trace(TEXT)) is Trace
