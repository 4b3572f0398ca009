import { join } from "node:path";
import type { Answer, FromCache, Stated } from "../core/answer.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Route } from "../core/route.ts";
import { bold, dim, green, link, red, table, yellow } from "./print.ts";

const out = process.stdout;

/** How many claims and pieces of evidence are shown; `--json` gives all. */
const shown = 8;

/** An answer for a person: the text, then what it rests on, then how to check it. */
export function showAnswer(answer: Answer, root: string): string {
  const parts = [bold(answer.answer, out)];
  const usual = answer.route?.recipe?.usual;
  if (usual) parts.push(dim(`taken for: ${usual}`, out));
  if (answer.claims.length > 0) parts.push(answer.claims.slice(0, shown).map(showClaim).join("\n"));
  if (answer.evidence.length > 0) {
    const rows = nearestFirst(answer)
      .slice(0, shown)
      .map((item) => showEvidence(item, root));
    const more = answer.evidence.length - rows.length;
    parts.push([...rows, ...(more > 0 ? [dim(`  and ${more} more; --json shows all`, out)] : [])].join("\n"));
  }
  if (answer.fromCache) parts.push(dim(showSource(answer.fromCache), out));
  for (const { message, remedy } of answer.degraded) parts.push(`note: ${message}\n  try: ${remedy}`);
  if (answer.error)
    parts.push(red(`error ${answer.error.code}: ${answer.error.message}\n  try: ${answer.error.remedy}`, out));
  parts.push(
    dim(
      `${answer.status} · ${answer.engine} · ${answer.usage.ms} ms · ergo ${nextCommand[answer.stop] ?? "verify"} ${answer.run}`,
      out,
    ),
  );
  return parts.join("\n\n");
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

function showClaim({ text, verdict, formal }: Stated): string {
  const statement = formal ?? text;
  return `  ${paint[verdict](verdict, out)}  ${statement.length > 200 ? `${statement.slice(0, 200)}…` : statement}`;
}

/** Where evidence stands in its file, as far as the file has lines or pages. */
function standing({ lines, page }: Evidence): string {
  return lines ? `:${lines[0]}` : page === undefined ? "" : `, page ${page}`;
}

/** A piece of evidence on a line: where it stands, and how it begins. */
export function showEvidence(item: Evidence, root: string): string {
  const place = item.path === undefined ? item.kind : `${item.path}${standing(item)}`;
  const label = item.path === undefined ? place : link(place, join(root, item.path));
  const text = item.text.replace(/\s+/g, " ");
  return `  [${item.id}] ${label}  ${dim(text.length > 100 ? `${text.slice(0, 100)}…` : text, out)}`;
}

/** A route with every factor. */
export function showRoute(route: Route): string {
  const rows = [
    ["level", `${route.level} (score ${route.score.toFixed(2)})`],
    ["type", route.type],
    ["engine", route.engine],
    ["recipe", route.recipe ? `${route.recipe.id} ${JSON.stringify(route.recipe.slots)}` : "none"],
    ["flags", route.flags.join(", ") || "none"],
    [
      "factors",
      Object.entries(route.factors)
        .map(([name, value]) => `${name} ${value.toFixed(2)}`)
        .join(", "),
    ],
  ];
  return `${table(rows)}\n${route.reasons.map((reason) => `- ${reason}`).join("\n")}`;
}

/** What `--dry-run` prints. */
export function showPlan({ route, steps }: { route: Route; steps: string[] }): string {
  return `${showRoute(route)}\n\n${steps.map((step, i) => `${i + 1}. ${step}`).join("\n")}`;
}
