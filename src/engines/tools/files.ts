import type { Draft, Stated } from "../../core/answer.ts";
import type { Call, Claim } from "../../core/claim.ts";
import { ErgoError } from "../../core/error.ts";
import type { Universe } from "../../core/observation.ts";
import { createBoard } from "../../proof/board.ts";
import { call } from "../../proof/build.ts";
import { decide, measure } from "../../proof/decide.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { printClaim } from "../../proof/print.ts";
import { statement } from "../../proof/statement.ts";
import { observing, understanding } from "../effects.ts";
import { blank } from "../state.ts";
import { brief, type Desk, nothing, only, type Seen, type Tool } from "./tool.ts";

/** Names of a listing that are told. */
const named = 40;

/** Answers exactly what a recipe, or the fields of documents, can. */
export const files: Tool = {
  name: "files",
  does: "answer a question about files, code or fields of documents exactly, with a proof",
  takes: only("question", "a question about files"),
  effect: "read",
  async use({ question }, { ctx, ports }) {
    const { exact } = await understanding(ctx, ports, String(question));
    if (exact === null) return nothing("no exact answer: nothing here counts or measures what the question asks");
    const draft = await ports.exactly(exact)(observing(ctx, ports), await ctx.now(), ctx.signal);
    if (draft.stop !== "success" || draft.claims.length === 0) return nothing(brief(draft.answer));
    for (const { formal = "", verdict } of draft.claims) ctx.note("claim.checked", { claim: formal, verdict });
    return { found: true, text: brief(draft.answer), value: valueIn(draft), rests: { on: "claims", draft } };
  },
};

/** What an exact answer comes to: the other side of the equation that its claim is. */
function valueIn({ claims }: Draft): string | null {
  const [only, ...more] = claims;
  const claim = only?.formal === undefined || more.length > 0 ? null : parseClaim(only.formal);
  if (claim?.is !== "compare" || claim.operator !== "=") return null;
  return claim.right.is === "number" ? claim.right.text : claim.right.is === "string" ? claim.right.value : null;
}

/** Proves or refutes a claim. */
export const check: Tool = {
  name: "check",
  does: 'prove or refute a claim such as exists("a.md")',
  takes: only("claim", "a claim in the claim language"),
  effect: "read",
  use: async ({ claim }, desk) => await judged(() => parseClaim(String(claim)), desk),
};

/** Computes exactly. */
export const calculate: Tool = {
  name: "calculate",
  does: "compute an expression exactly, such as (19 - 4) * 3",
  takes: only("expression", "numbers with + - * / and parentheses"),
  effect: "read",
  async use({ expression }, desk) {
    const { ctx, ports } = desk;
    return await lenient(async () => {
      const term = parseClaim(`value(${JSON.stringify(String(expression))})`);
      if (term.is !== "call") return nothing("that is no expression");
      const value = await measure(term, createBoard(), observing(ctx, ports), ctx.signal);
      const claim = statement(term, value);
      return claim === null ? nothing("that can't be computed") : await judged(() => claim, desk);
    });
  },
};

/** The files that a glob matches. */
export const list: Tool = {
  name: "list",
  does: "list the files that match a glob such as src/**/*.ts",
  takes: only("glob", "a glob"),
  effect: "read",
  async use({ glob }, desk) {
    const { ctx, ports } = desk;
    return await lenient(async () => {
      const board = createBoard();
      const set: Call = call("files", String(glob));
      const value = await measure(set, board, observing(ctx, ports), ctx.signal);
      const claim = statement(set, value);
      if (claim === null || value.is !== "set") return nothing("those files can't be listed");
      const names = value.certain.map(String);
      const seen = await judged(() => claim, desk);
      const more = names.length > named ? ` and ${names.length - named} more` : "";
      return { ...seen, text: `${names.slice(0, named).join(", ")}${more}`, value: String(names.length) };
    });
  },
};

