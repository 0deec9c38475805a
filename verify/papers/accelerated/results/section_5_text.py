"""Section 5, the text on Figures 3 and 4: what the curves are said to show (see data_sets)."""

from collections.abc import Iterable, Sequence

import numpy as np

from dptheory.experiments.accelerated_logistic import Array
from verify.language import Claim, Draft, Heading, behaves, claim
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.accelerated.laboratory import data_sets as runs
from verify.papers.accelerated.laboratory.data_sets import HORIZONS, against, averaged, cells

ACCELERATED = ("DP-HB", "DP-NAG", "DP-NAG-opt")
OPT = ("DP-NAG-opt", "DP-MASG-opt")


def smaller(pairs: Iterable[str]) -> Draft:
    """The first error of each pair is smaller on every data set."""
    return behaves("less", tuple(pairs), runs.error_ratio_on_the_worst_data_set)


def versus(
    algorithms: Sequence[str],
    other: str,
    *,
    m: int = runs.FULL,
    T: Sequence[int] = HORIZONS,
    c: Sequence[float] = (1.0,),
) -> tuple[str, ...]:
    """Algorithms against another one at the same m, T and c."""
    rest = cells(other, m=m, T=T, c=c)
    return tuple(p for a in algorithms for p in against(cells(a, m=m, T=T, c=c), rest))


# The accelerated algorithms against DP-GD --------------------------------------------------------
# Where they are ahead on every data set, with and without sampling.
AHEAD = {
    runs.FULL: {
        "c = 0.1": versus(ACCELERATED, "DP-GD", T=(100, 200, 500), c=(0.1,)),
        "c = 1": versus(ACCELERATED, "DP-GD", T=(100,))
        + versus(("DP-NAG-opt",), "DP-GD", T=(500, 1000)),
    },
    runs.SAMPLED: {"c = 1": versus(("DP-NAG-opt",), "DP-GD", m=runs.SAMPLED, T=(500, 1000))},
}


def against_gd(heading: Heading, m: int, notes: Sequence[Draft] = ()) -> Claim:
    """All of them at every T, and where they are ahead."""
    return heading.says(
        {f"c = {c:g}": smaller(versus(ACCELERATED, "DP-GD", m=m, c=(c,))) for c in runs.FACTORS},
        repaired={part: smaller(pairs) for part, pairs in AHEAD[m].items()},
        notes=notes,
    )


VERSUS_GD = against_gd(
    claim(
        "accelerated/text-accelerated-vs-gd",
        "§5, text on Figs 3, 4",
        "accelerated methods against DP-GD",
    ),
    runs.FULL,
    notes=(
        # Momentum amplifies the noise of a long run more than it speeds the run up.
        behaves(
            "less", versus(("DP-GD",), "DP-HB", T=(1000,)), runs.error_ratio_averaged_over_data_sets
        ),
        # DP-GD is slow for c = 0.1: the advantage is greater there.
        behaves(
            "much less",
            versus(ACCELERATED, "DP-GD", T=(200, 500), c=(0.1,)),
            runs.error_ratio_averaged_over_data_sets,
        ),
    ),
)
GD_AT_1000 = claim("accelerated/text-gd-at-1000", "§5, text on Fig 3", "DP-GD at T = 1000").says(
    smaller(p for a in ("DP-HB", "DP-NAG") for p in versus(("DP-GD",), a, T=(1000,)))
)


def ahead_of(
    algorithm: str, T: int, others: Sequence[int], c: float = 1.0, than: str = ""
) -> tuple[str, ...]:
    """One horizon of an algorithm against others, of it or of another algorithm."""
    first = cells(algorithm, T=(T,), c=(c,)) * len(others)
    return against(first, cells(than or algorithm, T=others, c=(c,)))


# The sentence is about the lower half of Figure 3, c = 1; it speaks of "all the choices".
BEST_GD = claim("accelerated/text-best-gd", "§5, text on Fig 3", "the best horizon of DP-GD").says(
    smaller(p for c in runs.FACTORS for p in ahead_of("DP-GD", 1000, (100, 200, 500), c)),
    repaired=smaller(ahead_of("DP-GD", 1000, (100, 200, 500), 0.1)),
)
BEST_HB = claim(
    "accelerated/text-best-hb", "§5, text on Fig 3", "the best of DP-HB against the best of DP-GD"
).says(
    {
        "best of DP-HB": smaller(ahead_of("DP-HB", 100, (200, 500, 1000))),
        "against DP-GD": smaller(ahead_of("DP-HB", 100, HORIZONS, than="DP-GD")),
    },
    repaired={"against DP-GD": smaller(ahead_of("DP-HB", 100, (100, 500, 1000), than="DP-GD"))},
)

