
// --- decisions without a server: kept in this browser until they are downloaded ----------------
(() => {
  const $ = (id) => document.getElementById(id);
  const block = $("evidence");
  if (!block) return;
  const evidence = JSON.parse(block.textContent);
  const strings = JSON.parse($("strings").textContent);
  const reviewer = $("reviewer");
  const store = "corpusgate-decisions-" + block.dataset.run;
  const forms = new Map();

  const remembered = (name) => {
    try { return localStorage.getItem(name); } catch { return null; }
  };
  const remember = (name, value) => {
    try { localStorage.setItem(name, value); } catch { /* kept while the page is open */ }
  };
  // What was kept on other evidence is not about this page.
  const kept = new Map();
  try {
    for (const [anchor, entry] of Object.entries(JSON.parse(remembered(store) || "{}"))) {
      if (evidence[anchor]?.evidence_digest === entry.evidence_digest) kept.set(anchor, entry);
    }
  } catch { /* not ours */ }

  const canonical = (value) => {
    if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const names = Object.keys(value).sort();
    return "{" + names.map((n) => JSON.stringify(n) + ":" + canonical(value[n])).join(",") + "}";
  };
  // Without it (a page served over http) the digest is left out, and made when taken in.
  const digest = async (text) => {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return "sha256:" + [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, "0")).join("");
  };
  const line = async (entry) =>
    canonical(crypto.subtle ? { ...entry, digest: await digest(canonical(entry)) } : entry);

  const count = () => {
    $("made").textContent = strings.made.replace("{count}", kept.size);
    $("download").disabled = !kept.size;
  };
  const save = () => {
    remember(store, JSON.stringify(Object.fromEntries(kept)));
    count();
  };
  const show = (form, anchor) => {
    const entry = kept.get(anchor);
    const word = entry && form.querySelector(`[value=${entry.verdict}]`).parentElement.dataset.word;
    form.querySelector("output").textContent = entry ? strings.kept.replace("{verdict}", word) : "";
    form.querySelector("[data-take-back]").hidden = !entry;
  };
  const text = (field) => field.value.trim().toWellFormed?.() ?? field.value.trim();
  const keep = (form, anchor) => {
    if (!text(reviewer.elements.who)) {
      form.querySelector("output").textContent = strings.nameless;
      return;
    }
    const fields = form.elements;
    const judged = [...form.querySelectorAll("select[data-question]")]
      .filter((field) => field.value)
      .map((field) => ({ ...field.dataset, verdict: field.value }));
    kept.set(anchor, {
      schema: 1,
      ...evidence[anchor],
      verdict: fields.verdict.value,
      reason: text(fields.reason),
      role: text(reviewer.elements.role),
      who: text(reviewer.elements.who),
      at: new Date().toISOString().slice(0, 19) + "Z",
      expires: fields.expires.value || null,
      retracts: "",
      ...(judged.length ? { judged } : {}),
    });
    save();
    show(form, anchor);
  };
  const takeBack = (form, anchor) => {
    kept.delete(anchor);
    save();
    show(form, anchor);
  };
  const place = (item) => {
    if (!evidence[item.id] || forms.has(item)) return;
    const form = $("decide").content.firstElementChild.cloneNode(true);
    forms.set(item, form);
    form.elements.expires.min = new Date().toISOString().slice(0, 10);
    item.append(form);
    const judged = item.querySelector(":scope > .judged");
    if (judged) {
      judged.hidden = false;
      form.querySelector("[type=submit]").before(judged);
    }
    form.addEventListener("submit", (event) => { event.preventDefault(); keep(form, item.id); });
    form.querySelector("[data-take-back]").addEventListener("click", () => takeBack(form, item.id));
    show(form, item.id);
  };
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.("details.case[open]")) place(event.target);
  }, true);
  for (const item of document.querySelectorAll("details.case[open]")) place(item);
  if ($("whole")) place($("whole"));

  $("download").addEventListener("click", async () => {
    const lines = (await Promise.all([...kept.values()].map(line))).sort();
    const url = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "application/jsonl" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "decisions.jsonl";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });

  const choose = (code) => () => {
    const item = document.activeElement?.closest("details.case[open]");
    const form = item && forms.get(item);
    if (!form) return;
    form.querySelector(`[value=${code}]`).checked = true;
    form.elements.reason.focus();
  };
  const undo = () => {
    const item = document.activeElement?.closest("details.case[open]");
    if (item && forms.has(item)) takeBack(forms.get(item), item.id);
  };
  const keys = {
    a: choose("accept"), r: choose("reject"), l: choose("label_wrong"), c: choose("cannot_tell"), u: undo,
  };
  Object.assign(keys, { ф: keys.a, к: keys.r, д: keys.l, с: keys.c, г: keys.u });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input:not([type=radio]), select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  for (const name of ["who", "role"]) {
    const field = reviewer.elements[name];
    field.value = remembered("corpusgate-" + name) || "";
    field.addEventListener("change", () => remember("corpusgate-" + name, field.value));
  }
  reviewer.addEventListener("submit", (event) => event.preventDefault());
  $("offline").hidden = false;
  count();
})();
