import type { Draft, Stated } from "../core/answer.ts";
import type { Call, Claim } from "../core/claim.ts";
import { sha256 } from "../core/digest.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Acting } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { createBoard } from "../proof/board.ts";
import { decide } from "../proof/decide.ts";
import { printClaim } from "../proof/print.ts";
import { type Deed, isLost, succeeded } from "./deed.ts";
import { observing } from "./effects.ts";

/** Characters and lines of a command's output that an answer shows; the record holds all that was kept. */
const shown = { characters: 4000, lines: 40 } as const;

/** Files that came or went which are named one by one. */
const named = 8;

/**
 * The answer that tells of a deed. What a command printed is evidence that it printed so, and of nothing more; what
 * changed in the folder is looked at again, and claimed as CHECK proves it.
 */
export async function tell(deed: Deed, ctx: Context, ports: Acting): Promise<Draft> {
  const printed = "ran" in deed ? outputOf(deed) : [];
  const seen = await changes(deed, ctx, ports);
  return {
    stop: succeeded(deed) ? "success" : "unproven",
    answer: "ran" in deed ? sayCommand(deed) : deed.proposal.reading,
    claims: [...printed.flatMap(quoted), ...seen.map(({ stated }) => stated)],
    evidence: [...printed, ...seen.flatMap(({ evidence }) => evidence)],
    universe: { files: 0, skipped: 0, globs: ports.globs },
    confidence: null,
    degraded: [],
  };
}

type Command = Extract<Deed, { ran: unknown }>;

function sayCommand(deed: Command): string {
  const { proposal, ran, came, went } = deed;
  const changed = [
    ...(came.length > 0 ? [`New: ${listed(came)}.`] : []),
    ...(went.length > 0 ? [`Gone: ${listed(went)}.`] : []),
    ...(ran.cleared.length > 0 ? [`No longer run with the rights of their owner: ${listed(ran.cleared)}.`] : []),
    ...(ran.undone.length > 0 ? [`Not let stand, for nothing may write there: ${listed(ran.undone)}.`] : []),
  ];
  return [`$ ${proposal.line}`, ...ending(deed, changed.length > 0), ...changed].join("\n");
}

function ending(deed: Command, changed: boolean): string[] {
  const { stdout, stderr, limit, exit, signal } = deed.ran;
  const output = stdout === "" ? [] : [excerpt(stdout)];
  if (isLost(deed.ran)) return ["(done, as you said; what it printed is lost)"];
  if (succeeded(deed)) return output.length > 0 || changed ? output : ["(it printed nothing)"];
  const how = limit ? `It was stopped by the limit on ${limit}` : `It ended with ${exit ?? signal}`;
  const said =
    stderr === "" ? (stdout === "" ? ", and printed nothing" : ", and did not say why") : `: ${excerpt(stderr)}`;
  return [...output, `${how}${said}`];
}

function listed(paths: string[]): string {
  const more = paths.length - named;
  return more > 0 ? `${paths.slice(0, named).join(", ")} and ${more} more` : paths.join(", ");
}

function excerpt(text: string): string {
  const lines = text.trimEnd().split("\n");
  const kept = lines.slice(0, shown.lines).join("\n").slice(0, shown.characters);
  return kept.length < text.trimEnd().length ? `${kept}\n… (${lines.length} lines in all; the trace holds them)` : kept;
}

function outputOf({ proposal, ran }: Command): Evidence[] {
  const text = ran.stdout.slice(0, shown.characters);
  const evidence: Evidence = {
    id: "e1",
    kind: "command",
    command: proposal.line,
    ...(ran.exit === null ? {} : { exit: ran.exit }),
    text,
    textHash: sha256(text),
    complete: ran.exit !== null && !ran.cut && text.length === ran.stdout.length,
  };
  return [evidence];
}

function quoted({ id, text }: Evidence): Stated[] {
  const first = text.split("\n").find((line) => line.trim() !== "");
  return first === undefined ? [] : [{ text: first.trim().slice(0, 300), verdict: "supported", evidence: [id] }];
}

/** What the folder shows of a deed after it. */
async function changes(deed: Deed, ctx: Context, ports: Acting): Promise<{ stated: Stated; evidence: Evidence[] }[]> {
  const board = createBoard();
  const look = observing(ctx, ports);
  const found: { stated: Stated; evidence: Evidence[] }[] = [];
  for (const [n, [text, claim]] of claimsOf(deed).entries()) {
    const judgement = await decide(claim, board, look, ctx.signal);
    const formal = printClaim(claim);
    ctx.note("claim.checked", { claim: formal, verdict: judgement.verdict });
    if (judgement.verdict !== "provable") continue;
    const evidence = judgement.evidence.map((each, i) => ({ ...each, id: `c${n + 1}.${i + 1}` }));
    found.push({ stated: { text, verdict: "proven", evidence: evidence.map(({ id }) => id), formal }, evidence });
  }
  return found;
}

function claimsOf(deed: Deed): [text: string, claim: Claim][] {
  if ("ran" in deed) return [...deed.came.slice(0, named).map(isThere), ...deed.went.slice(0, named).map(isGone)];
  const { proposal, applied } = deed;
  const now = new Map(applied.map(({ path, after }) => [path, after !== null]));
  const stated = [...now].slice(0, named).map(([path, there]) => (there ? isThere(path) : isGone(path)));
  if (proposal.does === "undo") return stated;
  const { path, change } = proposal;
  const text = "text" in change ? change.text : "new" in change ? change.new : "";
  return text === "" ? stated : [[`${path} holds the new text.`, call("contains", path, text)]];
}

function isThere(path: string): [string, Claim] {
  return [`${path} is there now.`, call("exists", path)];
}

function isGone(path: string): [string, Claim] {
  return [`${path} is gone.`, { is: "not", part: call("exists", path), at: 0 }];
}

function call(name: string, ...values: string[]): Call {
  return { is: "call", name, args: values.map((value) => ({ is: "string", value, at: 0 }) as const), at: 0 };
}
