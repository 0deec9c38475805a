r"""Section 3.4, Figure 1: how loss and accuracy depend on c and r without noise.

On the runs of ``laboratory/runs``. The figure does not say its learning rates; "tuned"
is at the best one for each c or r. How much c and r matter for the accuracy is judged by one
statistic, its range over the paper's grid at each learning rate. On these runs r matters less than
c, but not by a factor of ten, and tuned it does make an impact; of the paper's own curves, for
which "almost no impact" is said, that decides nothing.
"""

from dptheory.experiments.clipping_sweeps import RATES
from verify.language import behaves, claim
from verify.papers.nsgd.laboratory import runs

AT_EVERY_RATE = tuple(f"rate {rate:g}" for rate in RATES)
VARIES = behaves(
    "less", tuple(f"r against c; {at}" for at in AT_EVERY_RATE), runs.range_over_range_at_a_rate
)
FIG_1 = (
    claim("nsgd/fig-1-sensitivity", "§3.4, Fig 1", "small c, small r and the accuracy")
    .says(
        {
            "a small c keeps the loss up": behaves(
                "less", ("c = 12.8 against 0.1",), runs.tuned_loss_at_the_largest_over_the_smallest
            ),
            "a small r keeps the loss up": behaves(
                "less", ("r = 1 against 0.0001",), runs.tuned_loss_at_the_largest_over_the_smallest
            ),
            "the accuracy varies with c, and less with r": VARIES,
        },
        # Tuned, it does make an impact.
        notes=(behaves("less", ("r = 0.0001 against 1; tuned",), runs.accuracy_over_accuracy),),
        needs_data=("losses and accuracies of ResNet20 on CIFAR-10 (Figure 1)",),
    )
    .rejects(
        "r varies more than c",
        part="the accuracy varies with c, and less with r",
        cells=tuple(f"c against r; {at}" for at in AT_EVERY_RATE),
    )
    .rejects("r varies by a tenth of that", VARIES.but(word="much less"))
)
