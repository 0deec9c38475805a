"""Statistics of blocks, however many are folded at once, and the threads that make the blocks."""

import threading

import numpy as np
import pytest
from joblib import parallel_config
from numpy.testing import assert_equal

from dptheory.simulation.statistics import LossStatistics, empty, fold_blocks
from dptheory.simulation.workers import in_threads

RNG = np.random.default_rng(3)
Blocks = list[np.ndarray]


def one_by_one(blocks: Blocks, r: int) -> LossStatistics:
    found = empty(np.arange(r))
    for block in blocks:
        found = fold_blocks(found, [block])
    return found


@pytest.mark.parametrize("r", [1, 2, 3, 8, 9, 40, 1500])  # 1500 are summed in parts
@pytest.mark.parametrize("size", [1, 20, 63, 64])
def test_blocks_folded_at_once_have_the_bits_of_blocks_folded_alone(r: int, size: int) -> None:
    blocks = list(np.exp(5 * RNG.normal(size=(70, size, r)))) + [np.ones((max(1, size // 2), r))]
    alone = one_by_one(blocks, r)
    assert_equal(vars(fold_blocks(empty(np.arange(r)), blocks)), vars(alone))
    halves = fold_blocks(fold_blocks(empty(np.arange(r)), blocks[:31]), blocks[31:])
    assert_equal(vars(halves), vars(alone))


def test_statistics_of_blocks_are_those_of_all_losses() -> None:
    blocks = list(RNG.normal(size=(9, 20, 4))) + [RNG.normal(size=(7, 4))]
    found, losses = fold_blocks(empty(np.arange(4)), blocks), np.concatenate(blocks)
    assert found.count == 187
    np.testing.assert_allclose(found.mean, losses.mean(axis=0), rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(found.variance, losses.var(axis=0, ddof=1), rtol=1e-12)


def test_an_infinite_loss_makes_its_iteration_infinite_and_no_other() -> None:
    first, blocks = fold_blocks(empty(np.arange(2)), [np.ones((4, 2))]), np.ones((3, 4, 2))
    blocks[1, 2, 0] = np.inf
    found = fold_blocks(first, list(blocks))
    assert found.mean.tolist() == [np.inf, 1.0]
    assert found.squared_deviations.tolist() == [np.inf, 0.0]
    # The given statistics stay as they are.
    assert (first.count, first.mean.tolist()) == (4, [1.0, 1.0])


def test_threads_answer_in_the_order_of_their_tasks() -> None:
    turn = threading.Event()

    def late_first(task: int) -> int:
        if task == 0:
            turn.wait(10)
        turn.set()
        return task

    assert in_threads(late_first, range(5), 2) == [0, 1, 2, 3, 4]


def test_a_configured_backend_of_joblib_does_the_work() -> None:
    with parallel_config(backend="sequential"):
        names = in_threads(lambda _: threading.current_thread().name, range(3), 2)
    assert names == [threading.current_thread().name] * 3


def test_an_error_in_a_thread_is_the_callers() -> None:
    def fails(task: int) -> int:
        raise ValueError(f"task {task}")

    with pytest.raises(ValueError, match="task 0"):
        in_threads(fails, range(3), 2)
