// The theme is remembered; the table of claims is filtered as one types.
"use strict";
const root = document.documentElement;
const kept = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
if (kept) root.classList.add(kept);
document.getElementById("theme").addEventListener("click", () => {
  const dark = root.classList.contains("dark") ||
    (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.remove("dark", "light");
  root.classList.add(dark ? "light" : "dark");
  try { localStorage.setItem("theme", dark ? "light" : "dark"); } catch { /* it is not kept */ }
});
const form = document.querySelector(".filters");
if (form) {
  const rows = [...document.querySelectorAll(".claims tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const search = form.querySelector("[data-search]");
  const choices = [...form.querySelectorAll("[data-filter]")];
  const count = form.querySelector("[data-count]");
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, k) => {
      const fits = choices.every((c) => !c.value || (c.dataset.filter === "evidence"
        ? row.dataset.evidence.split("; ").includes(c.value)
        : row.dataset[c.dataset.filter] === c.value)) && words.every((w) => texts[k].includes(w));
      row.hidden = !fits;
      shown += fits;
    });
    count.textContent = `${shown} of ${rows.length} claims`;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
}
