import type { Draft, Stated } from "../../core/answer.ts";
import { sha256 } from "../../core/digest.ts";
import { ErgoError } from "../../core/error.ts";
import type { Evidence } from "../../core/evidence.ts";
import type { External, Told } from "../../core/external.ts";
import type { Ports } from "../../core/port.ts";
import { visible } from "../../core/visible.ts";
import { calling } from "../effects.ts";
import { blank } from "../state.ts";
import { type Args, brief, nothing, type Seen, type Tool } from "./tool.ts";

/** Characters of what a tool said that an answer shows; the record holds all that was kept. */
const shown = 4000;

/** Lines of it that are claims, and characters of each. */
const stated = { lines: 3, characters: 300 };

/** What is short enough to stand for it in a later question. */
const short = 80;

/**
 * A tool of one of the user's servers, as engines see it. What it says is evidence that it said so: a claim from it is supported at most.
 * What may change something is done without asking only where the question orders it by the tool's name; else, and where nobody said what
 * the tool may do, a person is asked. Throws MCP_REFUSED, NOT_APPROVED, and what `Externals` throws.
 */
export function externalTool(tool: External): Tool {
  const { name, does, takes, effect } = tool;
  return {
    name,
    does: `${does}${signature(tool)}`,
    takes: takes as unknown as Tool["takes"],
    effect: effect === "read" ? "read" : "command",
    async use(args, { ctx, ports, task }) {
      const why = ports.externals.refusal(tool);
      if (why !== null) throw new ErgoError("MCP_REFUSED", { tool: name, why });
      const call = `${name} ${JSON.stringify(args)}`;
      if (effect === "ask" || (effect === "write" && !isOrdered(name, args, task.question))) {
        const text = ["Use this tool of another program?", visible(call), visible(does)].join("\n");
        if (!(await ctx.ask({ kind: "approval", text }))) throw new ErgoError("NOT_APPROVED", { line: call });
      }
      const heard = await orFailure(calling(ctx, ports, tool, args));
      return heard instanceof ErgoError ? nothing(heard.message) : seenOf(call, heard, ports);
    },
  };
}

/** What a server said; that it can't be reached, or fails, is something that a plan goes on from. Any other error is thrown. */
async function orFailure(calling: Promise<Told>): Promise<Told | ErgoError> {
  try {
    return await calling;
  } catch (thrown) {
    if (thrown instanceof ErgoError && ["MCP_UNREACHABLE", "MCP_UNCONFINED", "MCP_FAILED"].includes(thrown.code))
      return thrown;
    throw thrown;
  }
}

/** What it takes, in the order in which a plan gives it; what may be left out with a question mark. */
function signature({ takes }: External): string {
  const names = Object.keys(takes.properties).map((name) => (takes.required?.includes(name) ? name : `${name}?`));
  return names.length > 0 ? ` (${names.join(" | ")})` : "";
}

/** Whether the question itself names the tool and, in whole words, every argument: then it is the user who orders it, and no plan. */
function isOrdered(name: string, args: Args, question: string): boolean {
  const values = Object.values(args);
  const isText = (value: Args[string]) => typeof value === "string" || typeof value === "number";
  return values.every(isText) && [name, ...values].every((value) => stands(String(value), question));
}

function stands(text: string, question: string): boolean {
  const sought = text.trim();
  return sought !== "" && question.includes(sought) && ` ${wordsOf(question)} `.includes(` ${wordsOf(sought)} `);
}

/** A text as words with one space between them, and signs only where they stand within one. */
function wordsOf(text: string): string {
  return (text.match(/[\p{L}\p{N}]+(?:[._/@:-]+[\p{L}\p{N}]+)*/gu) ?? [""]).join(" ");
}

function seenOf(call: string, { text, failed, cut }: Told, ports: Ports): Seen {
  const said = text.trim();
  if (failed || said === "") return nothing(failed ? `it failed: ${brief(said)}` : "it said nothing");
  const draft = quoting(call, text, cut, ports);
  const value = said.length <= short && !said.includes("\n") ? said : null;
  return { found: true, text: brief(said), value, rests: { on: "tool", draft } };
}

/** The answer that tells what a tool said. */
function quoting(call: string, whole: string, cut: boolean, ports: Ports): Draft {
  const text = whole.slice(0, shown);
  const complete = !cut && text.length === whole.length;
  const evidence: Evidence = { id: "e1", kind: "tool", command: call, text, textHash: sha256(text), complete };
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const claims = lines
    .slice(0, stated.lines)
    .map((line): Stated => ({ text: line.trim().slice(0, stated.characters), verdict: "supported", evidence: ["e1"] }));
  const [tool] = call.split(" ", 1);
  return {
    ...blank("success", `${tool} said: ${text.trim()}${complete ? "" : " …"}`),
    claims,
    evidence: [evidence],
    universe: { files: 0, skipped: 0, globs: ports.globs },
  };
}
