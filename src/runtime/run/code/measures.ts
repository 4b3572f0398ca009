import type { MeasureQuestion } from "../../../code/ask/measure.ts";
import type { Draft } from "../../../core/answer.ts";
import type { KernelFacts } from "../../../core/project.ts";
import { escapeGlob } from "../../../core/wildcard.ts";
import { blank } from "../../../engines/state.ts";
import { placesIn } from "../../../language/link.ts";
import { call, equals } from "../../../proof/build.ts";
import type { Said } from "../conclude.ts";
import { done, type Look } from "./look.ts";
import { figure, lineOf, openOf, placed, type Row, rowsOf, sightsOf, within } from "./rows.ts";
import { scoped } from "./scope.ts";
import { conditions, isCoupled, noted, nouns, told } from "./wording.ts";

/** Rows that are told beside the first. */
const most = 10;
/** Rows of one place that are named. */
const mostTied = 5;

const claimed: Readonly<Record<string, string>> = { cyclomatic: "complexity", nesting: "depth" };

/** Answers a question for rows of what kernels measured. Each sentence is supported by them; how much one function has is proven where claims have words for it. */
export async function answerMeasure(look: Look, asked: MeasureQuestion): Promise<Draft> {
  const here = scoped(look, asked.files);
  if (here === null) return blank("no_plan", "What the question names is not here.");
  if (here.sources.every((path) => here.wanted?.(path) === false)) return blank("no_plan", "No source file is there.");
  if (asked.of === "duplicates") return await duplicated(here, asked);
  if (asked.how === "value" || asked.how === "compare") return await valued(here, asked);
  const tables = asked.of === "modules" ? (["files", "folders"] as const) : ([asked.of] as const);
  const said: Said[] = [];
  const list: string[] = [];
  for (const table of tables) {
    const seen = await rowsOf(here, `${table} ${conditionsOf(asked).join(" ")}`.trim());
    if (seen === null) return blank("no_plan", "The code of the folder can't be measured.");
    if (table === "folders" && seen.facts.some < 2) continue;
    if (seen.facts.all === 0) return blank("no_plan", "Nothing of the kind is here.");
    said.push({ text: noted(asked.by, sentence(asked, table, seen.facts)), seen: sightsOf(here, seen) });
    const named =
      asked.order === null ? 0 : asked.first > 1 ? asked.first : Math.min(tied(seen.facts).length, mostTied);
    if (asked.how !== "average" && asked.how !== "share") list.push(...listOf(seen.facts, named, asked));
    if (said.length === tables.length) list.push(...openOf(seen.facts));
    const claim = claimOf(asked, seen.facts);
    if (claim) said.push(claim);
  }
  return await done(here, said, list);
}

function conditionsOf(asked: MeasureQuestion): string[] {
  const { by, order, flags, limits, how } = asked;
  const orders =
    by !== null && how !== "share" && how !== "any" && how !== "all" ? [`${order === "least" ? "_" : "^"}${by}`] : [];
  return [
    ...(isCoupled(asked) ? ["test=false"] : []),
    ...orders,
    ...flags,
    ...limits.map((each) => `${each.by}${each.operator}${each.value}`),
  ];
}

function sentence(asked: MeasureQuestion, table: string, facts: KernelFacts): string {
  const { how, by, order, first, flags, limits } = asked;
  const { rows, some, all, sum = 0 } = facts;
  const isNarrow = flags.length + limits.length > 0;
  const [what, whole] = [told(asked, table, some), told({ ...asked, flags: [], limits: [] }, table, all)];
  if (how === "average") {
    if (some === 0) return `There are no ${what} to take a mean of.`;
    return `The mean ${nouns[by!]} of ${some} ${what} is ${Math.round((sum / some) * 100) / 100}.`;
  }
  if (how === "share") {
    if (all === 0) return `There are no ${whole} here.`;
    return `${Math.round((some / all) * 1000) / 10} % of ${all} ${whole}: ${some} ${what}.`;
  }
  const isYes = how === "all" ? some === 0 : some > 0;
  const lead = how === "any" || how === "all" ? (isYes ? "Yes: " : "No: ") : "";
  if (some === 0 && !isNarrow) return `Nothing tells the ${nouns[by!]} of ${whole} here.`;
  if (some === 0)
    return `${lead === "" ? "None" : `${lead}none`} of ${all} ${whole} ${conditions(asked, table, true)}.`;
  if (order === null) return `${lead}${some} of ${all} ${whole} ${conditions(asked, table, some === 1)}.`;
  const end = order === "most" ? (by === "nesting" ? "deepest" : "highest") : "lowest";
  const top = tied(facts);
  if (first > 1) {
    const names = rows.slice(0, first).map((row) => `${placed(row)}: ${figure(row)}`);
    return `Of ${some} ${what}, the ${names.length} with the ${end} ${nouns[by!]} are ${names.join("; ")}.`;
  }
  if (top.length === 1)
    return `Of ${some} ${what}, ${placed(rows[0]!)} has the ${end} ${nouns[by!]}: ${figure(rows[0]!)}.`;
  const many = top.length === rows.length && some > rows.length ? `at least ${top.length}` : `${top.length}`;
  const names = top.slice(0, mostTied).map(placed);
  return `Of ${some} ${what}, ${many} share the ${end} ${nouns[by!]}, ${figure(rows[0]!)}: ${names.join(", ")}${top.length > names.length ? ", …" : ""}.`;
}

