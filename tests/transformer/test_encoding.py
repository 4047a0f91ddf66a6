import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.transformer.encoding import frequencies, positional_encoding, rotation


@pytest.mark.parametrize("d_model", [48, 512])
def test_formula_of_the_paper(d_model):
    encoding = positional_encoding(64, d_model)
    for position, pair in ((0, 0), (1, 0), (10, 5), (63, d_model // 2 - 1)):
        angle = position / 10000 ** (2 * pair / d_model)
        assert encoding[position, 2 * pair] == pytest.approx(math.sin(angle), abs=1e-12)
        assert encoding[position, 2 * pair + 1] == pytest.approx(math.cos(angle), abs=1e-12)


def test_wavelengths_are_geometric_and_start_at_two_pi():
    wavelengths = 2 * np.pi / frequencies(512)
    assert wavelengths[0] == pytest.approx(2 * np.pi)
    assert wavelengths[-1] == pytest.approx(60_611, abs=1)
    np.testing.assert_allclose(wavelengths[1:] / wavelengths[:-1], wavelengths[1] / wavelengths[0])


@given(st.integers(0, 63), st.integers(-32, 32), st.sampled_from([48, 512]))
def test_an_offset_is_a_rotation_of_every_pair(position, offset, d_model):
    start = max(0, -offset)
    encoding = positional_encoding(128, d_model).reshape(128, -1, 2)
    turned = (rotation(offset, d_model) @ encoding[start + position][..., None])[..., 0]
    np.testing.assert_allclose(turned, encoding[start + position + offset], rtol=0, atol=1e-9)


def test_similarity_depends_on_the_offset_only():
    encoding = positional_encoding(48, 48)
    similarity = encoding @ encoding.T
    for offset in range(48):
        diagonal = np.diagonal(similarity, offset)
        np.testing.assert_allclose(diagonal, diagonal[0], rtol=0, atol=1e-9)
