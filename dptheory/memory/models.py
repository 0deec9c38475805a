"""Layers of published networks, as their group counts count them.

ViT (Dosovitskiy et al. 2021; 224 x 224 images in patches of 16 x 16), RoBERTa (Liu et al. 2019),
GPT-2 (Radford et al. 2019). Every layer has a weight and a bias but the embeddings and GPT-2's
head, which have a weight only; that head is the word embedding once more (tied) and counts as a
layer and a tensor of its own. In ViT the class token and the learnt positions are in no layer.
RoBERTa has its pooler besides the two layers of the classifier: with it the counts are the
published 103/203 and 199/395. Pooler and classifier read the first token only, as ViT's head.
An embedding stores the T indices that it looks up, for words, positions and types alike.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from dptheory.contract import public
from dptheory.memory.layers import CONVOLUTION, EMBEDDING, NORM, Layer, Network
from dptheory.ranges import count, require

PATCH = 16
COLOURS = 3
ROBERTA_WORDS, ROBERTA_POSITIONS, ROBERTA_TYPES = 50265, 514, 1
ROBERTA_RESERVED = 2  # positions that no token has
MOST = 10**9  # tokens or classes
DEEPEST = 10**4  # blocks
TIMM = "-patch16-224"
GPT2_WORDS, GPT2_POSITIONS = 50257, 1024
# The layers of a block: inputs and outputs in widths, none for a norm.
Shapes = dict[str, tuple[int, int] | None]
VIT: Shapes = {
    "norm 1": None, "qkv": (1, 3), "projection": (1, 1),
    "norm 2": None, "fully connected 1": (1, 4), "fully connected 2": (4, 1),
}  # fmt: skip
ROBERTA: Shapes = {
    "query": (1, 1), "key": (1, 1), "value": (1, 1), "attention output": (1, 1),
    "attention norm": None, "intermediate": (1, 4), "output": (4, 1), "output norm": None,
}  # fmt: skip
GPT2: Shapes = {
    "norm 1": None, "attention": (1, 3), "attention projection": (1, 1),
    "norm 2": None, "fully connected": (1, 4), "projection": (4, 1),
}  # fmt: skip


def _linear(name: str, tokens: int, inputs: int, outputs: int, block: int = 0) -> Layer:
    return Layer(name, tokens, inputs, outputs, block, tensors=(inputs * outputs, outputs))


def _norm(name: str, tokens: int, width: int, block: int = 0) -> Layer:
    return Layer(name, tokens, width, width, block, NORM, (width, width))


def _embedding(name: str, tokens: int, entries: int, width: int) -> Layer:
    return Layer(name, tokens, 1, width, kind=EMBEDDING, tensors=(entries * width,))


def _repeated(shapes: Shapes, width: int, blocks: int, tokens: int) -> Iterator[Layer]:
    """The layers of all blocks."""
    for k in range(1, count("blocks", blocks, least=0, most=DEEPEST) + 1):
        for word, shape in shapes.items():
            name = f"block {k}, {word}"
            if shape is None:
                yield _norm(name, tokens, width, k)
            else:
                yield _linear(name, tokens, shape[0] * width, shape[1] * width, k)


@public
def vit(name: str, width: int, blocks: int, tokens: int, classes: int) -> Network:
    """ViT with patches of 16 x 16; ``tokens`` counts them and the class token."""
    pixels = COLOURS * PATCH**2
    tensors = pixels * width, width
    layers = [Layer("patch embedding", tokens - 1, pixels, width, 0, CONVOLUTION, tensors)]
    layers += _repeated(VIT, width, blocks, tokens)
    layers += [_norm("norm", tokens, width), _linear("head", 1, width, classes)]
    return Network(name, tuple(layers), others=(1 + tokens) * width)


@public
def roberta(name: str, width: int, blocks: int, tokens: int, classes: int) -> Network:
    """RoBERTa with a classifier on the first token."""
    layers = [
        _embedding("word embedding", tokens, ROBERTA_WORDS, width),
        _embedding("position embedding", tokens, ROBERTA_POSITIONS, width),
        _embedding("type embedding", tokens, ROBERTA_TYPES, width),
        _norm("embedding norm", tokens, width),
    ]
    layers += _repeated(ROBERTA, width, blocks, tokens)
    layers += [
        _linear("pooler", 1, width, width),
        _linear("classifier, dense", 1, width, width),
        _linear("classifier, output", 1, width, classes),
    ]
    return Network(name, tuple(layers))


@public
def gpt2(name: str, width: int, blocks: int, tokens: int) -> Network:
    """GPT-2 with its language-modelling head on every token."""
    layers = [
        _embedding("word embedding", tokens, GPT2_WORDS, width),
        _embedding("position embedding", tokens, GPT2_POSITIONS, width),
    ]
    layers += _repeated(GPT2, width, blocks, tokens)
    layers += [
        _norm("norm", tokens, width),
        Layer("head", tokens, width, GPT2_WORDS, tensors=(GPT2_WORDS * width,), tied=True),
    ]
    return Network(name, tuple(layers))


@public
@dataclass(frozen=True)
class Model:
    """A published network whose numbers of tokens and classes are free.

    Attributes:
        build: tokens and classes, where it has any, to the network.
        tokens: T by default: 224 x 224 pixels, or the length of the texts in Bu et al. (2023).
        least: the smallest T.
        most: the largest T that it has positions for, ``MOST`` where these are interpolated.
        classes: the number of classes by default (CIFAR100; QNLI); None if it has no classes.
    """

    build: Callable[..., Network]
    tokens: int
    least: int
    most: int
    classes: int | None


def _vit(name: str, width: int, blocks: int) -> Model:
    return Model(partial(vit, name, width, blocks), 197, 2, MOST, 100)


def _roberta(name: str, width: int, blocks: int) -> Model:
    most = ROBERTA_POSITIONS - ROBERTA_RESERVED
    return Model(partial(roberta, name, width, blocks), 256, 1, most, 2)


def _gpt2(name: str, width: int, blocks: int) -> Model:
    return Model(partial(gpt2, name, width, blocks), 100, 1, GPT2_POSITIONS, None)


MODELS = {
    "vit-small": _vit("vit-small", 384, 12),
    "vit-base": _vit("vit-base", 768, 12),
    "vit-large": _vit("vit-large", 1024, 24),
    "roberta-base": _roberta("roberta-base", 768, 12),
    "roberta-large": _roberta("roberta-large", 1024, 24),
    "gpt2-small": _gpt2("gpt2-small", 768, 12),
    "gpt2-medium": _gpt2("gpt2-medium", 1024, 24),
    "gpt2-large": _gpt2("gpt2-large", 1280, 36),
}


@public
def canonical(name: str) -> str:
    """A model's name as ``MODELS`` has it.

    In lower case with hyphens; timm's ``vit_large_patch16_224`` and Hugging Face's ``gpt2`` and
    ``GPT-2`` are read too.
    """
    plain = name.lower().replace("_", "-").replace("gpt-2", "gpt2").removesuffix(TIMM)
    return "gpt2-small" if plain == "gpt2" else plain


@public
def network(
    name: str,
    tokens: int | None = None,
    classes: int | None = None,
    arguments: tuple[str, str, str] = ("model", "tokens", "classes"),
) -> Network:
    """The layers of a published network.

    Args:
        name: one of ``MODELS``, once :func:`canonical`.
        tokens: T, words or patches and the class token; None for the model's own.
        classes: K, outputs of the head; None for the model's own, always with GPT-2.
        arguments: what the user calls these three.

    Raises:
        ValueError: an unknown model, T or K outside its range.
    """
    found = MODELS.get(canonical(name))
    if found is None:
        raise ValueError(f"{arguments[0]} must be one of {', '.join(MODELS)}. Found {name!r}.")
    T = found.tokens if tokens is None else count(arguments[1], tokens, found.least, found.most)
    if found.classes is None:
        allowed = f"left out with {name}, whose outputs are its words"
        require(classes is None, arguments[2], allowed, classes)
        return found.build(T)
    K = found.classes if classes is None else count(arguments[2], classes, 1, MOST)
    return found.build(T, K)
