"""The paper's own settings: the numbers of groups of its tables."""

from verify.claim import Setting

GROUPS = tuple(
    Setting(name=name, values={"M": M})
    for name, M in (
        ("all-layer", 1),
        ("two groups", 2),
        ("ViT-large, blocks", 24),
        ("ViT-large, layers", 147),
    )
)
