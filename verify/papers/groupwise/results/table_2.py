r"""Section 2.3 and Table 2: SST2 at epsilon = 3 after 10, 20 and 30 epochs, and what repeats it.

"Insignificant" is read as "comparable" is in Table 7 (``tables_5_7``), within two standard errors
over the same rows of all-layer clipping, and as less than what the paper's layer-wise clipping has
without it. The first says little: on 872 sentences no two rows of the table differ by as much. That
number is not printed: the entries of the paper's own runs are its multiples.

Table 6 has the epochs of the paper's own runs. Table 7's row of [9] need not be one, though it has
an entry of Table 2 that is marked ours; its layer-wise rows are. That an entry which both tables
have is one run's is assumed by us; which of the two numbers of epochs is wrong then, nothing says.
"""

from fractions import Fraction as F

from verify.language import Draft, Formula, claim, described, external, one_of, says, table
from verify.papers.enclosures import exactly
from verify.papers.groupwise.formulas import printed_tables as tables
from verify.papers.groupwise.formulas.printed_tables import EPOCHS_2, sst2
from verify.papers.groupwise.formulas.table_entries import RECORDS, is_share, standard_error
from verify.papers.groupwise.formulas.table_entries import V as TABLES
from verify.papers.printed import printed_entries

V = TABLES.extended(epochs=one_of(EPOCHS_2, r"\mathrm{epochs}", unit="1"))
BASE, LARGE = "RoBERTa-base", "RoBERTa-large"
MODELS = (BASE, LARGE)
ALL, ADAPTIVE = "all-layer", "layer-wise (adaptive)"
OUR_ALL, OUR_LAYERS = "all-layer (ours)", "layer-wise (ours)"
SST2 = 5  # column of Table 7


def accuracy(model: str, style: str) -> Formula:
    """The row of a clipping style."""
    found = described(_accuracy(model, style), "the printed accuracy on SST2 after so many epochs")
    return printed_entries(found, EPOCHS_2)


def _accuracy(model: str, style: str) -> Formula:
    return exactly(f"{model}, {style}", lambda n: F(sst2(model, style, int(n))), V.epochs)


def gain(model: str, style: str) -> Formula:
    """What a style has over all-layer clipping."""
    return accuracy(model, style) - accuracy(model, ALL)


def insignificant(model: str, style: str) -> Draft:
    """Its gain is within two standard errors."""
    error = standard_error(accuracy(model, style), accuracy(model, ALL), RECORDS["SST2"])
    return says(gain(model, style) <= 2 * error)


def whole_counts() -> int:
    """How many of the paper's own entries are multiples of 1/872, rounded as printed."""
    entries = [
        sst2(model, style, epochs)
        for model in MODELS
        for style in (OUR_ALL, OUR_LAYERS)
        for epochs in EPOCHS_2
    ]
    return sum(is_share(F(digits), RECORDS["SST2"]) for digits in entries)


NONE = {
    f"{model}, over layer-wise (ours)": says(
        accuracy(model, ADAPTIVE) < accuracy(model, OUR_LAYERS)
    )
    for model in MODELS
}
SMALL = {f"{model}, over all-layer": insignificant(model, ADAPTIVE) for model in MODELS}
# The number of records of QQP.
ON_MORE = standard_error(accuracy(BASE, ADAPTIVE), accuracy(BASE, ALL), RECORDS["QQP"])
BENEFIT = (
    claim(
        "groupwise/adaptive-insignificant",
        "§2.3, Table 2",
        "An insignificant benefit of adaptive thresholds",
    )
    .says(
        NONE | SMALL,
        notes=(
            # The largest one, and where all-layer clipping is the better style.
            says(gain(BASE, ADAPTIVE) <= F(83, 100)),
            says(gain(LARGE, ADAPTIVE) < 0, given=[(V.epochs != 20)]),
            # The paper's own gain over the same all-layer clipping.
            says(gain(BASE, OUR_ALL) >= F(173, 100)),
            says(gain(BASE, OUR_ALL) <= F(190, 100)),
            # By two standard errors that is none either.
            *(insignificant(model, OUR_ALL) for model in MODELS),
            # All twelve entries of the paper's own runs are of 872 sentences.
            says(external("multiples of 1/872", whole_counts) == 12),
        ),
    )
    .rejects(
        "of as many records as QQP has", SMALL[f"{BASE}, over all-layer"].but(right=2 * ON_MORE)
    )
)


def of_table_7(model: str, M: int) -> Formula:
    """The SST2 entry of Table 7 at epsilon = 3."""
    printed = {BASE: tables.ROBERTA_BASE, LARGE: tables.ROBERTA_LARGE}[model]
    return printed.entry(3, M, SST2)


SHARED = "RoBERTa-large, layer-wise: epochs of the entry in Table 7"
TRAINED = external("epochs of SST2 in Table 6", lambda: tables.TABLE_6["SST2"][0])
ACCURACY = table(
    {
        "RoBERTa-base, all-layer, 10 epochs": (sst2(BASE, OUR_ALL, 10), of_table_7(BASE, 1)),
        "RoBERTa-large, layer-wise, 30 epochs": (
            sst2(LARGE, OUR_LAYERS, 30),
            of_table_7(LARGE, 199),
        ),
    }
)
EPOCHS = (
    claim(
        "groupwise/table-2-epochs",
        "Tables 2, 6, 7",
        "The entries that Tables 2 and 7 share, if equal entries are of one run",
    )
    .says(
        {"accuracy": ACCURACY, "epochs": table({SHARED: (str(EPOCHS_2[-1]), TRAINED)})},
        ours=True,
        notes=(
            # Table 2 less Table 7, the other layer-wise entries: three epochs exceed ten.
            table(
                {
                    f"{model}, layer-wise, {epochs} epochs": (
                        digits,
                        F(sst2(model, OUR_LAYERS, epochs)) - of_table_7(model, groups),
                    )
                    for model, groups, epochs, digits in (
                        (BASE, 103, 10, "0.69"),
                        (LARGE, 199, 10, "-0.23"),
                        (LARGE, 199, 20, "-0.11"),
                    )
                }
            ),
        ),
    )
    .rejects(
        "layer-wise, RoBERTa-base",
        part="accuracy",
        entries={"layer-wise": (sst2(BASE, OUR_LAYERS, 10), of_table_7(BASE, 103))},
    )
)


def of_18(model: str) -> Formula:
    """The SST2 entry of [18] in Table 7 at epsilon = 3."""
    printed = {BASE: tables.ADAPTIVE_BASE, LARGE: tables.ADAPTIVE_LARGE}[model]
    return printed.entry(3, printed.layers, SST2)


DIFFERENCES = {BASE: ("0.73", "0.46", "-0.07"), LARGE: ("1.07", "0.24", "0.20")}
OF_18 = (
    claim("groupwise/tables-2-7-adaptive", "§7, Tables 2, 7", "The entries of [18] on SST2")
    .says(
        table({model: (sst2(model, ADAPTIVE, 20), of_18(model)) for model in MODELS}),
        # Table 7 less Table 2: it has them after no number of epochs.
        instead=table(
            {
                f"{model}, {epochs} epochs": (
                    digits,
                    of_18(model) - F(sst2(model, ADAPTIVE, epochs)),
                )
                for model, row in DIFFERENCES.items()
                for epochs, digits in zip(EPOCHS_2, row, strict=True)
            }
        ),
    )
    .rejects("all-layer of [22]", entries={m: (sst2(m, ALL, 20), of_18(m)) for m in MODELS})
)
