"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const sizes = JSON.parse($("sizes").textContent);
  const strings = JSON.parse($("strings").textContent);
  const columns = ["action", "status", "since", "layer", "kind", "tag", "document", "facet"];
  const form = $("filters");
  const packs = new Map();
  const words = new Map();
  let cases = [...document.querySelectorAll("details.case")];
  let facet = "";

  // --- what comes packed -------------------------------------------------------------------
  const unpack = async (name) => {
    const bytes = Uint8Array.from(atob($(name).textContent), (c) => c.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return JSON.parse(await new Response(plain).text());
  };
  const once = (name) => {
    if (!packs.has(name)) packs.set(name, unpack(name));
    return packs.get(name);
  };
  // A body is signs, each a number in the vocabulary; between two marks it is as it is.
  const word = (sign, words) => {
    const code = sign.codePointAt(0);
    return words[code - 0x20 - (code < 0xd800 ? 0 : 0x800)];
  };
  const spell = (body, words) => body.split("\u0001").map((part, place) =>
    place % 2 ? part : Array.from(part, (sign) => word(sign, words)).join("")).join("");
  const fill = async (item) => {
    if (item.querySelector(":scope > .body")) return;
    const body = document.createElement("div");
    body.className = "body";
    item.append(body);
    const place = cases.indexOf(item) - sizes.plain;
    try {
      const words = await once("vocabulary");
      const bodies = await once("pack-" + Math.floor(place / sizes.pack));
      body.innerHTML = spell(bodies[place % sizes.pack], words);
    } catch {
      body.textContent = strings.failed;
    }
  };
  // Rows past the first ones, and what filters look at: put in place when first asked for.
  const row = new Map();
  const complete = async () => {
    const list = await once("list");
    if (row.size) return list;
    const split = Math.max(0, sizes.flagged - cases.length);
    $("flagged").insertAdjacentHTML("beforeend", list.rows.slice(0, split).join(""));
    const others = document.querySelector("#others > .list");
    others?.insertAdjacentHTML("beforeend", list.rows.slice(split).join(""));
    cases = [...document.querySelectorAll("details.case")];
    cases.forEach((item, place) => row.set(item, list.columns[place]));
    return list;
  };
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.("details.case[open]")) fill(event.target);
    if (event.target.matches?.("#others[open]")) complete();
  }, true);

  // --- deep links --------------------------------------------------------------------------
  const target = () => {
    const raw = location.hash.slice(1);
    if (!raw) return null;
    let plain = raw;
    try { plain = decodeURIComponent(raw); } catch { /* the raw name is all there is */ }
    return $(raw) || $(plain);
  };
  const reveal = async (element) => {
    if (element.matches("details.case[hidden]")) form.reset();
    for (let node = element; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") node.open = true;
    }
    if (element.matches("details.case")) await fill(element);
    element.scrollIntoView({ block: "start" });
    element.querySelector(":scope > summary")?.focus({ preventScroll: true });
  };
  const follow = async () => {
    if (location.hash.startsWith("#case-") && !target()) await complete();
    const element = target();
    if (element && element.closest("details")) reveal(element);
  };
  window.addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (link && link.hash === location.hash) follow();
  });

  // --- filters -----------------------------------------------------------------------------
  const wanted = (names) => {
    const named = (item, column) => row.get(item)[columns.indexOf(column)].map((n) => names[n]);
    const has = (item, column, value) => named(item, column).includes(value);
    const text = (item) => {
      if (!words.has(item)) {
        const more = [...named(item, "tag"), ...named(item, "document")].join(" ");
        const summary = item.querySelector("summary").textContent;
        words.set(item, (summary + " " + more).toLowerCase());
      }
      return words.get(item);
    };
    const fields = [...form.querySelectorAll("select")];
    const tests = fields.filter((f) => f.value).map((f) => (item) => has(item, f.name, f.value));
    const needles = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (needles.length) tests.push((item) => needles.every((n) => text(item).includes(n)));
    if (facet) tests.push((item) => has(item, "facet", facet));
    return tests;
  };
  const say = (template, values) =>
    template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const filtered = () => facet || [...form.querySelectorAll("select, input")].some((f) => f.value);
  const tell = (shown) => {
    const counts = { shown: number.format(shown), total: number.format(sizes.total) };
    $("shown").textContent = shown || !filtered() ? say(strings.shown, counts) : strings.none;
    $("facet").hidden = !facet;
    $("facet").textContent = facet ? say(strings.only, { facet }) : "";
    $("cases").removeAttribute("aria-busy");
  };
  const all = () => {
    for (const item of cases) item.hidden = false;
    tell(sizes.total);
  };
  let round = 0;
  const apply = async () => {
    const mine = ++round;
    if (!filtered()) return all();
    $("cases").setAttribute("aria-busy", "true");
    const list = await complete();
    if (mine !== round) return;
    const tests = wanted(list.names);
    let shown = 0;
    let first = 0;
    for (const item of cases) {
      item.hidden = !tests.every((test) => test(item));
      if (item.hidden) continue;
      shown += 1;
      if (item.parentElement.id === "flagged") first += 1;
    }
    const others = $("others");
    if (others && shown > first && (facet || !first)) others.open = true;
    tell(shown);
  };
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => { facet = ""; setTimeout(apply); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-facet], a[data-set]");
    if (!link) return;
    for (const field of form.querySelectorAll("select, input")) field.value = "";
    facet = link.dataset.facet || "";
    if (link.dataset.set) form.elements[link.dataset.set].value = link.dataset.value;
    apply();
  });

  // --- keys --------------------------------------------------------------------------------
  const step = (by) => {
    const visible = cases.filter((item) => item.checkVisibility());
    const here = visible.findIndex((item) => item.contains(document.activeElement));
    const next = visible[here < 0 ? (by > 0 ? 0 : visible.length - 1) : here + by];
    if (!next) return;
    if (here >= 0) visible[here].open = false;
    reveal(next);
  };
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    "/": () => { $("cases").scrollIntoView(); form.elements.text.focus({ preventScroll: true }); },
    "?": () => $("help").showModal(),
    t: () => turn(),
    Escape: () => form.reset(),
  };
  // The same keys on a Russian layout.
  Object.assign(keys, { о: keys.j, л: keys.k, е: keys.t });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input, select, textarea");
    if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
    if (typing && event.key !== "Escape") return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  // --- theme -------------------------------------------------------------------------------
  const root = document.documentElement;
  const remembered = () => {
    try { return localStorage.getItem("corpusgate-theme"); } catch { return null; }
  };
  const dark = () => root.dataset.theme === "dark"
    || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  const name = () => { $("theme").textContent = dark() ? strings.light : strings.dark; };
  const turn = () => {
    root.dataset.theme = dark() ? "light" : "dark";
    try { localStorage.setItem("corpusgate-theme", root.dataset.theme); } catch { /* not kept */ }
    name();
  };
  if (["light", "dark"].includes(remembered())) root.dataset.theme = remembered();
  name();
  $("theme").addEventListener("click", turn);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
  $("keys").addEventListener("click", () => $("help").showModal());

  // --- copying and printing ----------------------------------------------------------------
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const code = button.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = strings.copied;
    } catch {
      getSelection().selectAllChildren(code);
    }
  });
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = cases.filter((item) => !item.open && item.parentElement.id === "flagged");
    for (const item of opened) item.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const item of opened) item.open = false;
  });

  for (const element of [form, $("theme"), $("keys")]) element.hidden = false;
  apply();
  follow();
})();
