r"""Section 4, Figure 3: heat maps of the accuracy over the paper's grids.

On the runs of ``laboratory/runs``, at the budgets of the figure. What depends on what
is judged by sums of squares over a grid; which is easier to tune, by what the best of four random
configurations lacks on average to the best one of both grids, summed over the budgets.
"""

from verify.language import behaves, claim
from verify.papers.nsgd.laboratory import runs

BUDGETS = (2, 4, 8)
ALL = ("the three budgets",)


def of(method: str) -> tuple[str, ...]:
    """A cell for each budget."""
    return tuple(f"{method}, eps = {eps}" for eps in BUDGETS)


BY_RATE = behaves("less", of("normalising"), runs.other_effects_over_that_of_the_rate)
FIG_3 = (
    claim("nsgd/fig-3-tuning", "§4, Fig 3", "learning rate, threshold and regulariser")
    .says(
        {
            "DP-NSGD: mostly the learning rate": BY_RATE,
            "DP-NSGD: less spread over r than over c": behaves(
                "less",
                tuple(f"eps = {eps}" for eps in BUDGETS),
                runs.spread_over_r_over_spread_over_c,
            ),
            "DP-SGD: not the learning rate alone": behaves(
                "less", of("clipping"), runs.effect_of_the_rate_over_the_others
            ),
            "DP-NSGD is easier to tune": behaves(
                "less", ALL, runs.shortfall_of_normalising_over_clipping
            ),
        },
        # The best accuracy is DP-SGD's.
        notes=(behaves("less", ALL, runs.best_of_normalising_over_clipping),),
        needs_data=("the accuracies of ResNet20 on CIFAR-10 (Figure 3)",),
    )
    .rejects("DP-SGD", part="DP-NSGD: mostly the learning rate", cells=of("clipping"))
)
