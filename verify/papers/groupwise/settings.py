"""The paper's own settings: the numbers of groups of its tables."""

from fractions import Fraction

from verify.language import Setting, instance

GROUPS = tuple(
    Setting(name=name, values={"M": M})
    for name, M in (
        ("all-layer", 1),
        ("two groups", 2),
        ("ViT-large, blocks", 24),
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
