"use strict";
const search = document.getElementById("search");
const buttons = [...document.querySelectorAll("button.filter")];
const rows = [...document.querySelectorAll("#methods tbody tr")];

// A row and its section are shown when the verdict is switched on and the name contains the words.
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const on = new Set(buttons.filter((b) => b.getAttribute("aria-pressed") === "true").map((b) => b.dataset.verdict));
  for (const row of rows) {
    const name = row.cells[0].textContent.toLowerCase();
    const shown = on.has(row.dataset.verdict) && words.every((word) => name.includes(word));
    row.hidden = !shown;
    document.getElementById("m" + row.dataset.method).hidden = !shown;
  }
}

search.addEventListener("input", filter);
for (const button of buttons) {
  button.addEventListener("click", () => {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    filter();
  });
}
