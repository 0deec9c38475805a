"""``dptheory memory``: peaks and boundaries."""

from dptheory.cli import main
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
        found = answer(f"{LARGE} --groups {groups},optimal")
        model = network("vit-large")
        counted = peak(
            model.activations, model.output_gradients, groups_from(found["boundaries"], 147)
        )
        assert found["peak"] == counted
        assert len(found["boundaries"]) == found["groups"] == groups
        assert found["layer_wise_peak"] <= found["peak"] <= found["all_layer_peak"]
        assert (found["uniform_peak"] is None) == (groups in (5, 147))
        if found["uniform_peak"] is not None:
            assert found["peak"] <= found["uniform_peak"]
        assert (found["peak"] == found["layer_wise_peak"]) == (groups >= found["layer_wise_from"])


def test_tokens_and_classes(answer):
    for sizes, free in ((",tokens=50,classes=10", (50, 10)), ("", ())):
        found, model = (
            answer(SMALL.replace("small", f"small{sizes}")),
            network("vit-small", *free),
        )
        assert found["peak"] == sum(model.activations) + sum(model.output_gradients)


def test_a_users_own_network(answer, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("name,tokens,inputs,outputs\na,1,1,1\nb,1,1,1\nc,1,10,5\n")
    found = answer(f"memory --model {file} --groups 2,optimal")
    assert (found["peak"], found["uniform_peak"], found["layers"]) == (17, None, 3)
    assert found["layer_wise_from"] == 2


def test_the_names_are_those_of_timm_and_hugging_face(answer):
    found = answer(f"{LARGE} --groups 4,optimal")
    assert found["names"] == [
        "patch_embed.proj", "blocks.11.mlp.fc2", "blocks.18.mlp.fc1", "blocks.22.attn.qkv"
    ]  # fmt: skip
    found = answer("memory --model gpt2 --groups 12")
    assert found["names"] == ["transformer.wte", *(f"transformer.h.{k}.ln_1" for k in range(1, 12))]
    found = answer("memory --model roberta-base --groups 103,optimal")
    assert found["names"][-1] == "classifier.out_proj"
    assert "roberta.encoder.layer.11.attention.self.query" in found["names"]


def test_the_largest_batch_of_vit_small_by_hand(answer):
    """All-layer clipping in 8 GB: the peak is at the first block's attention, nothing freed."""
    T, d, h = 197, 384, 6
    parameters = 12 * (12 * d * d + 13 * d) + 2 * d + (100 * d + 100) + (768 * d + d) + 198 * d
    fixed = 4 * (4 * parameters + 4 * d * d)  # weights, sum, two states; the largest matrix again
    width = T * d
    stem = 196 * 768  # kept by the patch embedding; then the first norm and its statistics
    left = 4 * (stem + width + 4 * width + h * T * T) + 8 * T
    kept = 4 * (12 * (20 * width + 13 * d) - (width + width + 2 * d) - (width + 3 * width + 3 * d))
    top = 4 * (2 * width + 2 * d + d + 2 * 100)  # the last norm; the head's input, output and bias
    passing = 4 * (2 * h * T * T + width)
    each = left + kept + top + passing
    found = answer("memory --model vit-small --groups 1 --budget 8GB")
    assert found["bytes_besides"] == fixed
    assert found["bytes_a_sample"] == each
    assert found["batch_size"] == (8 * 10**9 - fixed) // each
    assert found["bytes"] == fixed + found["batch_size"] * each <= 8 * 10**9 < found["bytes"] + each


def test_the_largest_batch_of_roberta_by_hand(answer):
    """All-layer clipping in 16 GiB: the peak is line 10 at the word embedding, all kept."""
    T, d, V = 256, 768, 50265
    words = V * d
    parameters = words + 515 * d + 2 * d + 12 * (12 * d * d + 13 * d) + 2 * (d * d + d) + 2 * d + 2
    fixed = 4 * (4 * parameters + words)
    width = T * d
    kept = 4 * (12 * (20 * width + 13 * d) + (3 * width) + (2 * width + 2 * d))
    kept += 3 * 8 * T + 4 * (2 * 3 * d + d + 2 + 2)  # indices; pooler, classifier
    each = kept + 4 * width + 12 * T * V
    found = answer("memory --model roberta-base --groups 1 --budget 16GiB")
    assert found["bytes_besides"] == fixed
    assert found["bytes_a_sample"] == each
    assert found["batch_size"] == (2**34 - fixed) // each


def test_a_batch_alone_gives_the_fewest_groups_of_the_smallest_peak(answer, prints):
    found = answer("memory --model roberta-base --batch-size 56")
    assert (found["kind"], found["batch_size"], found["largest_batch"]) == ("fewest", 56, None)
    assert found["bytes_a_sample"] == found["smallest"]["bytes_a_sample"]
    fewer = answer(
        f"memory --model roberta-base --batch-size 56 --groups {found['groups'] - 1},optimal"
    )
    assert fewer["bytes_a_sample"] > found["bytes_a_sample"]
    assert "fewest for the smallest peak" in prints("memory --model roberta-base --batch-size 56")


def test_a_unit_may_stand_apart(answer):
    lines = (f"{LARGE} --groups 1 --budget {size}" for size in ("40GB", "40 GB", "40e9 B"))
    found = [answer(line) for line in lines]
    assert found[0] == found[1] == found[2]


def test_a_budget_alone_gives_the_fewest_groups_with_the_largest_batch(answer):
    found = answer(f"{LARGE} --budget 40GB")
    assert (
        found["batch_size"] == found["smallest"]["batch_size"] == found["layer_wise"]["batch_size"]
    )
    fewer = answer(f"{LARGE} --budget 40GB --groups {found['groups'] - 1},optimal")
    assert fewer["batch_size"] < found["batch_size"]
    assert (
        found["all_layer"]["batch_size"]
        < found["batch_size"]
        <= found["without_privacy"]["batch_size"]
    )
    wanted = answer(f"{LARGE} --budget 40GB --batch-size {found['all_layer']['batch_size']}")
    assert wanted["groups"] == 1


def test_less_precision_fewer_states_no_dropout_and_fused_attention_take_less(answer):
    line = "memory --model roberta-base --groups 2 --batch-size 40"
    usual = answer(line)["layer_wise"]["bytes"]
    for option in ("--dtype bfloat16", "--optimizer sgd", "--model ,no-dropout", "--model ,fused"):
        assert answer(f"{line} {option}")["layer_wise"]["bytes"] < usual


def test_two_measured_peaks_predict_the_others(answer):
    """At the printed peaks of 8 and 12 blocks of RoBERTa-base the peak of 10 is 14.57 GB."""
    line = "memory --model roberta-base --batch-size 40"
    measured = "--measured 1,40=15.75GiB --measured 2,40=12.22GiB"
    found = answer(f"{line} --groups 2 {measured}")
    assert abs(found["bytes"] - 12.22 * 2**30) < 2
    assert abs(found["all_layer"]["bytes"] - 15.75 * 2**30) < 2
    assert 0.9 < found["layer_wise"]["bytes"] / (11.95 * 2**30) < 1.1
    scaled = answer(f"{line} --groups 2 --measured 1,40=20GB --measured 1,20=11GB")
    assert scaled["all_layer"]["bytes"] == 20 * 10**9
    assert scaled["bytes_besides"] == 2 * 10**9


def test_steps_that_do_not_fit_are_refused(refusal):
    for options, message in (
        ("--budget 4GB", "--budget must be at least 5247"),
        ("--budget 40", "--budget must be a number with a unit"),
        ("--budget 0GB", "--budget must be above 0"),
        ("--budget=-1GB", "--budget must be above 0"),
        ("--budget 40GB --batch-size 0", "--batch-size must be"),
        ("", "--groups must be given, or --budget or --batch-size. Found none."),
        ("--budget 40 GB 2", "--budget must be a number with a unit"),
        ("--budget 40 G", "--budget must be a number with a unit"),
        (
            "--groups 2 --model ,fused",
            "--model fused must be left out without --budget or --batch-size.",
        ),
        ("--groups 5 --batch-size 4", "--groups must divide the 24 blocks"),
        ("--groups 148 --batch-size 4", "--groups must be"),
        (
            "--groups 2 --batch-size 4 --measured 1,4=9GB",
            "--measured must be given twice. Found 1.",
        ),
        ("--groups 2 --batch-size 4 --measured 1=9GB", "must be groups, batch and peak"),
        (
            "--groups 2 --batch-size 4 --measured 1,4=9GB --measured 2,4=10GB",
            "--measured must be two peaks that grow with the predicted bytes.",
        ),
        (
            "--groups 2 --batch-size 4 --measured 1,50=23GB --measured 147,50=15GB",
            "whose line leaves 0 B or more besides the batch",
        ),
    ):
        assert message in refusal(f"{LARGE} {options}")


def test_the_page_says_what_it_is_valid_for(prints):
    shown = prints(f"{LARGE} --budget 40GB")
    assert "book-keeping, as FastDP does it; per sample:" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_a_number_of_parameters_tells_the_gradients_of_samples(answer, prints):
    P = 125_000_000
    found = answer("memory --model 125e6 --budget 40GB")
    assert found["bytes_besides"] == 4 * 4 * P  # parameters, gradient, two states of Adam
    assert found["per_sample"]["bytes_a_sample"] == 4 * P
    assert found["per_sample"]["largest_batch"] == 76
    half = answer("memory --model 125e6 --batch-size 3 --dtype float16 --optimizer sgd")
    assert half["per_sample"]["bytes"] == 2 * (2 + 3) * P
    assert "no batch fits in 1 GB" in prints("memory --model 125e6 --budget 1GB")


def test_an_embedding_of_a_million_words_has_as_many_gradients_a_sample(answer, tmp_path):
    """Pull request 694 of Opacus: 10^6 words of 5 numbers, batches of 16000, 298.02 GiB."""
    file = tmp_path / "words.csv"
    file.write_text("name,kind,tokens,inputs,outputs,entries\nwords,embedding,1,1,5,1000000\n")
    found = answer(f"memory --model {file} --batch-size 16000 --optimizer sgd")
    more = found["per_sample"]["bytes"] - found["bytes_besides"]
    assert abs(more / 2**30 - 298.02) < 0.01


def test_a_users_network_with_what_autograd_saves(answer, tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text(
        "name,tokens,inputs,outputs,kind,stored,saved,entries\n"
        "words,4,1,8,embedding,,,100\na,4,8,8,,,32,\nb,4,8,8,,0,,\nnorm,4,8,8,norm,,,\n"
    )
    found = answer(f"memory --model {file} --groups 1 --batch-size 3")
    # Matrices, the norm's two tensors, the words; the largest tensor once more.
    assert found["bytes_besides"] == 4 * (4 * (64 + 64 + 16 + 800) + 800)
    kept = 8 * 4 + 4 * (32 + (32 + 32) + (0 + 32) + (32 + 32 + 16))
    assert found["bytes_a_sample"] == kept + 4 * 32 + 12 * 4 * 100
    assert found["names"] == ["words"]


def test_optimal_groups_of_very_many_layers_are_refused_at_once(tmp_path, complaint):
    file = tmp_path / "many.csv"
    file.write_text("name,tokens,inputs,outputs\n" + "a,1,2,3\n" * 20_000)
    line = ["memory", "--model", str(file), "--groups"]
    words = "--groups must be at most 500 for optimal groups of 20000 layers. Found 20000."
    assert words in complaint(main, [*line, "20000,optimal"])