/** The rows that share the first place. */
function tied({ rows }: KernelFacts): Row[] {
  return rows.filter(({ value }) => value === rows[0]!.value);
}

/** The rows beneath those that the sentence names. */
function listOf({ rows, some }: KernelFacts, named: number, { first }: MeasureQuestion): string[] {
  const shown = rows.slice(named, Math.max(most, first + 5));
  const left = some - named - shown.length;
  const lines = shown.map((row) => `${placed(row)}${row.value === undefined ? "" : `: ${figure(row)}`}`);
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])];
}

/** What the first has, as a claim says it. */
function claimOf({ of, by, order, how }: MeasureQuestion, { rows }: KernelFacts): Said | null {
  const [first] = rows;
  const term = of === "functions" && by !== null ? claimed[by] : undefined;
  if (!first || !term || order === null || how !== "list" || first.value === undefined) return null;
  return {
    text: `${placed(first)} has the ${nouns[by!]} ${figure(first)}.`,
    claim: equals(call(term, first.path, first.text), first.value),
  };
}

/** How much one has, or two that are compared. */
async function valued(here: Look, asked: MeasureQuestion): Promise<Draft> {
  const { of, by, names, how } = asked;
  const found: Row[] = [];
  const said: Said[] = [];
  for (const name of names) {
    const files = of === "files" ? placesIn([name], here.universe) : [];
    const [file] = files ?? [];
    if (of === "files" && file?.is !== "file") return blank("no_plan", `${name} is no file here.`);
    const which = file ? `in=${encodeURIComponent(escapeGlob(file.path))}` : `name=${encodeURIComponent(name)}`;
    const seen = await rowsOf(file ? { ...here, glob: "**", wanted: null } : here, `${of} ^${by} ${which}`);
    if (seen === null || seen.facts.rows.length === 0) return blank("no_plan", `Nothing is measured of ${name}.`);
    const { rows } = seen.facts;
    if (how === "compare" && rows.length > 1) return blank("no_plan", `Several functions are called ${name}.`);
    found.push(rows[0]!);
    const term = of === "functions" ? claimed[by!] : undefined;
    for (const row of rows.slice(0, most)) {
      const text = noted(by, `${placed(row)} has the ${nouns[by!]} ${figure(row)}.`);
      const isOne = rows.filter(({ path }) => path === row.path).length === 1;
      if (term && isOne && row.value !== undefined)
        said.push({ text, claim: equals(call(term, row.path, row.text), row.value) });
      else said.push({ text, seen: sightsOf(here, seen, rows.length) });
    }
  }
  if (how === "value") return await done(here, said);
  const [one, other] = found as [Row, Row];
  const isMore = asked.order === "least" ? one.value! < other.value! : one.value! > other.value!;
  const sights = said.flatMap((each) => ("seen" in each ? each.seen : []));
  const text = `${isMore ? "Yes" : "No"}: the ${nouns[by!]} of ${placed(one)} is ${figure(one)}, that of ${placed(other)} ${figure(other)}.`;
  return await done(
    here,
    sights.length > 0 ? [{ text, seen: sights }] : [{ text, seen: [{ seen: here.board.universe()! }] }, ...said],
  );
}

/** Stretches that stand twice: in the files that a question ranges over, or in both of two. */
async function duplicated(here: Look, { names, how }: MeasureQuestion): Promise<Draft> {
  const places = placesIn(names, here.universe);
  if (places === null || places.length !== names.length)
    return blank("no_plan", "What the question names is not here.");
  const globs = places.map(({ path, is }) =>
    is === "dir" ? `${escapeGlob(path)}/**` : is === "glob" ? path : escapeGlob(path),
  );
  const between = globs.length === 2 ? [`between=${encodeURIComponent(globs.map(encodeURIComponent).join("|"))}`] : [];
  const seen = await rowsOf(
    globs.length === 2 ? { ...here, glob: "**", wanted: null } : here,
    ["duplicates", ...between].join(" "),
  );
  if (seen === null) return blank("no_plan", "The code of the folder can't be measured.");
  const { rows, some } = seen.facts;
  const where =
    globs.length === 2
      ? ` in both ${names[0]} and ${names[1]}`
      : within(here).length > 0
        ? ` with a place in ${here.dirs.join(", ") || "those files"}`
        : "";
  const lead = how === "any" ? (some > 0 ? "Yes: " : "No: ") : "";
  const stretch = some === 1 ? "stretch of code stands" : "stretches of code stand";
  const text =
    some === 0
      ? `${lead === "" ? "No" : `${lead}no`} stretch of code was found that stands twice${where}.`
      : `${lead}${some} ${stretch} twice${where}, names and all but literals alike; the longest: ${lineOf(rows[0]!)}.`;
  const shown = rows.slice(1, most);
  const left = some - 1 - shown.length;
  const more = left > 0 ? [`and ${left} more: ergo code --kernel duplicates`] : [];
  return await done(
    here,
    [{ text, seen: sightsOf(here, seen) }],
    [...shown.map(lineOf), ...more, ...openOf(seen.facts)],
  );
}
