"""Every page of a site in Chromium: its width, its contrast, its console and its links.

``python -m benchmarks.audits.site_pages build/site`` prints a table and, below it, each page on
which something is wrong; ``--sample N`` looks at every N-th page alone. Chromium and its driver
must be installed. A page is seen in three windows: of a desk, of a telephone, and of the text of a
sheet of A4 (210 mm less two margins of 10 mm, at 96 pixels an inch).
"""

import argparse
import re
import shutil
import urllib.parse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

CONTRAST = 4.5  # of text against what is behind it, by WCAG 2
SCHEMES = ("light", "dark")
IDS = re.compile(r'\sid="([^"]+)"')


@dataclass(frozen=True)
class Window:
    """A window in which pages are seen.

    Attributes:
        name: in the table. width: in pixels. medium: ``screen`` or ``print``.
    """

    name: str
    width: int
    medium: str = "screen"


WINDOWS = (Window("1400 px", 1400), Window("390 px", 390), Window("A4", 718, "print"))


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a page.

    Attributes:
        page: its place in the site. kind: the row of the table. said: what was seen.
        size: in pixels, of what is too wide; else 0.
    """

    page: str
    kind: str
    said: str
    size: int = 0


# The page hears of its medium with the next frame.
FRAME = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
# All is laid out, also what is folded or far below the window: what is not has no width.
UNFOLDED = """
document.querySelectorAll("details").forEach((e) => { e.open = true; });
const style = document.createElement("style");
style.textContent = "* { content-visibility: visible !important }";
document.head.append(style);
"""
# What reaches beyond the window, and what is cut where nobody can scroll: on paper, or by a box
# that hides it.
WIDTHS = """
const paper = matchMedia("print").matches, root = document.documentElement;
const cut = [...document.querySelectorAll("main *")].filter((e) => {
  const kind = getComputedStyle(e).overflowX;
  return kind !== "visible" && (paper || kind === "hidden" || kind === "clip")
    && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1; });
return [root.scrollWidth - root.clientWidth, ...cut.map((e) => e.scrollWidth - e.clientWidth)];
"""
# Luminances as WCAG 2 has them.
CONTRASTS = """
const parts = (c) => c.match(/[0-9.]+/g).map(Number);
const light = (c) => { const [r, g, b] = parts(c).slice(0, 3).map((v) => v / 255)
  .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const behind = (e) => { for (; e; e = e.parentElement) {
  const c = getComputedStyle(e).backgroundColor; if (!(parts(c)[3] === 0)) return c; }
  return "rgb(255, 255, 255)"; };
return [...document.querySelectorAll(
  "p, a, th, td, small, code, h1, h2, h3, span, strong, button, label, math")]
  .filter((e) => e.textContent.trim() && (e.offsetParent || e.tagName === "math")).map((e) => {
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
    return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.tagName + ": " +
      e.textContent.slice(0, 40)]; }).filter(([ratio]) => ratio < arguments[0]);
"""
LINKS = """
return [...document.querySelectorAll("a[href], img[src], link[href], script[src]")]
  .map((e) => e.getAttribute("href") || e.getAttribute("src")).filter((to) => to);
"""


def programs() -> tuple[str, str] | None:
    """Where Chromium and its driver are, or None."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    return (chromium, driver) if chromium and driver else None


@contextmanager
def browser() -> Iterator[Any]:
    """A browser without a window, whose console is kept.

    Raises:
        ValueError: Chromium or its driver is missing.
    """
    from selenium import webdriver

    found = programs()
    if found is None:
        raise ValueError("chromium and chromedriver must be installed. Found one missing.")
    options = webdriver.ChromeOptions()
    options.binary_location = found[0]
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,1000"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(found[1]))
    try:
        yield driver
    finally:
        driver.quit()


@contextmanager
def seen_in(driver: Any, window: Window) -> Iterator[None]:
    """The page that is open, as a window has it."""
    size = {"width": window.width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": window.medium})
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def over(driver: Any, window: Window) -> int:
    """By how many pixels the open page is wider than a window, or something of it is cut."""
    driver.execute_script(UNFOLDED)
    with seen_in(driver, window):
        driver.execute_async_script(FRAME)
        return max(driver.execute_script(WIDTHS))


def faint(driver: Any, scheme: str) -> list[tuple[float, str]]:
    """Texts of the open page that stand out too little: the contrast, and how they begin."""
    driver.execute_script("document.documentElement.className = arguments[0]", scheme)
    return [(ratio, text) for ratio, text in driver.execute_script(CONTRASTS, CONTRAST)]


def messages(driver: Any) -> list[str]:
    """What the console of the browser has got since it was asked last."""
    return [entry["message"] for entry in driver.get_log("browser")]


def dead(site: Path, page: str, driver: Any) -> list[str]:
    """Links of the open page that lead to no file or no element of the site."""
    return [to for to in driver.execute_script(LINKS) if not _leads(site, page, to)]


def _leads(site: Path, page: str, to: str) -> bool:
    file, _, fragment = to.partition("#")
    path = ((site / page).parent / urllib.parse.unquote(file)).resolve() if file else site / page
    return path.is_file() and (not fragment or urllib.parse.unquote(fragment) in _ids(path))


@cache
def _ids(path: Path) -> frozenset[str]:
    return frozenset(IDS.findall(path.read_text(encoding="utf-8")))


def faults(site: Path, page: str, driver: Any) -> Iterator[Fault]:
    """Everything that is wrong with one page."""
    driver.get((site / page).as_uri())
    for window in WINDOWS:
        if (pixels := over(driver, window)) > 0:
            yield Fault(page, f"wider than {window.name}", f"by {pixels} px", pixels)
    for scheme in SCHEMES:
        for ratio, text in faint(driver, scheme)[:1]:
            yield Fault(page, f"faint text, {scheme}", f"{ratio:.2f} of {text!r}")
    for text in messages(driver)[:1]:
        yield Fault(page, "console messages", text)
    for to in dead(site, page, driver)[:1]:
        yield Fault(page, "dead links", to)


KINDS = (
    *(f"wider than {window.name}" for window in WINDOWS),
    *(f"faint text, {scheme}" for scheme in SCHEMES),
    "console messages",
    "dead links",
)


def table(found: list[Fault], pages: int) -> str:
    """How many pages have a fault of each kind, and the worst."""
    rows = [f"{'of ' + str(pages) + ' pages':28}{'pages':>6}  worst"]
    for kind in KINDS:
        mine = [fault for fault in found if fault.kind == kind]
        worst = max(mine, key=lambda fault: fault.size, default=None)
        said = f"{worst.page} {worst.said}" if worst else ""
        rows.append(f"{kind:28}{len({fault.page for fault in mine}):6}  {said}".rstrip())
    return "\n".join(rows)


def main(argv: list[str] | None = None) -> int:
    """Run the command; 0 where nothing is wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits.site_pages")
    parser.add_argument("site", type=Path, help="the folder of the site")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every N-th page alone")
    arguments = parser.parse_args(argv)
    site = arguments.site.resolve()
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    pages = pages[:: arguments.sample]
    if not pages:
        raise ValueError(f"site must be a folder with pages. Found none in {site}.")
    with browser() as driver:
        found = [fault for page in pages for fault in faults(site, page, driver)]
    print(table(found, len(pages)))
    for fault in found:
        print(f"{fault.kind}: {fault.page}: {fault.said}")
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
