import { duration, el } from "../page/dom.js";
import { counted } from "../page/pieces.js";
import { get } from "./api.js";
import { growing } from "./growing.js";
import { ago, asksOf, empty, fillWith, noteAddress } from "./parts.js";
import { oneRun } from "./run.js";

/** Runs of one page of the list, and the most that are asked for at once. */
const page = 120;
const most = 1000;

/** Where the list was left: its address, how many rows it had, how far down it was; `back` says that a run of it is looked at. */
const left = { address: "#runs", rows: 0, top: 0, back: false };

/** What was asked, newest first, `like/WORDS` those that words find; with a run, that one. */
export function runsView(main, rest, served) {
  if (rest !== "" && !/^like(?:\/|$)/.test(rest)) {
    left.back = true;
    return oneRun(main, rest, served, left.address);
  }
  const words = rest.slice("like/".length);
  const filter = el("input", {
    type: "search",
    placeholder: "Filter by words or status…",
    "aria-label": "Filter runs",
    value: words,
  });
  const place = el("div", {});
  const count = el("span", { class: "soft", role: "status" });
  const chosen = choice();
  main.append(el("div", { class: "head" }, el("h1", {}, "Runs"), filter, count, chosen.node), place);
  const state = { words, asked: 0, pages: null, address: location.hash };
  const load = (rows = page) =>
    fillWith(place, async () => {
      const asked = ++state.asked;
      const pages = pagesOf(state.words);
      const first = await pages.first(rows);
      // What was typed meanwhile is answered by itself.
      if (asked !== state.asked) return [...place.children];
      state.pages = pages;
      count.textContent = counted(first.of, "run");
      if (first.of > 0) return growing({ tag: "ol", class: "runs" }, (run) => row(run, chosen), first, pages.next);
      return nothing(state.words);
    });
  filter.addEventListener("input", () => {
    state.words = filter.value.trim();
    noteAddress("runs", ...(state.words === "" ? [] : ["like", state.words]));
    state.address = location.hash;
    clearTimeout(state.timer);
    state.timer = setTimeout(load, 120, page);
  });
  const again = left.back && left.address === location.hash;
  left.back = false;
  load(again ? Math.max(page, left.rows) : page).then(() => again && main.scrollTo({ top: left.top }));
  return () => Object.assign(left, { address: state.address, top: main.scrollTop, rows: state.pages?.shown() ?? 0 });
}

function nothing(words) {
  return words === ""
    ? empty("Nothing was asked yet", "What you ask is listed here, with everything that was done for it.")
    : empty("No run is like that", "Try words of the question, or a state: done, waiting, failed, partial, not found.");
}

/** The runs that words find, page by page: the items of one, how many are left, and how many there are. */
function pagesOf(words) {
  let [cursor, shown] = ["", 0];
  const next = async (limit = page) => {
    const { runs, of, next } = await get(`/api/runs?limit=${limit}&words=${encodeURIComponent(words)}${cursor}`);
    cursor = `&cursor=${encodeURIComponent(next)}`;
    shown += runs.length;
    return { items: runs, left: next === null ? 0 : of - shown, of };
  };
  /** The first so many rows. */
  const first = async (count) => {
    const piece = await next(Math.min(count, most));
    while (piece.left > 0 && piece.items.length < count) {
      const { items, left } = await next(Math.min(count - piece.items.length, most));
      piece.items.push(...items);
      piece.left = left;
    }
    return piece;
  };
  return { first, next: () => next(), shown: () => shown };
}

/** The runs that are marked; of two, a link leads to both beside each other. */
function choice() {
  const runs = [];
  const node = el("span", { class: "comparing", role: "status" });
  const draw = () => {
    const hint = runs.length === 1 ? [el("span", { class: "soft" }, "mark another to compare")] : [];
    const link = el("a", { class: "go", href: `#runs/${runs[0]}/compare/${runs[1]}` }, "Compare the two");
    node.replaceChildren(...(runs.length === 2 ? [link] : hint));
  };
  return {
    node,
    has: (run) => runs.includes(run),
    /** Marks a run or takes its mark away; the first of three gives way. Gives the run that lost its mark. */
    mark(run) {
      if (runs.includes(run)) runs.splice(runs.indexOf(run), 1);
      else runs.push(run);
      const lost = runs.length > 2 ? runs.shift() : undefined;
      draw();
      return lost;
    },
  };
}

function row({ run, question, status, outcome, started, ms, parent }, chosen) {
  const came = outcome === null || outcome === "answered" ? status : outcome.replace("_", " ");
  const mark = el("input", {
    type: "checkbox",
    "data-run": run,
    "aria-label": `Compare: ${question}, ${ago(started)}`,
    checked: chosen.has(run) ? "" : undefined,
  });
  mark.addEventListener("change", () => {
    const lost = chosen.mark(run);
    const other = lost && mark.closest("ol").querySelector(`[data-run="${CSS.escape(lost)}"]`);
    if (other) other.checked = false;
  });
  return el(
    "li",
    {},
    mark,
    el(
      "a",
      { href: `#runs/${run}` },
      el("span", { class: `dot run-${status} came-${outcome}`, title: came }, ""),
      el("span", { class: "question" }, asksOf(question)),
      el(
        "span",
        { class: "soft state" },
        [came === "done" ? "" : came, parent ? "forked" : ""].filter(Boolean).join(", "),
      ),
      el("span", { class: "soft took" }, duration(ms)),
      el("time", { class: "soft", datetime: new Date(started).toISOString() }, ago(started)),
    ),
  );
}
