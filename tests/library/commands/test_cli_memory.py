"""``dptheory memory``: peaks and boundaries; one line for every mistake."""

import json
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.memory.models import network
from dptheory.memory.timeline import groups_from, peak

LARGE = ["--model", "vit-large"]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    """The JSON that ``dptheory memory`` prints."""
    assert main(["memory", *arguments, "--json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return dict(json.loads(output.out))


def test_uniform_groups_of_vit_large(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *LARGE, "--groups", "4")
    assert found["layers"] == 147
    assert found["boundaries"] == [1, 38, 74, 110]
    # All activations, and the output gradients of six blocks, the last norm and the head.
    T, d = 197, 1024
    stored = 196 * 768 + (24 * 9 + 1) * T * d + d
    assert found["peak"] == found["uniform_peak"] == stored + (6 * 11 + 1) * T * d + 100
    assert found["all_layer_peak"] == stored + 196 * d + (24 * 11 + 1) * T * d + 100
    # At the last norm, once the head is freed.
    assert found["layer_wise_peak"] == stored - d + T * d


def test_optimal_groups_hold_what_the_simulator_counts(capsys: pytest.CaptureFixture[str]) -> None:
    for groups in (1, 2, 5, 147):
        found = answer(capsys, *LARGE, "--groups", str(groups), "--optimal")
        model = network("vit-large")
        counted = peak(model.activations, model.gradients, groups_from(found["boundaries"], 147))
        assert found["peak"] == counted
        assert len(found["boundaries"]) == found["groups"] == groups
        assert found["layer_wise_peak"] <= found["peak"] <= found["all_layer_peak"]
        assert (found["uniform_peak"] is None) == (groups in (5, 147))
        if found["uniform_peak"] is not None:
            assert found["peak"] <= found["uniform_peak"]
        assert (found["peak"] == found["layer_wise_peak"]) == (groups >= found["layer_wise_from"])


def test_tokens_and_classes(capsys: pytest.CaptureFixture[str]) -> None:
    for options, model in (
        (["--tokens", "50", "--classes", "10"], network("vit-small", 50, 10)),
        ([], network("vit-small")),
    ):
        found = answer(capsys, "--model", "ViT-small", "--groups", "1", *options)
        assert found["peak"] == sum(model.activations) + sum(model.gradients)


def test_a_users_own_network(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("name,tokens,inputs,outputs\na,1,1,1\nb,1,1,1\nc,1,10,5\n")
    found = answer(capsys, "--model", str(file), "--groups", "2", "--optimal")
    assert (found["peak"], found["uniform_peak"], found["layers"]) == (17, None, 3)
    assert found["layer_wise_from"] == 2


def test_readable_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", *LARGE, "--groups", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "model", "groups", "peak", "all-layer", "layer-wise",
    ]  # fmt: skip
    assert lines[1].endswith("2 uniform, first layers 1, 74")
    assert main(["memory", *LARGE, "--groups", "5", "--optimal"]) == 0
    assert "uniform  no such groups" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "vit", "--groups", "1"], "--model must be a FILE.csv or one of vit-small"),
        ([*LARGE, "--groups", "0"], "--groups must be a whole number from 1 to 147. Found 0."),
        ([*LARGE, "--groups", "148"], "--groups must be a whole number from 1 to 147. Found 148."),
        ([*LARGE, "--groups", "148", "--optimal"], "--groups must be a whole number from 1 to 147"),
        ([*LARGE, "--groups", "-1", "--optimal"], "--groups must be a whole number from 1 to 147"),
        ([*LARGE, "--groups", "5"], "--groups must divide the 24 blocks of vit-large"),
        ([*LARGE, "--groups", "1", "--tokens", "1"], "--tokens must be a whole number from 2 to"),
        ([*LARGE, "--groups", "1", "--classes", "0"], "--classes must be a whole number from 1"),
        (
            ["--model", "gpt2-small", "--groups", "1", "--classes", "2"],
            "--classes must be left out with gpt2-small",
        ),
        (
            ["--model", "gpt2-small", "--groups", "1", "--tokens", "1025"],
            "--tokens must be a whole number from 1 to 1024. Found 1025.",
        ),
        (["--model", "no.csv", "--groups", "1"], "--model must be a file that can be read"),
        (["--model", "no.csv", "--groups", "1", "--tokens", "5"], "--tokens must be left out"),
        (["--model", "no.csv", "--groups", "1", "--classes", "5"], "--classes must be left out"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["memory", *arguments]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert message in lines[0]


@pytest.mark.parametrize("value", ["2.5", "nan", "two", "1/2", "1e16", "1e9000"])
def test_groups_must_be_whole(value: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["memory", *LARGE, "--groups", value])
    assert stopped.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert "--groups" in lines[0]
