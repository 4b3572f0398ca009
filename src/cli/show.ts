import type { Answer, FromCache, Stated } from "../core/answer.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Route } from "../core/route.ts";
import type { Planned } from "../runtime/run/ask.ts";
import {
  apart,
  bold,
  dim,
  folded,
  green,
  link,
  quote,
  red,
  shortened,
  type Text,
  table,
  text,
  told,
  yellow,
} from "./text.ts";

/** How many claims and pieces of evidence are shown; `--json` gives all. */
const shown = 8;

/**
 * An answer for a person: the text, then what it rests on, then how to check it. The text may hold what files and models say,
 * so it stands behind the bar; what judges it never does.
 */
export function showAnswer(answer: Answer, root: string): Text[] {
  const parts: Text[][] = [quote(answer.answer, bold)];
  const { alternatives = [] } = answer;
  if (alternatives.length > 0 && answer.status !== "waiting")
    parts.push([dim("it may also be asked:"), ...alternatives.map(({ question }) => dim(`  ${question}`))]);
  const claims = answer.claims.filter((claim) => !isShown(claim, answer));
  if (claims.length > 0) parts.push(claims.slice(0, shown).map(showClaim));
  if (answer.evidence.length > 0) {
    const rows = nearestFirst(answer)
      .slice(0, shown)
      .map((item) => showEvidence(item, root, answer.answer));
    const more = answer.evidence.length - rows.length;
    parts.push([...rows, ...(more > 0 ? [dim(`  and ${more} more; --json shows all`)] : [])]);
  }
  if (answer.fromCache) parts.push([dim(showSource(answer.fromCache))]);
  for (const lack of answer.degraded) parts.push(told("note: ", lack));
  if (answer.error) parts.push(told(`error ${answer.error.code}: `, answer.error).map(red));
  const { status, engine, usage, stop, run } = answer;
  const next = stop === "clarify" && alternatives.length > 0 ? "resume --answer 1" : (nextCommand[stop] ?? "verify");
  parts.push([dim(`${status} · ${engine} · ${usage.ms} ms · ergo ${next} ${run}`)]);
  return apart(parts);
}

/** Whether a claim says nothing that the answer does not show as a quotation: what stands in a text is shown once. */
function isShown({ text: sentence, verdict }: Stated, { answer }: Answer): boolean {
  return verdict === "supported" && answer.includes(sentence);
}

function showSource({ run, question, ageMs, similarity, hits, asked }: FromCache): string {
  const same = similarity === 1 ? "" : ` to "${question}"`;
  const ago = `${Math.round(ageMs / 1000)} s ago`;
  return `given ${ago}${same} (run ${run}), and looked at again; ${hits} of ${asked} questions so; --no-cache answers anew`;
}

/** What one would do next with a run; otherwise verify it. */
const nextCommand: Partial<Record<Answer["stop"], string>> = {
  clarify: "resume --answer TEXT",
  approval: "resume --approve",
  user_abort: "resume",
};

/** Evidence from the files that the answer names comes first. */
function nearestFirst({ answer, evidence }: Answer): Evidence[] {
  const isNamed = ({ path }: Evidence) => path !== undefined && answer.includes(path);
  return [...evidence.filter(isNamed), ...evidence.filter((item) => !isNamed(item))];
}

const paint = { proven: green, supported: yellow, unsupported: red, contradicted: red };

function showClaim({ text: sentence, verdict, formal }: Stated): Text {
  return text`  ${paint[verdict](verdict)}  ${shortened(formal ?? folded(sentence), 200)}`;
}

/** Where evidence stands in its file, as far as the file has lines or pages. */
function standing({ lines, page }: Evidence): string {
  return lines ? `:${lines[0]}` : page === undefined ? "" : `, page ${page}`;
}

/** A piece of evidence on a line: where it stands, and how it begins where the answer does not show it already. */
export function showEvidence(item: Evidence, root: string, answer = ""): Text {
  const place = item.path === undefined ? item.kind : `${item.path}${standing(item)}`;
  const label = item.path === undefined ? place : link(place, root, item.path);
  const begins = folded(item.text).slice(0, alike);
  const said = item.kind === "passage" && answer.includes(begins) ? (item.heading ?? "") : folded(item.text);
  return text`  [${item.id}] ${label}  ${dim(shortened(said, 100))}`;
}

/** Characters by which a text is recognised. */
const alike = 24;

/** A route with every factor. */
export function showRoute(route: Route): Text[] {
  const rows = [
    ["level", levelOf(route)],
    ["type", route.type],
    ["engine", route.engine],
    ["recipe", recipeOf(route)],
    ["flags", route.flags.join(", ") || "none"],
    [
      "factors",
      Object.entries(route.factors)
        .map(([name, value]) => `${name} ${value.toFixed(2)}`)
        .join(", "),
    ],
  ];
  return [...table(rows, "ours"), ...route.reasons.map((reason) => `- ${reason}`)];
}

/** The level with the score that it follows from; an exact answer takes one look, whatever the words score. */
function levelOf({ level, score, recipe }: Route): string {
  const scored = score.toFixed(2);
  return recipe && recipe.id !== "half"
    ? `${level} (an exact answer; its words alone score ${scored})`
    : `${level} (score ${scored})`;
}

/** What answers exactly, with what it reads in the question where that is something. */
function recipeOf({ recipe }: Route): string {
  if (recipe === null) return "none";
  if (recipe.id === "half") return "for one half of the question";
  const slots = Object.keys(recipe.slots).length > 0 ? [JSON.stringify(recipe.slots)] : [];
  return [recipe.id, ...slots].join(" ");
}

/** What `--dry-run` prints. */
export function showPlan({ route, steps, plan }: Planned): Text[] {
  const numbered = (lines: readonly string[]) => lines.map((line, at) => `${at + 1}. ${line}`);
  const planned = plan.map(({ line, shows }) => (shows === "" ? line : `${line} => ${shows}`));
  const rules = plan.length > 0 ? ["", "planned by rules, before anything is looked at:", ...numbered(planned)] : [];
  return [...showRoute(route), "", ...numbered(steps), ...rules];
}
