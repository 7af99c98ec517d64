"use strict";

function csv(rows) {
  const plain = (text) => (/^[=+\-@]/.test(text) ? `'${text}` : text); // no spreadsheet takes it for a formula
  const cell = (text) => `"${plain(text).replaceAll('"', '""')}"`;
  return "\ufeff" + rows.map((row) => row.map(cell).join(",") + "\r\n").join("");
}

const form = document.forms[0];
const rater = document.getElementById("rater");
const groups = [...form.querySelectorAll("fieldset")];
const place = `memsim ${form.dataset.sheet}`;
let kept = true;

const chosen = (group) => group.querySelector("input:checked");
const comment = (group) => group.querySelector("input[type=text]");
const filled = () => groups.map((group) => [group.dataset.item, group.dataset.criterion, chosen(group).value, comment(group).value]);

function keep() {
  const rated = groups.filter((group) => chosen(group).value).length;
  form.querySelector("output").value = `${rated} / ${groups.length}`;
  try {
    localStorage.setItem(place, JSON.stringify({ rater: rater.value, rows: filled() }));
    kept = true;
  } catch {
    kept = false; // a browser that stores nothing asks before the page is left
  }
}

function restore() {
  try {
    const found = JSON.parse(localStorage.getItem(place));
    rater.value = found.rater;
    found.rows.forEach(([, , value, said], number) => {
      groups[number].querySelector(`input[value="${value}"]`).checked = true;
      comment(groups[number]).value = said;
    });
  } catch {
    // nothing was kept
  }
}

const does = {
  next() {
    const open = groups.find((group) => !chosen(group).value);
    if (open) chosen(open).focus();
  },
  save() {
    if (!rater.reportValidity()) return;
    const link = document.createElement("a");
    const file = new Blob([csv([form.dataset.columns.split(","), ...filled()])], { type: "text/csv" });
    link.href = URL.createObjectURL(file);
    link.download = `ratings-${rater.value.trim()}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  },
  anew() {
    if (!confirm(form.dataset.sure)) return;
    form.reset();
    keep();
  },
};

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", keep);
form.addEventListener("click", (event) => does[event.target.dataset.does]?.());
form.addEventListener("keydown", (event) => {
  const group = event.target.type === "radio" && event.target.closest("fieldset");
  const answer = group && !event.ctrlKey && !event.metaKey && !event.altKey && group.querySelector(`input[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!answer) return;
  event.preventDefault();
  answer.checked = true;
  keep();
  const following = groups[groups.indexOf(group) + 1];
  if (following) chosen(following).focus();
});
window.addEventListener("beforeunload", (event) => {
  if (!kept) event.preventDefault();
});

restore();
keep();