/** Lines of a file: those that hold a text, else the first. */
export const view: Tool = {
  name: "look",
  does: "show the lines of a file that hold a text, or its first lines",
  takes: {
    type: "object",
    required: ["path"],
    additionalProperties: false,
    properties: {
      path: { type: "string", minLength: 1, description: "a path in the folder" },
      text: { type: "string", minLength: 1, description: "what the lines hold" },
    },
  },
  effect: "read",
  async use({ path: name, text }, { ctx, ports }) {
    const observe = observing(ctx, ports);
    const [universe] = await observe([{ see: "universe" }]);
    const { files: all = [] } = universe!.seen.ok ? (universe!.seen as Universe) : {};
    const path = all.find((each) => each === name) ?? all.find((each) => each.endsWith(`/${String(name)}`));
    if (path === undefined) return nothing(`${String(name)} is no file of this folder`);
    const pattern =
      text === undefined
        ? ({ kind: "regex", text: "\\S", flags: "" } as const)
        : ({ kind: "literal", text: String(text) } as const);
    const [found] = await observe([{ see: "search", path, pattern }]);
    const { seen } = found!;
    if (!seen.ok || !("first" in seen)) return nothing(seen.ok ? "" : seen.message);
    if (seen.first.length === 0) return nothing(`no line of ${path} holds that`);
    const lines = seen.first.map(({ line, text: said }) => `${line}: ${said}`).join(" / ");
    const board = createBoard();
    board.add(found === undefined ? [] : [found]);
    const claims = seen.first.slice(0, 3).map(({ text: said }) => quotation(path, said.trim()));
    const draft = await proven(claims, board, { ctx, ports }, `${path}: ${lines}`);
    return { found: true, text: brief(`${path}: ${lines}`), value: null, rests: { on: "claims", draft } };
  },
};

function quotation(path: string, text: string): Claim {
  return call("quote", path, text);
}

/** A claim that is judged: what it comes to, and the answer that says so. */
async function judged(make: () => Claim, { ctx, ports }: Omit<Desk, "task">): Promise<Seen> {
  return await lenient(async () => {
    const claim = make();
    const board = createBoard();
    const { verdict, rendered, because } = await decide(claim, board, observing(ctx, ports), ctx.signal);
    if (verdict === "undecidable") return nothing(`undecidable: ${because.join("; ")}`);
    const holds: Claim = verdict === "provable" ? claim : { is: "not", part: claim, at: 0 };
    const answer = verdict === "provable" ? `${rendered}.` : `It is not so that ${rendered}.`;
    const draft = await proven([holds], board, { ctx, ports }, answer);
    return { found: true, text: brief(answer), value: valueIn(draft), rests: { on: "claims", draft } };
  });
}

/** An answer whose claims CHECK proves; those that it doesn't are left out. */
async function proven(
  claims: Claim[],
  board: ReturnType<typeof createBoard>,
  { ctx, ports }: Omit<Desk, "task">,
  answer: string,
): Promise<Draft> {
  const stated: Stated[] = [];
  const evidence: Draft["evidence"] = [];
  for (const claim of claims) {
    const judgement = await decide(claim, board, observing(ctx, ports), ctx.signal);
    const formal = printClaim(claim);
    ctx.note("claim.checked", { claim: formal, verdict: judgement.verdict });
    if (judgement.verdict !== "provable") continue;
    const own = judgement.evidence.map((each, at) => ({ ...each, id: `${stated.length + 1}.${at + 1}` }));
    stated.push({ text: judgement.rendered, verdict: "proven", evidence: own.map(({ id }) => id), formal });
    evidence.push(...own);
  }
  return {
    ...blank("success", answer),
    claims: stated,
    evidence,
    universe: { files: 0, skipped: 0, globs: ports.globs },
  };
}

/** Errors that say that an argument can't be read are what was seen. */
async function lenient(work: () => Promise<Seen>): Promise<Seen> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ErgoError && ["CLAIM_SYNTAX", "CLAIM_TYPE", "GLOB_INVALID"].includes(thrown.code))
      return nothing(thrown.message);
    throw thrown;
  }
}
