"""The paper's own settings: its numbers of groups and its stability constant, runs of Section 7."""

from fractions import Fraction

from verify.language import Setting, instance

# Section 2.3, (4): gamma = 0.01. Tables 3, 4 and 7: one group, two, as many as RoBERTa-large has
# blocks and ViT-large has layers.
GROUPS = tuple(
    Setting(name=name, values=instance("gamma=1/100") | {"M": M})
    for name, M in (
        ("all-layer", 1),
        ("two groups", 2),
        ("RoBERTa-large, blocks", 24),
        ("ViT-large, layers", 147),
    )
)
# Section 7: 5 epochs of CIFAR100 in batches of 1000, ViT-large with 304 million parameters.
CIFAR100_LARGE = tuple(
    Setting(
        name=f"CIFAR100, ViT-large, M = {M}",
        values=instance("T=250 B=1000 gamma=1/100") | {"M": M, "d": 304 * 10**6},
    )
    for M in (1, 4, 147)
)
# Table 6: learning rate and weight decay of AdamW.
ADAMW = tuple(
    Setting(name=name, values={"eta": Fraction(rate), "decay": Fraction(decay)})
    for name, rate, decay in (
        ("images", "0.0005", "0.01"),
        ("MNLI, QQP, QNLI, SST2", "0.0003", "0"),
        ("E2E", "0.001", "0.01"),
    )
)
