// The theme is remembered; the site is searched; the table of claims is filtered as one types; on
// paper formulas get as small as the sheet needs.
"use strict";
const root = document.documentElement;
const base = document.currentScript.src.replace(/[^/]*$/, "");
const kept = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
if (kept) root.classList.add(kept);
document.getElementById("theme").addEventListener("click", () => {
  const dark = root.classList.contains("dark") ||
    (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.remove("dark", "light");
  root.classList.add(dark ? "light" : "dark");
  try { localStorage.setItem("theme", dark ? "light" : "dark"); } catch { /* it is not kept */ }
});

// Search: every word must begin a word of the text or stand in the title; titles weigh most. Of a
// word that most pages have only titles tell them apart.
const MOST = 60, TITLE = 8, WITHIN = 4;
const box = document.getElementById("search");
const asked = box.querySelector("input");
const found = document.getElementById("found");
const words = (text) => text.toLowerCase().split(/[^\p{L}\p{N}.]+/u).filter(Boolean);
let wanted = null;
const fetched = () => wanted ??= new Promise((done) => {
  const script = document.createElement("script");
  script.src = base + "search.js";
  script.onload = () => {
    const index = window.searchIndex;
    index.heads = index.entries.map(([, , page, title]) => `${page} ${title}`.toLowerCase());
    done(index);
  };
  document.head.append(script);
});
const withWord = (index, word) => {
  const weights = new Map();
  const add = (entry, weight) => weights.set(entry, Math.max(weight, weights.get(entry) ?? 0));
  weights.anywhere = index.common.includes(word);
  for (const [known, packed] of Object.entries(index.words)) {
    if (!known.startsWith(word)) continue;
    let entry = 0;
    for (const gap of packed.split(" ")) add(entry += parseInt(gap, 36), known === word ? 2 : 1);
  }
  index.heads.forEach((head, entry) => {
    const at = head.indexOf(word);
    if (at >= 0) add(entry, at === 0 || /[^\p{L}\p{N}]/u.test(head[at - 1]) ? TITLE : WITHIN);
  });
  return weights;
};
const results = (index, text) => {
  const all = words(text).map((word) => withWord(index, word));
  if (!all.length) return [];
  const sum = (entry) => all.reduce((total, one) => total + (one.get(entry) ?? 0), 0);
  const some = new Set(all.flatMap((one) => [...one.keys()]));
  return [...some].filter((entry) => all.every((one) => one.anywhere || one.has(entry)))
    .map((entry) => [sum(entry), index.entries[entry]])
    .sort(([a, x], [b, y]) => b - a || (y[0] === "claim") - (x[0] === "claim"))
    .map(([, entry]) => entry);
};
const row = ([kind, address, page, title]) => {
  const link = Object.assign(document.createElement("a"), { href: base + address });
  const name = document.createElement(kind === "claim" ? "code" : "span");
  name.textContent = kind === "claim" ? page : title;
  const rest = document.createElement("small");
  rest.textContent = kind === "claim" ? title : page === title ? kind : `${kind}: ${page}`;
  link.append(name, " ", rest);
  const item = document.createElement("li");
  item.append(link);
  return item;
};
const look = async () => {
  const index = await fetched(), text = asked.value;
  const rows = results(index, text);
  const count = document.createElement("p");
  count.textContent = rows.length > MOST ? `the first ${MOST} of ${rows.length} places`
    : rows.length === 1 ? "1 place" : `${rows.length} places`;
  const list = document.createElement("ol");
  list.append(...rows.slice(0, MOST).map(row));
  found.replaceChildren(count, list);
  found.hidden = !text.trim();
};
box.hidden = false;
asked.addEventListener("focus", fetched);
asked.addEventListener("input", look);
box.addEventListener("submit", (event) => {
  event.preventDefault();
  found.querySelector("a")?.click();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") found.hidden = true;
  if (event.key === "/" && !/INPUT|SELECT/.test(document.activeElement.tagName)) {
    event.preventDefault();
    asked.focus();
  }
});
addEventListener("click", (event) => { if (!box.contains(event.target)) found.hidden = true; });

// The lines of the box that is pointed at stand out.
for (const one of document.querySelectorAll(".graph [data-name]")) {
  const light = (on) => () => document.querySelectorAll(".graph path").forEach((line) =>
    line.classList.toggle("lit", on && line.dataset.of.split(" ").includes(one.dataset.name)));
  for (const event of ["mouseenter", "focus"]) one.addEventListener(event, light(true));
  for (const event of ["mouseleave", "blur"]) one.addEventListener(event, light(false));
}

// How wide a formula is, in its own letters: the style sheet fits it to the paper by that.
const measure = () => {
  for (const one of document.querySelectorAll("main math")) {
    const size = parseFloat(getComputedStyle(one).fontSize);
    // Its own box is no wider than the text around it; what is in it may be.
    const ends = [one, ...one.querySelectorAll("*")].map((e) => e.getBoundingClientRect().right);
    const width = Math.max(...ends) - one.getBoundingClientRect().left;
    one.style.setProperty("--ems", Math.ceil(width / size) || 1);
  }
};
addEventListener("beforeprint", measure);
matchMedia("print").addEventListener("change", (event) => { if (event.matches) measure(); });

const form = document.querySelector(".filters");
if (form) {
  const rows = [...document.querySelectorAll(".claims tbody tr")];
  const texts = rows.map((one) => one.textContent.toLowerCase());
  const search = form.querySelector("[data-search]");
  const choices = [...form.querySelectorAll("[data-filter]")];
  const count = form.querySelector("[data-count]");
  const show = () => {
    const given = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((one, k) => {
      const fits = choices.every((c) => !c.value || (c.dataset.filter === "evidence"
        ? one.dataset.evidence.split("; ").includes(c.value)
        : one.dataset[c.dataset.filter] === c.value)) && given.every((w) => texts[k].includes(w));
      one.hidden = !fits;
      shown += fits;
    });
    count.textContent = `${shown} of ${rows.length} claims`;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
}
