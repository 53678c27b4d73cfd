"use strict";
(() => {
  const form = document.getElementById("decide");
  const go = (by) => {
    const links = [...document.querySelectorAll(".queue a")];
    const here = links.findIndex((link) => link.getAttribute("aria-current"));
    const next = links[here + by];
    if (next) location.assign(next.href);
  };
  const choose = (key) => {
    const choice = form?.querySelector(`[data-key="${key}"]`);
    if (!choice) return;
    choice.checked = true;
    if (key === "l") form.querySelector(".label-fields").open = true;
    form.elements.reason.focus();
  };
  const keys = {
    j: () => go(1),
    k: () => go(-1),
    a: () => choose("a"),
    r: () => choose("r"),
    l: () => choose("l"),
    c: () => choose("c"),
    u: () => document.getElementById("undo")?.requestSubmit(),
  };
  // The same keys on a Russian layout.
  Object.assign(keys, { о: keys.j, л: keys.k, ф: keys.a, к: keys.r, д: keys.l, с: keys.c, г: keys.u });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input:not([type=radio]), select, textarea");
    if (typing && event.key === "Escape") event.target.blur();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form?.requestSubmit();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  // A role holds for many cases; the browser forgets it with the tab.
  const role = form?.elements.role;
  if (role) {
    try { role.value ||= sessionStorage.getItem("role") || ""; } catch { /* not kept */ }
    form.addEventListener("submit", () => {
      try { sessionStorage.setItem("role", role.value); } catch { /* not kept */ }
    });
  }
  document.addEventListener("click", async (event) => {
    const code = event.target.closest?.("[data-copy]")?.parentElement.querySelector("code");
    if (!code) return;
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      getSelection().selectAllChildren(code);
    }
  });
  for (const texts of document.querySelectorAll("details:has(> .texts)")) texts.open = true;
  document.querySelector(".queue [aria-current]")?.scrollIntoView({ block: "nearest" });
})();
