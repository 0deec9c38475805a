"""The private runs of section 4 and appendix D, and what an accountant says of them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from verify.formula.evaluate import Undefined
from verify.language import Formula, Setting, described, external, one_of
from verify.papers.adambc.laboratory.accountants import ACCOUNTANTS, Run, spent
from verify.papers.adambc.laboratory.accountants import V as ACCOUNTS
from verify.papers.nsgd.settings import CIFAR10, SST2

CIFAR10_RUNS = {
    int(s.values["eps"]): Run(
        s.values["N"], s.values["B"], Fraction(s.values["noise"]), f"{s.values['eps']}.0"
    )
    for s in CIFAR10
}
STEPS = CIFAR10[0].values["T"]
# Ten epochs of the data set's 67,349 sentences, without the batches that are not full.
SST2_RUN = Run(SST2.values["N"], SST2.values["B"], SST2.values["noise"], "8")
TEN_EPOCHS = SST2.values["T"]
V = ACCOUNTS.extended(
    eps=one_of((2, 4, 8), r"\epsilon", unit="1"), eps_sst=one_of((8,), r"\epsilon", unit="1")
)
SST2_ALONE = (Setting(name=SST2.name, values={"eps_sst": SST2.values["eps"]}),)


def on_cifar10(name: str, function: Callable[..., float]) -> Formula:
    """A function of records, batch, sigma and steps for the CIFAR-10 run of a printed budget."""

    def of_run(eps: Any) -> float:
        run = CIFAR10_RUNS.get(int(eps))
        if run is None:
            raise Undefined("no such run")
        return function(run.n, run.batch, run.sigma, STEPS)

    return external(rf"{name}[CIFAR-10]", of_run, V.eps)


def on_sst2(name: str, function: Callable[..., float]) -> Formula:
    """The same for the SST-2 run."""

    def of_run(_: Any) -> float:
        return function(SST2_RUN.n, SST2_RUN.batch, SST2_RUN.sigma, TEN_EPOCHS)

    return external(rf"{name}[SST-2]", of_run, V.eps_sst)


def spends(accountant: str) -> Formula:
    """What the CIFAR-10 run of a printed budget spends."""
    return described(on_cifar10(*ACCOUNTANTS[accountant]), spent(accountant))


def spends_sst(accountant: str) -> Formula:
    """What the SST-2 run spends."""
    return described(on_sst2(*ACCOUNTANTS[accountant]), spent(accountant))
