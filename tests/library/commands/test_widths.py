"""Tables fit a terminal of 80 columns."""

import pytest

LINES = (
    "privacy --n 1000 --batch-size 1000 --iterations 10 --epsilon 1 --delta 1e-5",
    "second-moment --noise-multiplier 0.4 --clip 0.1 --batch-size 256 --beta2 0.9 --beta1 0.9 "
    "--iterations 1,10 --quantiles 0.001,0.01,0.1,0.333333333333,1/2,0.9,0.99",
    "allocate --n 1000 --sensitivity 1 --epsilon 1 --mu 1 --smoothness 10 --method gradient "
    "--alpha 0.1 --iterations 20",
    "memory --model vit-large --groups 4,optimal",
    "memory --model roberta-large --groups 197,optimal",
    "memory --model roberta-base --budget 20GB",
    "memory --model vit-base --groups 12 --batch-size 64",
    "memory --model 123456789012 --budget 1234GB",
    "privacy --n 50000 --batch-size 256 --iterations 10 --epsilon 1 --clip adaptive=7/3",
    "audit --optimizer nsgd --epsilon 1.23456 --delta 1.23456e-5 --n 1e12 --batch-size 1e5 "
    "--dimension 1 --iterations 1e7 --runs 100 --other-records zero --noise-multiplier 1e4",
    "audit --optimizer sgd --epsilon 8 --delta 1e-5 --runs 1000 --canaries 4000 --dimension 4",
)


@pytest.mark.parametrize("line", LINES, ids=LINES)
def test_no_line_has_more_than_80_columns(prints, line: str) -> None:
    assert max(map(len, prints(line).splitlines())) <= 80
