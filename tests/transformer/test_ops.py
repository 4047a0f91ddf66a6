import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.random import Random
from engine.transformer.ops import feed_forward, layer_norm, softmax

ROWS = st.lists(st.lists(st.floats(-1e300, 1e300), min_size=3, max_size=3), min_size=1, max_size=4)


@given(ROWS)
def test_softmax_rows_sum_to_one_however_large_the_numbers(rows):
    result = softmax(np.array(rows))
    assert np.allclose(result.sum(axis=-1), 1, rtol=0, atol=1e-12)
    assert (result >= 0).all()


def test_softmax_of_minus_infinity_is_exactly_zero():
    assert softmax(np.array([0.0, -np.inf])).tolist() == [1.0, 0.0]


def test_layer_norm_brings_every_position_to_mean_0_and_variance_1():
    x = 5 + 3 * Random(1).normal(4, 48)
    norm = layer_norm(x, np.full(48, 2.0), np.full(48, 7.0))
    np.testing.assert_allclose(norm.mean, x.mean(axis=-1))
    np.testing.assert_allclose(norm.variance, x.var(axis=-1))
    np.testing.assert_allclose(norm.normalized.mean(axis=-1), 0, atol=1e-12)
    np.testing.assert_allclose(norm.normalized.var(axis=-1), 1, rtol=1e-5)
    np.testing.assert_allclose(norm.output, norm.normalized * 2 + 7)


def test_layer_norm_of_a_row_that_does_not_vary_is_finite():
    assert layer_norm(np.ones((1, 48)), np.ones(48), np.zeros(48)).output.tolist() == [[0.0] * 48]


def test_feed_forward_treats_every_position_alone():
    random = Random(1)
    shapes = {"1": (48, 128), "2": (128, 48)}
    parameters = {part: {"weight": random.normal(*s), "bias": random.normal(s[1])} for part, s in shapes.items()}
    x = random.normal(5, 48)
    together = feed_forward(x, parameters)
    alone = [feed_forward(row[None], parameters).output[0] for row in x]
    np.testing.assert_allclose(together.output, alone, rtol=0, atol=1e-9)
    assert (together.rectified == np.where(together.hidden > 0, together.hidden, 0)).all()