# The -opt methods and DP-MASG --------------------------------------------------------------------
OTHERS = ("DP-HB", "DP-NAG", "DP-MASG")
OPT_BEST = claim("accelerated/text-opt-best", "§5, text on Fig 3", "the -opt methods").says(
    {
        "very closely": behaves(
            "about", versus(("DP-MASG-opt",), "DP-NAG-opt"), runs.axis_and_distance_over_axis
        ),
        "outperform": smaller(p for a in (*OTHERS, "DP-GD") for p in versus(OPT, a)),
        "more robust": smaller(versus(("DP-NAG-opt",), "DP-MASG-opt", c=(0.1,))),
    },
    repaired={
        # Ahead of DP-GD but for T = 200, where DP-GD has done without.
        "outperform": smaller(
            (
                *(p for a in OTHERS for p in versus(OPT, a)),
                *versus(OPT, "DP-GD", T=(100, 500, 1000)),
            )
        ),
        "more robust": smaller(
            versus(("DP-NAG-opt",), "DP-MASG-opt", T=(200, 500, 1000), c=(0.1,))
        ),
    },
)
MASG_STEP = claim(
    "accelerated/text-masg-step", "§5, text on Fig 3", "DP-MASG and the step size"
).says(smaller(against(cells("DP-MASG", c=(1.0,)), cells("DP-MASG", c=(0.1,)))))

# Sampling ----------------------------------------------------------------------------------------
GRID = tuple(
    p
    for a in (*OTHERS, *OPT)
    for p in against(cells(a, c=runs.FACTORS), cells(a, m=runs.SAMPLED, c=runs.FACTORS))
)
OF_FACTOR = {"c = 0.1 and c = 1": GRID, "c = 1": tuple(p for p in GRID if runs.pair(p)[0].c == 1)}


def whole(cells_of: str) -> Array:
    """The logarithm of full over sampled, averaged over cells, data set by data set."""
    pairs = map(runs.pair, OF_FACTOR[cells_of])
    logs: Array = np.mean([runs.log_means(a)[0] - runs.log_means(b)[0] for a, b in pairs], axis=0)
    return logs


def full_over_sampled_on_the_whole(cell: str, context: Context) -> Ratio:
    """The geometric mean over cells of the accelerated algorithms and over data sets."""
    return averaged(whole(cell), context)


def at_c_1_over_all(cell: str, context: Context) -> Ratio:
    """The ratio for c = 1 over the one for both factors."""
    return averaged(whole(cell) - whole("c = 0.1 and c = 1"), context)


FULL_VS_SAMPLED = claim(
    "accelerated/text-full-vs-subsample", "§5, text on Figs 3, 4", "full data against m = 1000"
).says(
    {
        "better on the whole": behaves(
            "less", ("c = 0.1 and c = 1",), full_over_sampled_on_the_whole
        ),
        "especially for c = 1": behaves("less", ("c = 1",), at_c_1_over_all),
        "not by an order of magnitude": behaves(
            "order of magnitude", GRID, runs.error_ratio_averaged_over_data_sets
        ),
    }
)


def optimised(
    algorithms: Sequence[str], T: Sequence[int] = HORIZONS, c: Sequence[float] = runs.FACTORS
) -> tuple[str, ...]:
    """An -opt method against the plain one under sampling."""
    return tuple(p for a in algorithms for p in versus((f"{a}-opt",), a, m=runs.SAMPLED, T=T, c=c))


OPT_SUBSAMPLED = claim(
    "accelerated/opt-improves-subsampled", "§5, text on Fig 4", "the -opt methods under sampling"
).says(
    {
        "improves": smaller(optimised(("DP-NAG", "DP-MASG"))),
        "significantly": behaves(
            "less",
            optimised(("DP-NAG", "DP-MASG")),
            runs.error_ratio_less_5_percent_of_the_axis_on_the_worst_data_set,
        ),
    },
    repaired={
        "improves": smaller(
            (*optimised(("DP-NAG",), c=(1.0,)), *optimised(("DP-MASG",), (100, 500, 1000), (1.0,)))
        ),
        "significantly": behaves(
            "less",
            (
                *optimised(("DP-NAG",), (200, 500, 1000), (1.0,)),
                *optimised(("DP-MASG",), (1000,), (1.0,)),
            ),
            runs.error_ratio_less_5_percent_of_the_axis_on_the_worst_data_set,
        ),
    },
)

# "Our observations hold both for m = 100000 and for m = 1000": VERSUS_GD has the first m.
BOTH_M = against_gd(
    claim(
        "accelerated/observations-both-m",
        "§5, text on Figs 3, 4",
        "the observations on DP-GD for m = 1000",
    ),
    runs.SAMPLED,
)
