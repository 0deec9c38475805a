"""The numbers of the figure; the claims are tests by the line in pytest.ini."""

import numpy as np

from .drawings import fig_1


def test_the_sides_of_figure_1_meet_at_one_point() -> None:
    sides = fig_1.tables(fig_1.PARAMETERS)["sides"]
    assert np.all(sides["left"] <= sides["right"])
    assert np.sum(np.isclose(sides["left"], sides["right"])) == 1
