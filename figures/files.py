"""A figure's files: tables as CSV, and images that change only when the numbers do."""

import csv
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import wrap

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from numpy.typing import ArrayLike, NDArray
from PIL import Image

from dptheory.files import write_atomically
from figures.style import GREY, STYLE

Table = Mapping[str, ArrayLike]
Tables = dict[str, dict[str, NDArray[np.float64]]]
FORMATS = ("png", "svg")
FOOTER = 0.25  # inches a line
LETTERS = 18  # of a footer, in an inch


def write_tables(folder: Path, tables: Mapping[str, Table]) -> None:
    """Write each table, columns of equal length, as ``<name>.csv`` with all digits.

    Other tables in the folder are deleted first: it holds those of one figure.
    """
    for old in folder.glob("*.csv"):
        old.unlink()
    for name, table in tables.items():
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(table)
        columns = (np.asarray(column, dtype=np.float64).tolist() for column in table.values())
        writer.writerows(zip(*columns, strict=True))
        write_atomically(folder / f"{name}.csv", stream.getvalue())


def read_tables(folder: Path) -> Tables:
    """Read what :func:`write_tables` wrote."""
    tables = {}
    for path in sorted(folder.glob("*.csv")):
        with path.open(newline="", encoding="utf-8") as stream:
            names, *rows = csv.reader(stream)
        columns = np.array(rows, dtype=np.float64).T
        tables[path.stem] = dict(zip(names, columns, strict=True))
    return tables


def save(
    draw: Callable[[Tables], Figure], tables: Tables, stem: Path, footer: str = ""
) -> list[Path]:
    """Draw in the project's style and write every format, without dates; returns the paths.

    Args:
        draw: tables -> figure. tables: its data.
        stem: the files' path without an ending.
        footer: what the image stands for and its parameters, written below the panels.
    """
    paths = []
    with mpl.rc_context(STYLE):
        figure = draw(tables)
        # The layout is solved once, not for every format.
        figure.draw_without_rendering()
        # None, not "none": with any engine, be it that of no layout, savefig draws a figure twice.
        figure.set_layout_engine(None)
        width, height = figure.get_size_inches()
        lines = [part for line in footer.splitlines() for part in wrap(line, int(LETTERS * width))]
        below = FOOTER * len(lines)
        if footer:
            # Below the figure: what is drawn keeps its place.
            place = 0.01, -below / 2 / height
            figure.text(*place, "\n".join(lines), va="center", fontsize=8, color=GREY)
        shown = Bbox.from_extents(0, -below, width, height)
        for kind in FORMATS:
            paths.append(stem.with_name(f"{stem.name}.{kind}"))
            metadata = {"Date": None} if kind == "svg" else {"Software": None}
            stream = io.BytesIO()
            figure.savefig(stream, format=kind, metadata=metadata, bbox_inches=shown)
            content = stream.getvalue()
            paths[-1].write_bytes(few_colours(content) if kind == "png" else content)
    return paths


def few_colours(png: bytes) -> bytes:
    """An image with at most 256 colours: a third of the bytes, and no difference to be seen."""
    stream = io.BytesIO()
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.quantize(256, dither=Image.Dither.NONE).save(stream, format="png", optimize=True)
    return stream.getvalue()
