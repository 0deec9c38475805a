r"""How to spend a privacy budget over iterations: the schedule that minimises weighted variances.

A bound of the form :math:`\sum_t a_t \mathrm{Var}_t` with nonnegative weights :math:`a_t` is to be
made small at a given budget, :math:`\mathrm{Var}_t` being the noise variance of a coordinate at
iteration t. Steps of weight zero get no budget (infinite noise): leave them out of the run.

* :func:`allocate`: the best one for a budget of either kind.
* :func:`laplace`: pure budget, with or without sampling: a one-dimensional dual problem.
* :func:`gaussian_zcdp`: zero-concentrated DP, in closed form.
* :func:`gaussian`: (epsilon, delta) on mini-batches, by composed privacy losses, numerically.
* :func:`uniform`, :func:`cube_root`, :func:`fourth_root` and :func:`compare`: what the optimum
  gains, and over what.

Page: ``docs/allocation.md``.
"""

from typing import TYPE_CHECKING

from dptheory.lazy import lazily

if TYPE_CHECKING:
    from dptheory.allocation.best import allocate
    from dptheory.allocation.gaussian_schedule import fourth_root, gaussian
    from dptheory.allocation.laplace_schedule import laplace
    from dptheory.allocation.schedule import Allocation
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = ["Allocation", "allocate", "fourth_root", "gaussian", "laplace"]
