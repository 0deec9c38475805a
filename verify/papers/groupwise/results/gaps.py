"""Section 7: the gap between layer-wise and all-layer clipping, by model size.

A gap is the entry of all-layer clipping less that of layer-wise clipping, in points. The sentence
speaks of a trend ("empirically speaking"): the mean over the columns decides, that of GPT2's scores
in per cent of all-layer clipping. Single columns are notes.
"""

from fractions import Fraction

from verify.language import Formula, Setting, claim, external, number, one_of, says, table
from verify.papers.enclosures import exactly
from verify.papers.groupwise.formulas import printed_tables as tables
from verify.papers.groupwise.formulas.printed_means import mean_gap, mean_gaps
from verify.papers.groupwise.formulas.table_entries import FIVE, IMAGES, SCORES, TASKS, Printed, V

# Model size ---------------------------------------------------------------------------------------


def shrinking(large: Printed, small: Printed) -> Formula:
    """In how many of the ten cells it has."""

    def count() -> int:
        cells = [(e, j) for e in small.columns.budgets for j in FIVE]
        return sum(large.difference(*c) < small.difference(*c) for c in cells)

    return external(f"cells with a smaller gap, {small.model} to {large.model}", count)


PAIRS = {
    "ViT": (tables.VIT_LARGE, tables.VIT_SMALL),
    "RoBERTa": (tables.ROBERTA_LARGE, tables.ROBERTA_BASE),
    "GPT2, small to medium": (tables.GPT2_MEDIUM, tables.GPT2_SMALL),
    "GPT2, medium to large": (tables.GPT2_LARGE, tables.GPT2_MEDIUM),
}
# The larger model has the smaller gap: in the mean over the columns, and in single columns.
TREND = {name: says(mean_gap(large) < mean_gap(small)) for name, (large, small) in PAIRS.items()}
VIT, ROBERTA, TO_MEDIUM, TO_LARGE = (
    says(large.gap() < small.gap()) for large, small in PAIRS.values()
)
WHOLE_WAY = says(tables.GPT2_LARGE.gap() < tables.GPT2_SMALL.gap())
MODEL_SIZE = (
    claim(
        "groupwise/gap-and-model-size",
        "§7; Abstract",
        "the gap decreases with the model's capacity",
        TREND,
        settings=(*IMAGES.by_budget, *TASKS.by_budget, *SCORES.by_budget),
        notes=(
            table(mean_gaps((*tables.VITS, *tables.ROBERTAS, *tables.GPT2S))),
            # Single columns. ViT: the smaller budget; CIFAR100, SVHN and Food101 at both.
            VIT.but(given=[V.eps_image <= 2]),
            VIT.but(given=[(V.image != 1), (V.image != 4)]),
            # RoBERTa: the larger budget; all tasks but QNLI at both.
            ROBERTA.but(given=[V.eps_task >= 8]),
            ROBERTA.but(given=[(V.task != 4)]),
            # GPT2: the last three scores, then BLEU.
            TO_MEDIUM.but(given=[V.score >= 3]),
            TO_LARGE.but(given=[V.score <= 1]),
            *(
                says(shrinking(*pair) == count)
                for pair, count in zip(PAIRS.values(), (8, 9, 7, 6), strict=True)
            ),
            # From the smallest to the largest GPT2 in every cell: the gap has changed its sign.
            WHOLE_WAY,
            says(tables.GPT2_LARGE.gap() < 0),
            # As a distance it has grown.
            says(abs(mean_gap(tables.GPT2_SMALL)) < abs(mean_gap(tables.GPT2_LARGE))),
        ),
    )
    .rejects("a tenth of the gap, small to large", WHOLE_WAY.but(right=tables.GPT2_SMALL.gap() - 2))
    .rejects("half the gap, ViT", part="ViT", right=mean_gap(tables.VIT_SMALL) / 2)
)

# CIFAR100 -----------------------------------------------------------------------------------------

ON_CIFAR100 = 2  # its column
# (model, epsilon, the gap as the text has it, in points).
NAMED = ((tables.VIT_SMALL, 2, 10), (tables.VIT_SMALL, 8, 5), (tables.VIT_LARGE, 8, 2))
TEXT = V.extended(place=one_of((1, 2, 3), r"\mathrm{place}", unit="1"))


def off(column: int) -> Formula:
    """How far a gap is from the one that the text has there."""

    def distance(place: Fraction) -> Fraction:
        model, eps, named = NAMED[int(place) - 1]
        return abs(model.difference(eps, column) - named)

    return exactly("distance from the gap of the text", distance, TEXT.place)


def lost(model: Printed, eps: int) -> Formula:
    """A gap on CIFAR100."""
    return model.lost(eps, model.layers, ON_CIFAR100)


# Whole points are printed.
ROUNDED = says(off(ON_CIFAR100) <= Fraction(1, 2))
CIFAR100 = (
    claim(
        "groupwise/gap-cifar100",
        "§7",
        "the gap on CIFAR100, in points",
        ROUNDED,
        settings=tuple(
            Setting(name=f"{model.model}, epsilon = {eps}", values={"place": j})
            for j, (model, eps, _) in enumerate(NAMED, 1)
        ),
        notes=(
            table(
                {
                    "ViT-small, epsilon = 2": ("10.65", lost(tables.VIT_SMALL, 2)),
                    "ViT-small, epsilon = 8": ("4.51", lost(tables.VIT_SMALL, 8)),
                    "ViT-large, epsilon = 8": ("2.01", lost(tables.VIT_LARGE, 8)),
                    # At the smaller budget the larger model does not come to 2 points.
                    "ViT-large, epsilon = 2": ("5.89", lost(tables.VIT_LARGE, 2)),
                }
            ),
            # Cut off rather than rounded, the first is that of the text and the second is not.
            says(number(10) <= lost(tables.VIT_SMALL, 2)),
            says(lost(tables.VIT_SMALL, 2) < 11),
            says(lost(tables.VIT_SMALL, 8) < 5),
        ),
    )
    .repaired(right=Fraction(65, 100))
    .rejects("on Food101", left=off(5), right=1)
)

CLAIMS = (MODEL_SIZE, CIFAR100)
