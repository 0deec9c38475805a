"""Layers of published networks: their counts, their parameters, what they store."""

import pytest

from dptheory.memory.layers import EMBEDDING, KINDS
from dptheory.memory.models import MODELS, network

# Layers, tensors, and parameters as published with the weights: 1,000 classes of ImageNet; RoBERTa
# without a classifier.
PUBLISHED = {
    "vit-small": (75, 150, 22_050_664),
    "vit-base": (75, 150, 86_567_656),
    "vit-large": (147, 294, 304_326_632),
    "roberta-base": (103, 203, 124_645_632),
    "roberta-large": (199, 395, 355_359_744),
    "gpt2-small": (76, 149, 124_439_808),
    "gpt2-medium": (148, 293, 354_823_168),
    "gpt2-large": (220, 437, 774_030_080),
}


@pytest.mark.parametrize("name", MODELS)
def test_counts_are_those_of_the_papers_groups_and_of_the_published_weights(name: str) -> None:
    model, usual = network(name, classes=1000 if name.startswith("vit") else None), network(name)
    classifier = sum(x.parameters for x in model.layers if x.name.startswith("classifier"))
    counts = len(usual.layers), usual.tensors, model.parameters - classifier
    assert counts == PUBLISHED[name]


@pytest.mark.parametrize("name", MODELS)
def test_weights_have_the_shapes_of_their_layers(name: str) -> None:
    for layer in network(name).layers:
        assert layer.kind in KINDS
        if layer.kind == EMBEDDING:
            assert layer.inputs == 1
            assert layer.tensors[0] % layer.outputs == 0
        elif layer.kind == "norm":
            assert layer.tensors == (layer.inputs, layer.outputs)
        else:
            assert layer.tensors[0] == layer.inputs * layer.outputs
            assert layer.tensors[1:] in ((), (layer.outputs,))


def test_a_block_of_vit_large_stores_nine_widths_and_eleven() -> None:
    T, width = 197, 1024
    model = network("vit-large")
    block = [layer for layer in model.layers if layer.block == 7]
    parts = "norm 1, qkv, projection, norm 2, fully connected 1, fully connected 2"
    assert [layer.name for layer in block] == [f"block 7, {part}" for part in parts.split(", ")]
    assert sum(layer.activation for layer in block) == 9 * T * width
    assert sum(layer.gradient for layer in block) == 11 * T * width
    stem, norm, head = model.layers[0], model.layers[-2], model.layers[-1]
    assert (stem.activation, stem.gradient) == (196 * 768, 196 * width)
    assert (norm.activation, norm.gradient) == (T * width, T * width)
    assert (head.activation, head.gradient) == (width, 100)


def test_usual_names_are_read() -> None:
    usual = ["vit_large_patch16_224", "ViT-small", "RoBERTa-base", "GPT-2", "gpt2-medium"]
    ours = ["vit-large", "vit-small", "roberta-base", "gpt2-small", "gpt2-medium"]
    assert [network(name).name for name in usual] == ours


def test_the_length_of_the_text_and_the_classes_are_free() -> None:
    model = network("roberta-base", tokens=40, classes=3)
    assert {layer.tokens for layer in model.layers} == {1, 40}
    assert model.layers[-1].gradient == 3
    assert network("GPT-2-small", tokens=10).layers[-1].gradient == 10 * 50257
