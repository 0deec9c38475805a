"""The small semidefinite solver on a program with known answers."""

import math

import numpy as np
import pytest

from dptheory.lyapunov.barrier import Pencil, centre, inverse, least, minimise, moved, value

NOTHING = np.zeros(2)
# [[u, v], [v, r u]], v - u/2 and u + v with u = 1 kept: inside just if 1/2 < v < sqrt(r).
UNITS = np.array([[[[0.0, 1], [1, 0]], [[1, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 1]]]])
BASE, SLOPE = (np.ascontiguousarray(it.transpose(1, 2, 0))[None] for it in UNITS)
ROWS = np.array([[1.0, -0.5], [1.0, 1.0]])
IT = Pencil(np.array([2]), 1, BASE, SLOPE, ROWS, 0 * ROWS, np.zeros(2))


def test_the_barrier_its_end_and_its_centre() -> None:
    v = np.array([0.6, 1.0])
    expected = -math.log(2 - 0.36) - math.log(0.1) - math.log(1.6)
    assert value(v, IT, 2.0, np.array([3.0, 9.0])) == pytest.approx(expected + 1.8)
    assert all(math.isnan(value(np.array([x, 1.0]), IT, 2.0, NOTHING)) for x in (0.5, 1.5))
    assert centre(v, IT, 2.0, NOTHING, 1e-8)
    h = np.array([1e-4, 0.0])
    assert abs(value(v + h, IT, 2.0, NOTHING) - value(v - h, IT, 2.0, NOTHING)) < 1e-8


def test_the_least_parameter_and_the_way_back() -> None:
    v = np.array([1.0, 1.0])
    assert least(v, IT, 4.0, 1e-10, 1.0, 0.7) == 0.7
    found = least(v, IT, 0.7, 1e-10, 1.0, -1.0)
    assert found == pytest.approx(0.25, abs=1e-9)
    assert not math.isnan(value(v, IT, found, NOTHING))
    assert moved(v, IT, found, 0.3, 1e-6)
    assert 0.5 < v[0] < math.sqrt(0.3)


@pytest.mark.parametrize(("sign", "end"), [(1.0, 0.5), (-1.0, math.sqrt(2))])
def test_the_minimum_of_a_cost(sign: float, end: float) -> None:
    v = np.array([0.8, 1.0])
    assert minimise(v, IT, 2.0, np.array([sign, 0.0]), 1e-8)
    assert v[0] == pytest.approx(end, abs=1e-7)


def test_inverses() -> None:
    X = np.array([[4.0, 1, 0], [1, 3, 1], [0, 1, 2]])
    assert inverse(X) == pytest.approx(np.linalg.inv(X))
    assert np.isnan(inverse(X - 3 * np.eye(3))).all()
