"""What ``dptheory memory`` says of a predicted step, and how its words are broken into lines."""

from textwrap import wrap

WIDTHS = {"float32": 4, "bfloat16": 2, "float16": 2}
STATES = {"adam": 2, "momentum": 1, "sgd": 0}
NOT_FOR = (
    "groups: clipping with book-keeping, as FastDP does it; per sample: the gradient of every "
    "sample, as Opacus forms it; ghost: norms by layers and two backward passes"
)
AT_LEAST = (
    "at least: activations come to it, which the number of parameters does not tell. Book-keeping "
    "and ghost clipping need little for a batch but activations"
)
COLUMNS, INDENT = 80, " " * 12


def prose(text: str, head: str = INDENT) -> list[str]:
    """Words in lines of 80 columns below one another, the first of them after its head."""
    return wrap(
        text, COLUMNS, initial_indent=head, subsequent_indent=INDENT,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
