import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.random import Random


def test_bits_are_those_of_splitmix64():
    # The first outputs that its published C code gives for seed 1234567.
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert Random(1234567).bits(5).tolist() == expected


def test_drawing_in_pieces_continues_the_stream():
    random = Random(7)
    pieces = np.concatenate([random.bits(3), random.bits(0), random.bits(5)])
    assert (pieces == Random(7).bits(8)).all()


@given(st.integers(0, 2**64 - 1))
def test_a_seed_is_all_that_matters(seed):
    assert (Random(seed).normal(2, 3) == Random(seed).normal(2, 3)).all()
    assert (Random(seed).uniform(8) != Random((seed + 1) % 2**64).uniform(8)).any()


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_outside_64_bits_is_refused(seed):
    with pytest.raises(OverflowError):
        Random(seed)


@pytest.mark.parametrize("seed", [1, 2, 99])
def test_uniform_fills_the_interval_evenly(seed):
    numbers = Random(seed).uniform(100, 200)
    assert numbers.shape == (100, 200)
    assert numbers.min() >= 0 and numbers.max() < 1
    counts = np.bincount((numbers * 10).astype(int).ravel(), minlength=10)
    assert (np.abs(counts - 2000) < 5 * np.sqrt(2000 * 0.9)).all()


@pytest.mark.parametrize("seed", [1, 2, 99])
def test_normal_has_mean_0_variance_1_and_the_right_tails(seed):
    numbers = Random(seed).normal(20_000)
    assert abs(numbers.mean()) < 5 / np.sqrt(20_000)
    assert abs(numbers.var() - 1) < 5 * np.sqrt(2 / 20_000)
    assert abs((np.abs(numbers) > 2).mean() - 0.0455) < 0.008
    assert np.isfinite(numbers).all()


def test_integers_reach_both_ends_and_no_further():
    numbers = Random(3).integers(-2, 3, 1000)
    assert sorted(set(numbers.tolist())) == [-2, -1, 0, 1, 2]


def test_permutation_has_every_number_once():
    order = Random(3).permutation(20)
    assert sorted(order) == list(range(20)) and list(order) != list(range(20))


def test_one_number_without_a_shape():
    assert Random(5).uniform().shape == ()
    assert Random(5).normal().shape == ()
