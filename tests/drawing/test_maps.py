"""A map's picture and its exact values."""

import base64
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from engine.drawing.maps import NEVER, encode, heat_map, png, strip

MATRICES = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.floats(0, 1))


def pixels(picture):
    """Rows of opacities of a grey-with-alpha PNG."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colour = struct.unpack(">IIBB", picture[16:26])
    assert (depth, colour) == (8, 4)
    start = picture.index(b"IDAT") + 4
    size = struct.unpack(">I", picture[start - 8 : start - 4])[0]
    raw = np.frombuffer(zlib.decompress(picture[start : start + size]), np.uint8).reshape(height, 1 + 2 * width)
    assert (raw[:, 0] == 0).all() and (raw[:, 1::2] == 255).all()
    return raw[:, 2::2]


@given(MATRICES)
def test_the_picture_holds_the_opacities(matrix):
    assert np.array_equal(pixels(png(matrix)), np.round(matrix * 255))


@given(MATRICES)
def test_values_are_exact_to_six_decimals(matrix):
    numbers = np.frombuffer(base64.b64decode(encode(matrix)), "<i4").reshape(matrix.shape)
    assert np.abs(numbers / 1e6 - matrix).max() <= 5e-7


def test_minus_infinity_is_the_smallest_number():
    assert np.frombuffer(base64.b64decode(encode(np.array([[-np.inf, -1.5]]))), "<i4").tolist() == [NEVER, -1_500_000]


def test_equal_pictures_share_an_identity_and_others_do_not():
    def identity(matrix):
        return heat_map(matrix, "w[{row},{column}]", "weights").split('id="')[1].split('"')[0]

    assert identity(np.eye(3)) == identity(np.eye(3)) != identity(np.ones((3, 3)))


def test_a_map_is_one_grid_that_can_be_reached():
    markup = heat_map(np.eye(3), "w[{row},{column}]", "weights", sets="query={row}", first_column=12)
    assert markup.count('role="grid"') == 1 and 'tabindex="0"' in markup and 'data-first-column="12"' in markup


def test_a_strip_draws_up_where_positive():
    markup = strip(np.array([1.0, -0.5]), 1.0, "v[{column}]", "vector")
    assert "M0.15 18h0.7v-18" in markup and "M1.15 18h0.7v9" in markup
    assert strip(np.zeros(3), 0.0, "v[{column}]", "nothing")


@pytest.mark.parametrize("matrix", [np.zeros((1, 1)), np.ones((48, 48))])
def test_extremes(matrix):
    assert heat_map(matrix, "w[{row},{column}]", "weights")
