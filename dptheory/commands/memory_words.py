"""What ``dptheory memory`` says of a predicted step, in its options and below its numbers."""

WIDTHS = {"float32": 4, "bfloat16": 2, "float16": 2}
STATES = {"adam": 2, "momentum": 1, "sgd": 0}
NOT_FOR = (
    "for clipping with book-keeping, as FastDP does it; not for Opacus, which forms the gradient "
    "of every sample"
)
