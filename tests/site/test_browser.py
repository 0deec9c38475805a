"""The site in Chromium: filter, search, open, graph, dark; nothing is asked for from elsewhere."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
SHOTS = Path(__file__).resolve().parents[2] / "build" / "screenshots"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="chromium and chromedriver are missing"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser without a window, whose console is kept."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,1000"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def at(browser: Any, site: Path) -> Iterator[Any]:
    """``at(page)`` opens a page; afterwards the console holds no error, and all came from here."""

    def visit(page: str) -> Any:
        browser.get((site / page).as_uri())
        return browser

    yield visit
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []
    loaded = browser.execute_script("return performance.getEntries().map((e) => e.name)")
    assert [name for name in loaded if name.startswith(("http:", "https:", "//"))] == []


def rows(driver: Any) -> list[str]:
    """The claims that the table shows."""
    found = driver.find_elements("css selector", ".claims tbody tr:not([hidden]) td:nth-child(2)")
    return [cell.text for cell in found]


def shot(driver: Any, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    assert driver.save_screenshot(str(SHOTS / f"{name}.png"))


def test_the_table_is_filtered_and_searched(at: Any) -> None:
    driver = at("index.html")
    assert len(rows(driver)) == 6
    driver.find_element("css selector", '[data-filter="verdict"]').send_keys("refuted")
    assert rows(driver) == ["accelerated/eq-10", "accelerated/subsampling-decreases-noise"]
    driver.find_element("css selector", "[data-search]").send_keys("noise sub")
    assert rows(driver) == ["accelerated/subsampling-decreases-noise"]
    assert driver.find_element("css selector", "[data-count]").text == "1 of 6 claims"
    shot(driver, "overview")
    driver.find_element("css selector", ".claims tbody tr:not([hidden]) a").click()
    assert "noise under subsampling" in driver.find_element("css selector", "h1").text
    shot(driver, "claim")


def test_the_graph_leads_to_the_claims(at: Any) -> None:
    driver = at("lssgd.html")
    (box,) = driver.find_elements("css selector", ".graph a[href='lssgd/eq-3.html']")
    shot(driver, "paper")
    box.click()
    assert driver.title == "lssgd/eq-3"


def test_dark_is_kept_from_page_to_page(at: Any) -> None:
    def colour(driver: Any) -> str:
        return str(driver.execute_script("return getComputedStyle(document.body).backgroundColor"))

    driver = at("index.html")
    before = colour(driver)
    driver.find_element("css selector", "#theme").click()
    after = colour(driver)
    assert after != before
    assert colour(at("accelerated/eq-18.html")) == after
    shot(driver, "dark")
    driver.find_element("css selector", "#theme").click()
    assert colour(driver) == before


def test_everything_is_reached_by_keys_and_fits_a_telephone(at: Any) -> None:
    driver = at("accelerated/eq-18.html")
    driver.set_window_size(500, 900)
    wide = driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
    shot(driver, "telephone")
    assert wide <= 0
    driver.set_window_size(1200, 1000)
    driver.find_element("css selector", "body").send_keys("\ue004")  # tab
    assert driver.switch_to.active_element.text == "To the content"
