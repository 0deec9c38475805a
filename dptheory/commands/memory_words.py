"""What ``dptheory memory`` says of a predicted step, and how its words are broken into lines."""

from textwrap import wrap

WIDTHS = {"float32": 4, "bfloat16": 2, "float16": 2}
STATES = {"adam": 2, "momentum": 1, "sgd": 0}
NOT_FOR = (
    "for clipping with book-keeping, as FastDP does it; not for Opacus, which forms the gradient "
    "of every sample"
)
COLUMNS, INDENT = 80, " " * 12


def prose(text: str, head: str = INDENT) -> list[str]:
    """Words in lines of 80 columns below one another, the first of them after its head."""
    return wrap(
        text, COLUMNS, initial_indent=head, subsequent_indent=INDENT,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
