"""Layers of published networks, as their group counts count them.

ViT (Dosovitskiy et al. 2021; 224 x 224 images in patches of 16 x 16), RoBERTa (Liu et al. 2019),
GPT-2 (Radford et al. 2019). Every layer has a weight and a bias but the embeddings and GPT-2's
head, which have a weight only; that head is the word embedding once more (tied) and counts as a
layer and a tensor of its own. In ViT the class token and the learnt positions are in no layer.
RoBERTa has its pooler besides the two layers of the classifier: with it the counts are the
published 103/203 and 199/395. Pooler and classifier read the first token only, as ViT's head.
An embedding stores the T indices that it looks up, for words, positions and types alike.

Names of modules are timm's (``vit_large_patch16_224``) and Hugging Face's
(``RobertaForSequenceClassification``, ``GPT2LMHeadModel``). Functions between the layers are theirs
too: heads of 64 numbers; dropout in RoBERTa and GPT-2, as their configurations have it, and none in
ViT; ``gelu_new`` in GPT-2.

Source: the configurations of timm and Hugging Face for the networks of the papers above.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.memory.functions import Attention, CrossEntropy, Dropout, Function, Pointwise
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
HEAD = 64
GELU, GELU_NEW = 1, 4  # tensors that they save


@dataclass(frozen=True)
class Part:
    """A layer of a block.

    Attributes:
        name: what the paper's groups call it.
        module: its name in the block's module.
        shape: inputs and outputs in widths; None for a norm.
        then: the functions after it, by their letters: attention, GELU, dropout.
        shares: whether it reads the tensor that the layer before it reads.
    """

    name: str
    module: str
    shape: tuple[int, int] | None
    then: str = ""
    shares: bool = False


@dataclass(frozen=True)
class Block:
    """The layers of a block, the place of its module, what its GELU saves and whether it drops."""

    place: str
    parts: tuple[Part, ...]
    tensors: int = GELU
    drops: bool = True


VIT = Block(
    "blocks",
    (
        Part("norm 1", "norm1", None),
        Part("qkv", "attn.qkv", (1, 3), "attention"),
        Part("projection", "attn.proj", (1, 1)),
        Part("norm 2", "norm2", None),
        Part("fully connected 1", "mlp.fc1", (1, 4), "GELU"),
        Part("fully connected 2", "mlp.fc2", (4, 1)),
    ),
    drops=False,
)
ROBERTA = Block(
    "roberta.encoder.layer",
    (
        Part("query", "attention.self.query", (1, 1)),
        Part("key", "attention.self.key", (1, 1), shares=True),
        Part("value", "attention.self.value", (1, 1), "attention", shares=True),
        Part("attention output", "attention.output.dense", (1, 1), "dropout"),
        Part("attention norm", "attention.output.LayerNorm", None),
        Part("intermediate", "intermediate.dense", (1, 4), "GELU"),
        Part("output", "output.dense", (4, 1), "dropout"),
        Part("output norm", "output.LayerNorm", None),
    ),
)
GPT2 = Block(
    "transformer.h",
    (
        Part("norm 1", "ln_1", None),
        Part("attention", "attn.c_attn", (1, 3), "attention"),
        Part("attention projection", "attn.c_proj", (1, 1), "dropout"),
        Part("norm 2", "ln_2", None),
        Part("fully connected", "mlp.c_fc", (1, 4), "GELU"),
        Part("projection", "mlp.c_proj", (4, 1), "dropout"),
    ),
    tensors=GELU_NEW,
)


def _linear(name: str, tokens: int, inputs: int, outputs: int, module: str) -> Layer:
    tensors = inputs * outputs, outputs
    return Layer(name, tokens, inputs, outputs, tensors=tensors, module=module)


def _norm(name: str, tokens: int, width: int, module: str) -> Layer:
    return Layer(name, tokens, width, width, kind=NORM, tensors=(width, width), module=module)


def _embedding(name: str, tokens: int, entries: int, width: int, module: str) -> Layer:
    tensors = (entries * width,)
    return Layer(name, tokens, 1, width, kind=EMBEDDING, tensors=tensors, module=module)


def _functions(block: Block, part: Part, width: int, tokens: int) -> tuple[Function, ...]:
    """What follows a layer of a block."""
    if part.then == "attention":
        return (Attention(tokens, width, width // HEAD, block.drops),)
    if part.then == "GELU":
        return (Pointwise(4 * tokens * width, block.tensors),)
    return (Dropout(tokens * width),) if part.then else ()


def _repeated(block: Block, width: int, blocks: int, tokens: int) -> Iterator[Layer]:
    """The layers of all blocks."""
    for k in range(1, count("blocks", blocks, least=0, most=DEEPEST) + 1):
        for part in block.parts:
            name, module = f"block {k}, {part.name}", f"{block.place}.{k - 1}.{part.module}"
            if part.shape is None:
                layer = _norm(name, tokens, width, module)
            else:
                inputs, outputs = part.shape
                layer = _linear(name, tokens, inputs * width, outputs * width, module)
            yield replace(
                layer,
                block=k,
                stored=0 if part.shares else None,
                waiting=tokens * width,
                then=_functions(block, part, width, tokens),
            )


def vit(name: str, width: int, blocks: int, tokens: int, classes: int) -> Network:
    """ViT with patches of 16 x 16; ``tokens`` counts them and the class token."""
    pixels = COLOURS * PATCH**2
    patches = _linear("patch embedding", tokens - 1, pixels, width, "patch_embed.proj")
    layers = [replace(patches, kind=CONVOLUTION)]
    layers += _repeated(VIT, width, blocks, tokens)
    layers.append(_norm("norm", tokens, width, "norm"))
    layers.append(
        replace(_linear("head", 1, width, classes, "head"), then=(CrossEntropy(classes),))
    )
    return Network(name, tuple(layers), others=(1 + tokens) * width)


def roberta(name: str, width: int, blocks: int, tokens: int, classes: int) -> Network:
    """RoBERTa with a classifier on the first token."""
    inside = "roberta.embeddings"
    norm = _norm("embedding norm", tokens, width, f"{inside}.LayerNorm")
    layers = [
        _embedding(f"{word} embedding", tokens, entries, width, f"{inside}.{module}_embeddings")
        for word, module, entries in (
            ("word", "word", ROBERTA_WORDS),
            ("position", "position", ROBERTA_POSITIONS),
            ("type", "token_type", ROBERTA_TYPES),
        )
    ]
    layers.append(replace(norm, then=(Dropout(tokens * width),)))
    layers += _repeated(ROBERTA, width, blocks, tokens)
    for word, module in (
        ("pooler", "roberta.pooler.dense"),
        ("classifier, dense", "classifier.dense"),
    ):
        dense = _linear(word, 1, width, width, module)
        layers.append(replace(dense, then=(Pointwise(width), Dropout(width))))
    last = _linear("classifier, output", 1, width, classes, "classifier.out_proj")
    layers.append(replace(last, then=(CrossEntropy(classes),)))
    return Network(name, tuple(layers))


def gpt2(name: str, width: int, blocks: int, tokens: int) -> Network:
    """GPT-2 with its language-modelling head on every token."""
    places = _embedding("position embedding", tokens, GPT2_POSITIONS, width, "transformer.wpe")
    head = Layer("head", tokens, width, GPT2_WORDS, tensors=(GPT2_WORDS * width,), tied=True)
    layers = [
        _embedding("word embedding", tokens, GPT2_WORDS, width, "transformer.wte"),
        replace(places, then=(Dropout(tokens * width),)),
    ]
    layers += _repeated(GPT2, width, blocks, tokens)
    layers += [
        _norm("norm", tokens, width, "transformer.ln_f"),
        replace(head, module="lm_head", then=(CrossEntropy(tokens * GPT2_WORDS),)),
    ]
    return Network(name, tuple(layers))


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


def canonical(name: str) -> str:
    """A model's name as ``MODELS`` has it.

    In lower case with hyphens; timm's ``vit_large_patch16_224`` and Hugging Face's ``gpt2`` and
    ``GPT-2`` are read too.
    """
    plain = name.lower().replace("_", "-").replace("gpt-2", "gpt2").removesuffix(TIMM)
    return "gpt2-small" if plain == "gpt2" else plain


@public
def network(name: str, tokens: int | None = None, classes: int | None = None) -> Network:
    """The layers of a published network.

    Args:
        name: one of ``MODELS``, once :func:`canonical`.
        tokens: T, words or patches and the class token; None for the model's own.
        classes: K, outputs of the head; None for the model's own, always with GPT-2.

    Raises:
        ValueError: an unknown model, T or K outside its range.

    Example:
        >>> len(network("vit-base").layers)
        75
    """
    found = MODELS.get(canonical(name))
    if found is None:
        raise ArgumentError(f"model must be one of {', '.join(MODELS)}. Found {name!r}.")
    T = found.tokens if tokens is None else count("tokens", tokens, found.least, found.most)
    if found.classes is None:
        allowed = f"left out with {name}, whose outputs are its words"
        require(classes is None, "classes", allowed, classes)
        return found.build(T)
    K = found.classes if classes is None else count("classes", classes, 1, MOST)
    return found.build(T, K)
