"""What no command accepts, each refused in one line that names the argument.

The hostile ones are the worst of those that ``python -m benchmarks.hostile_commands`` found.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

RATE = "rate --alpha 0.1 --beta 0 --mu 1 --smoothness 10"
MAP = "map --mu 1 --smoothness 10"
ALLOCATE = (
    "allocate --method nesterov --alpha 1 --mu 0.01 --smoothness 1 --iterations 200 --epsilon 1 "
    "--n 100000 --m 1000 --sensitivity 40"
)
OWN = "allocate --epsilon 1 --n 100000 --m 1000 --sensitivity 40"
STAGES = f"{OWN} --mu 0.01 --smoothness 1 --iterations 200 --method multistage"
TUNE = "tune --mu 0.02 --smoothness 5 --dimension 20 --n 1e5 --sensitivity 40 --gap 10 --epsilon 1"
NONCONVEX = (
    "tune-nonconvex --gap 1 --l0 1 --l1 1/2 --tau0 0.5 --tau1 0.2 --dimension 5 --n 1e5 "
    "--epsilon 1 --delta 1e-6 --max-iterations 3000"
)
PRIVACY = "privacy --n 100 --batch 10 --iterations 20 --delta 1e-5 --epsilon 1"
MEMORY = "memory --model vit-large --groups 1"
GPT2 = "memory --model gpt2-small --groups 1"
MOMENT = (
    "second-moment --noise-multiplier 0.4 --clip 0.1 --noise-divisor 256 --beta2 0.999 --step 10"
)
CLIP = "worst-law --rule clip --threshold 1/2 --gradient 0.1 --tau0 1"
NORMALISE = "worst-law --rule normalise --regulariser 0.01 --gradient 0.3 --tau0 1"
FILES = {
    "minus": b"-1\n",
    "word": b"1\nx\n",
    "zeros": b"0\n0\n",
    "empty": b"",
    "nan": b"nan\n",
    "three": b"1 2 3",
    "two": b"1 two 3",
    "binary": bytes(range(256)),
}


def without(line: str, *options: str) -> str:
    """A line less options and their values."""
    words = line.split()
    places = {words.index(option) for option in options}
    return " ".join(w for i, w in enumerate(words) if not {i, i - 1} & places)


def wrong(line: str, **options: str) -> list[tuple[str, str]]:
    """The line with each of an option's values in turn, which names the option."""
    named = {f"--{name.replace('_', '-')}": values for name, values in options.items()}
    return [(f"{line} {o} {value}", o) for o, values in named.items() for value in values.split()]


def lacking(line: str, options: str) -> list[tuple[str, str]]:
    """The line without each of the options in turn, which names it."""
    return [(without(line, option), option) for option in options.split()]


