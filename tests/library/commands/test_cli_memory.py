"""``dptheory memory``: peaks and boundaries."""

from dptheory.memory.models import network
from dptheory.memory.timeline import groups_from, peak

LARGE = "memory --model vit-large"
SMALL = "memory --model ViT-small --groups 1"


def test_uniform_groups_of_vit_large(answer):
    found = answer(f"{LARGE} --groups 4")
    assert found["layers"] == 147
    assert found["boundaries"] == [1, 38, 74, 110]
    # All activations, and the output gradients of six blocks, the last norm and the head.
    T, d = 197, 1024
    stored = 196 * 768 + (24 * 9 + 1) * T * d + d
    assert found["peak"] == found["uniform_peak"] == stored + (6 * 11 + 1) * T * d + 100
    assert found["all_layer_peak"] == stored + 196 * d + (24 * 11 + 1) * T * d + 100
    # At the last norm, once the head is freed.
    assert found["layer_wise_peak"] == stored - d + T * d


def test_optimal_groups_hold_what_the_simulator_counts(answer):
    for groups in (1, 2, 5, 147):
        found = answer(f"{LARGE} --groups {groups} --optimal")
        model = network("vit-large")
        counted = peak(model.activations, model.gradients, groups_from(found["boundaries"], 147))
        assert found["peak"] == counted
        assert len(found["boundaries"]) == found["groups"] == groups
        assert found["layer_wise_peak"] <= found["peak"] <= found["all_layer_peak"]
        assert (found["uniform_peak"] is None) == (groups in (5, 147))
        if found["uniform_peak"] is not None:
            assert found["peak"] <= found["uniform_peak"]
        assert (found["peak"] == found["layer_wise_peak"]) == (groups >= found["layer_wise_from"])


def test_tokens_and_classes(answer):
    for options, free in (("--tokens 50 --classes 10", (50, 10)), ("", ())):
        found, model = answer(f"{SMALL} {options}"), network("vit-small", *free)
        assert found["peak"] == sum(model.activations) + sum(model.gradients)


def test_a_users_own_network(answer, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("name,tokens,inputs,outputs\na,1,1,1\nb,1,1,1\nc,1,10,5\n")
    found = answer(f"memory --model {file} --groups 2 --optimal")
    assert (found["peak"], found["uniform_peak"], found["layers"]) == (17, None, 3)
    assert found["layer_wise_from"] == 2
