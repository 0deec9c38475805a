r"""What the noise that the five papers print is seen to spend, at their own parameters.

Runs, their accounts and their audits: ``laboratory/audited_runs``. A run spends at least what its
audit sees, and at most what its account has: these are the ends of each ratio, whose value has what
is seen. Batches are drawn, and neighbours are, as the paper's accountant takes them.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from verify.language import Draft, behaves, claim
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.dptheory.laboratory import audited_runs as lab
from verify.papers.dptheory.laboratory.audited_runs import Laplace, Printed

Runs = Mapping[str, Printed | Laplace]
Measured = Callable[[str, Context], Ratio]
WHERE, MOST_CELLS = "docs/audit.md", 8


def seed(context: Context) -> int:
    """One stream: the same audits for every statement."""
    return replace(context, stream="dptheory/audited-noise").stream_seed % 2**31


def ratio(low: float, high: float, value: float) -> Ratio:
    """From what is seen to what the account has."""
    method = "audit and account"
    return Ratio(low=low, value=value, high=high, data_sets=None, method=method)


def ends(runs: Runs, cell: str, context: Context) -> tuple[float, float]:
    """What a run spends at least and at most, with a share of a statement's error."""
    seen = runs[cell].seen(context.level / MOST_CELLS, seed(context))
    return seen, max(seen, runs[cell].account)


def within(runs: Runs) -> Measured:
    """Beside the printed budget."""

    def spent_over_the_printed(cell: str, context: Context) -> Ratio:
        """The spent epsilon over the printed: from the audit's bound, shown, to the account's."""
        low, high = (end / runs[cell].claim.epsilon for end in ends(runs, cell, context))
        return ratio(low, high, low)

    return spent_over_the_printed


def beyond(runs: Runs) -> Measured:
    """The printed budget beside it."""

    def printed_over_the_spent(cell: str, context: Context) -> Ratio:
        """The printed epsilon over the one spent: at most that over the audit's, which is shown."""
        most, least = (runs[cell].claim.epsilon / end for end in ends(runs, cell, context))
        return ratio(least, most, most)

    return printed_over_the_spent


def accounted(runs: Runs) -> Measured:
    """Beside the account."""

    def spent_over_the_account(cell: str, context: Context) -> Ratio:
        """The spent epsilon over the account's: from the audit's bound, shown, up to 1."""
        low, high = (end / runs[cell].account for end in ends(runs, cell, context))
        return ratio(low, high, low)

    return spent_over_the_account


def with_noise(runs: Runs, factor: float, measured: Callable[[Runs], Measured] = within) -> Draft:
    """The first run with so many times the noise, which is enough for a control."""
    cell, run = next(iter(runs.items()))
    found = measured({cell: run.with_noise(factor)})

    def other_noise(cell: str, context: Context) -> Ratio:
        """The same with other noise."""
        return found(cell, context)

    return behaves("less", (cell,), other_noise)


SUM, MEAN = lab.nsgd("sum"), lab.nsgd("mean")
ROOT = lab.root_of_the_bound()
NSGD = (
    claim("dptheory/audited-nsgd", WHERE, "What the noise printed by Yang et al. is seen to spend")
    .says(
        {
            "on the sum": behaves("less", tuple(SUM), within(SUM)),
            "by the account": behaves("about", tuple(SUM), accounted(SUM)),
            "on the mean": behaves("much less", tuple(MEAN), within(MEAN)),
        },
        notes=(behaves("much less", tuple(ROOT), beyond(ROOT)),),
    )
    .rejects("half the noise", with_noise(SUM, 0.5))
    .rejects("the sum for the mean", behaves("much less", tuple(SUM), within(SUM)))
)

ADAMBC = lab.adambc()
LONG = (
    claim(
        "dptheory/audited-adambc", WHERE, "What the noise printed by Tang et al. is seen to spend"
    )
    .says(
        {
            "beyond the budget": behaves("less", tuple(ADAMBC), beyond(ADAMBC)),
            "by the account": behaves("about", tuple(ADAMBC), accounted(ADAMBC)),
        }
    )
    .rejects("twice the noise", with_noise(ADAMBC, 2.0, beyond))
)

SCALED, LINE_8 = lab.groupwise("(4)"), lab.groupwise("line 8")
GROUPS = {**SCALED, **LINE_8}
GROUPWISE = (
    claim(
        "dptheory/audited-groupwise", WHERE, "What the noise printed by Bu et al. is seen to spend"
    )
    .says(
        {
            "thresholds of (4)": behaves("less", tuple(SCALED), within(SCALED)),
            "thresholds of line 8": behaves("less", tuple(LINE_8), beyond(LINE_8)),
            "by the account": behaves("about", tuple(GROUPS), accounted(GROUPS)),
        }
    )
    .rejects("line 8 within the budget", behaves("less", tuple(LINE_8), within(LINE_8)))
    .rejects("(4) beyond the budget", behaves("less", tuple(SCALED), beyond(SCALED)))
)

THEOREM_1 = lab.lssgd()
# The steps of a run are too quiet to be seen; many on one batch are not.
ON_A_BATCH = lab.of_a_batch()
LSSGD = (
    claim("dptheory/audited-lssgd", WHERE, "What the noise printed by Wang et al. is seen to spend")
    .says(
        {
            "within the budget": behaves("less", tuple(THEOREM_1), within(THEOREM_1)),
            "on one batch, by the account": behaves(
                "about", tuple(ON_A_BATCH), accounted(ON_A_BATCH)
            ),
        }
    )
    .rejects("a thirtieth of the noise", with_noise(THEOREM_1, 1 / 30))
)

NAG = lab.accelerated()
ACCELERATED = (
    claim(
        "dptheory/audited-accelerated",
        WHERE,
        "What the noise printed by Kuru et al. is seen to spend",
    )
    .says(behaves("less", tuple(NAG), within(NAG)))
    .rejects("an eighth of the noise", with_noise(NAG, 1 / 8))
)