REFUSED = [
    ("", "required"),
    ("fly", "invalid choice"),
    ("rate --alpha", "--alpha"),
    *wrong(RATE, alpha="1e100000000 nan inf 1/0 fast 0 ١٢ 1_000 1e309 1e-400 1e9999", beta="1"),
    *wrong(RATE, mu="0 nan 1e-400", smoothness="1e400", method="adam", eta="1"),
    *wrong(RATE, certificate="/ loop /no/such/folder/c.json", speed="9"),
    (f"{RATE} --alpha=-1", "--alpha"),
    (f"{RATE} --alpha=--", "--alpha"),
    (f"{RATE} --alpha 1/{'3' * 5000}", "--alpha"),
    *lacking(RATE, "--alpha --beta --smoothness"),
    (f"{RATE} --beta=-0.1", "--beta"),
    (f"{RATE} --beta 0.2 --method gradient", "--beta"),
    (f"{RATE} --mu=-1", "--mu"),
    (f"{RATE} --mu 11", "--smoothness"),
    (f"{RATE} --eta=-1 --method momentum", "--eta"),
    (f"{RATE} --eta 1e309 --method momentum", "--eta"),
    (f"{RATE} --method momentum", "--eta"),
    (f"{RATE} --eta 0.5 --method nesterov", "--eta"),
    (f"{RATE} --method triple-momentum", "--alpha"),
    (f"{without(RATE, '--alpha')} --method triple-momentum", "--beta"),
    (f"{without(RATE, '--alpha', '--beta')} --eta 1 --method triple-momentum", "--eta"),
    ("rate --mu 1 --smoothness 1e39 --method triple-momentum", "--smoothness"),
    (f"{RATE} --certificate=", "--certificate"),
    (f"{RATE} --certificate {'x' * 300}.json", "--certificate"),
    *wrong(MAP, points="0 x 1e400", method="adam", output="/no/such/folder/map.csv", jobs="0"),
    *wrong(MAP, top="0"),
    (f"{MAP} --points 1001", "--points must be from 1 to 1000. Found 1001."),
    (f"{MAP} --mu 20", "--smoothness"),
    (f"{MAP} --picture map.csv", "--picture must be a file of .png"),
    ("map --mu 1 --smoothness 1e-300", "--smoothness"),
    ("map --mu 1e-300 --smoothness 1e-300 --top 1e300", "--top"),
    ("simulate accelerated-logistic-quick --folder binary/x", "--folder"),
    ("simulate accelerated-logistic-quick --jobs 1e30", "--jobs"),
    *wrong(ALLOCATE, epsilon="0 nan", m="100001 0 1.5", n="0", sensitivity="0 -1", alpha="1.5 0"),
    *wrong(ALLOCATE, scale="1", method="heavy-ball", mu="0", iterations="0 1e9 x"),
    *wrong(ALLOCATE, weights="guessed", mechanism="cauchy", delta="1", rho="1"),
    *lacking(ALLOCATE, "--epsilon --alpha --method --smoothness"),
    (f"{ALLOCATE} --method gradient --alpha 2", "--alpha"),
    (f"{ALLOCATE} --method multistage", "--alpha"),
    *wrong(STAGES, scale="2", first_stage="0", p="0"),
    (f"{ALLOCATE} --mu 2", "--smoothness"),
    (f"{ALLOCATE} --weights printed --method gradient", "--weights"),
    (f"{ALLOCATE} --weights-file /no/such/file", "--method"),
    *(
        (f"{OWN} --weights-file {file}", "--weights-file")
        for file in (*FILES, "missing", "pipe", "/")
    ),
    (f"{ALLOCATE} --mechanism gaussian", "--delta"),
    (f"{without(ALLOCATE, '--epsilon')} --mechanism gaussian --rho 1", "--m"),
    (f"{without(ALLOCATE, '--m')} --mechanism gaussian --rho 1", "--epsilon"),
    *wrong(TUNE, epsilon="0", delta="0", gap="0", dimension="0", m="1e6", mu="0"),
    *wrong(TUNE, sensitivity_l2="41", max_iterations="0", n="a 1e30"),
    *lacking(TUNE, "--gap"),
    (f"{TUNE} --mu 6", "--smoothness"),
    (f"{TUNE} --n 10 --epsilon 1e-200", "--epsilon"),
    (f"{TUNE} --n 10 --epsilon 1e300", "--epsilon"),
    (f"{NONCONVEX} --gap 0", "--gap must be positive"),
    (f"{NONCONVEX} --l0 -1", "--l0 must be positive"),
    (f"{NONCONVEX} --l1 -1", "--l1 must be 0 or from 1e-40 to 1e40. Found -1."),
    *wrong(NONCONVEX, l1="1e309", tau1="1e309", delta="1e-400 1e400"),
    (f"{NONCONVEX} --tau0 -1", "--tau0 must be 0 or from 1e-40 to 1e40. Found -1."),
    (f"{NONCONVEX} --tau1 1", "--tau1 must be in [0, 1). Found 1."),
    (f"{NONCONVEX} --epsilon 0", "--epsilon must be positive"),
    (f"{NONCONVEX} --delta 1", "--delta must be in (0, 1), and at least 1e-100. Found 1."),
    (f"{NONCONVEX} --n 0", "--n must be a whole number from 1 to 1e15. Found 0."),
    (f"{NONCONVEX} --dimension 0", "--dimension must be a whole number from 1 to 1e15. Found 0."),
    (f"{NONCONVEX} --max-iterations 0", "--max-iterations must be a whole number from 1 to"),
    *wrong(PRIVACY, delta="0 1 1e-20 nan", batch="101 0 1.5", n="0", epsilon="0", lipschitz="0"),
    *wrong(PRIVACY, noise="0", iterations="0", sampling="shuffled", mechanism="laplace"),
    (f"{PRIVACY} --epsilon=-1", "--epsilon"),
    (f"{PRIVACY} --noise=-1", "--noise"),
    (f"{PRIVACY} --epochs 1", "--iterations"),
    (f"{without(PRIVACY, '--iterations')} --epochs 1e-9", "--epochs"),
    (without(PRIVACY, "--iterations"), "--epochs"),
    *lacking(PRIVACY, "--epsilon"),
    (f"{MEMORY} --model vit", "--model must be a FILE.csv or one of vit-small"),
    (f"{MEMORY} --model no.csv", "--model must be a file that can be read"),
    (f"{MEMORY} --model no.csv --tokens 5", "--tokens must be left out"),
    (f"{MEMORY} --model no.csv --classes 5", "--classes must be left out"),
    (f"{MEMORY} --groups 0", "--groups must be a whole number from 1 to 147. Found 0."),
    (f"{MEMORY} --groups 148", "--groups must be a whole number from 1 to 147. Found 148."),
    (f"{MEMORY} --groups 148 --optimal", "--groups must be a whole number from 1 to 147"),
    (f"{MEMORY} --groups -1 --optimal", "--groups must be a whole number from 1 to 147"),
    (f"{MEMORY} --groups 5", "--groups must divide the 24 blocks of vit-large"),
    *wrong(MEMORY, groups="2.5 nan two 1/2 1e16 1e9000"),
    (f"{MEMORY} --tokens 1", "--tokens must be a whole number from 2 to"),
    (f"{MEMORY} --classes 0", "--classes must be a whole number from 1"),
    (f"{GPT2} --classes 2", "--classes must be left out with gpt2-small"),
    (f"{GPT2} --tokens 1025", "--tokens must be a whole number from 1 to 1024. Found 1025."),
    (f"{MOMENT} --beta2 1", "--beta2 must be in [0, 1). Found 1."),
    (f"{MOMENT} --beta2 -0.1", "--beta2 must be in [0, 1). Found -0.1."),
    (f"{MOMENT} --noise-multiplier -1", "--noise-multiplier must be 0 or"),
    (f"{MOMENT} --noise-multiplier 1e99 --clip 1e39", "S C/B1 must be between 1e-70 and 1e70"),
    (f"{MOMENT} --noise-multiplier 1e-99", "S C/B1 must be between 1e-70 and 1e70"),
    (f"{MOMENT} --gamma -1", "--gamma must be at least 0"),
    (f"{MOMENT} --step 0", "--step must be a whole number from 1"),
    (f"{MOMENT} --steps 1,2", "--step must be given, or --steps, not both"),
    (f"{without(MOMENT, '--step')} --steps {'9' * 300}", "--steps"),
    (without(MOMENT, "--noise-divisor"), "--noise-divisor must be given, or --phi-divisor"),
    (f"{MOMENT} --noise-divisor 0", "--noise-divisor must be positive"),
    (f"{MOMENT} --phi-divisor 0", "--phi-divisor must be positive"),
    (f"{MOMENT} --phi-divisor -3", "--phi-divisor must be positive"),
    (f"{MOMENT} --phi-divisor 1e-50", "--phi-divisor must be positive (between 1e-40 and 1e40)"),
    (f"{MOMENT} --clip 0", "--clip must be positive"),
    (f"{MOMENT} --quantiles 0.5,1", "--quantiles must be in (0, 1). Found 1."),
    (f"{MOMENT} --quantiles half", "--quantiles must be numbers"),
    (f"{MOMENT} --gradient no-such-file", "--gradient must be numbers, or a file"),
    (f"{MOMENT} --gradient 1e20", "gradient must be at most 1e12 standard deviations"),
    (f"{MOMENT} --gradient 1,2", "--gradient must be a number or a file"),
    *wrong(MOMENT, gradient="pipe two"),
    (f"{MOMENT} --step 4 --gradient three", "a file with 4 numbers, one a step. Found 3"),
    (f"{CLIP} --rule scale", "--rule must be clip or normalise. Found scale."),
    (f"{CLIP} --threshold 0", "--threshold must be positive"),
    (f"{CLIP} --threshold -1", "--threshold must be positive"),
    (f"{NORMALISE} --regulariser 0", "--regulariser must be positive"),
    (f"{NORMALISE} --threshold 1", "--threshold must be left out with normalise"),
    (f"{CLIP} --regulariser 1", "--regulariser must be left out with clip"),
    (without(CLIP, "--threshold"), "--threshold must be given with clip"),
    (f"{CLIP} --gradient -1", "--gradient must be 0 or positive"),
    (f"{CLIP} --tau0 0", "--tau0 must be positive"),
    (f"{CLIP} --tau0 -1", "--tau0 must be positive"),
    (f"{CLIP} --tau0 1e20", "--tau0 must be at most 1e16 times the smallest length, 0.1"),
    (f"{CLIP} --tau0 1e50", "--tau0 must be positive (between 1e-40 and 1e40)"),
    *wrong(CLIP, tau0="nan inf one 1/0", alpha="1e-300"),
    (f"{CLIP} --tau1 1", "--tau1 must be 0 or in (1e-40, 1). Found 1."),
    (f"{CLIP} --tau1 -0.1", "--tau1 must be 0 or in (1e-40, 1). Found -0.1."),
    (f"{CLIP} --tau1=1e-999", "--tau1"),
    (f"{CLIP} --alpha 1", "--alpha must be 0 or in (1e-40, 1). Found 1."),
    (f"{CLIP} --alpha=-1/2", "--alpha must be 0 or in (1e-40, 1). Found -1/2."),
    (f"{CLIP} --certificate /no/such/folder/c", "--certificate must be a file"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files that no command can read."""
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


@pytest.mark.parametrize(("line", "words"), REFUSED, ids=lambda value: value[:60])
def test_a_line_is_refused_in_one_line_that_names_the_argument(line, words, folder, refusal):
    assert words in refusal(line)
    assert sorted(os.listdir(folder)) == sorted([*FILES, "loop", "pipe"])


def test_a_message_shows_controls_escaped_and_long_words_cut(refusal: Callable[[str], str]) -> None:
    message = refusal(f"{RATE} --method \x1b[31m{'x' * 5000}")
    assert "\x1b" not in message
    assert len(message) < 500
