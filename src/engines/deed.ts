import type { Ran } from "../core/command.ts";
import { ErgoError } from "../core/error.ts";
import type { Observe, Universe } from "../core/observation.ts";
import type { Applied } from "../core/patch.ts";
import type { Acting, Proposal, Ruling } from "../core/port.ts";
import { visible } from "../core/visible.ts";
import type { Context } from "../flow/context.ts";
import { confined, editing, losing, observing, planning, running } from "./effects.ts";

/** What was done for a request: edits; or a command, how it ended, and what came and went in the folder's listing. */
export type Deed =
  | { proposal: Editing; applied: Applied[] }
  | { proposal: Command; ran: Ran; came: string[]; went: string[] };

type Editing = Exclude<Proposal, { does: "command" }>;
type Command = Extract<Proposal, { does: "command" }>;

/**
 * Does what was proposed, within what the profile allows: what it forbids is refused, what can't be had back asks first.
 * Throws PROFILE_FORBIDS, COMMAND_REFUSED, UNCONFINED, NOT_APPROVED, and what the tools throw.
 */
export async function perform(proposal: Proposal, ctx: Context, ports: Acting): Promise<Deed> {
  if (proposal.does === "command") return await command(proposal, ctx, ports);
  const applied: Applied[] = [];
  for (const patch of await planning(ctx, ports, proposal)) applied.push(await editing(ctx, ports, patch));
  return { proposal, applied };
}

async function command(proposal: Command, ctx: Context, ports: Acting): Promise<Deed> {
  const { line } = proposal;
  const ruling = await ports.rule(line);
  ctx.note("command.judged", { line, ...ruling });
  if (ruling.verdict === "refused") throw new ErgoError("COMMAND_REFUSED", { line, why: ruling.reasons.join("; ") });
  const bare = await consent(proposal, ruling, ctx, ports);
  const look = observing(ctx, ports);
  const before = ruling.writes ? await listing(look) : [];
  const ran = await running(ctx, ports, line, { writes: ruling.writes, bare });
  const after = ruling.writes ? await listing(look) : [];
  const [was, is] = [new Set(before), new Set(after)];
  return { proposal, ran, came: after.filter((file) => !was.has(file)), went: before.filter((file) => !is.has(file)) };
}

/** Asks a person about what the profile leaves to one, and about a command that can't be confined; gives whether it is. */
async function consent({ line, reading }: Command, ruling: Ruling, ctx: Context, ports: Acting): Promise<boolean> {
  const { problem, attended } = await confined(ctx, ports);
  if (problem && !attended) {
    throw new ErgoError("UNCONFINED", { line, why: problem.message, remedy: problem.remedy });
  }
  const lost = ruling.verdict === "allowed" ? await losing(ctx, ports, ruling.losses) : [];
  const reasons = [
    ...(lost.length > 0 ? lost : ruling.reasons),
    ...(problem ? [`it runs with all your rights: ${problem.message}`] : []),
  ];
  if (ruling.verdict === "ask" || lost.length > 0 || problem) {
    const about = [reading, ...reasons.map((reason) => `${reason}.`)].join(" ");
    // On lines of their own, and no name in them can begin another.
    const text = ["Run this?", `$ ${visible(line)}`, visible(about)].join("\n");
    if (!(await ctx.ask({ kind: "approval", text }))) throw new ErgoError("NOT_APPROVED", { line });
  }
  return problem !== null;
}

async function listing(look: Observe): Promise<string[]> {
  const [universe] = await look([{ see: "universe" }]);
  return (universe!.seen as Universe).files;
}

/** Whether a deed did what was meant: an edit stands in its file, a command ended well. */
export function succeeded(deed: Deed): boolean {
  return "applied" in deed || (deed.ran.exit === 0 && deed.ran.limit === null) || isLost(deed.ran);
}

/** Whether it was done by what the user says, after a crash had taken its output. */
export function isLost({ exit, signal, limit }: Ran): boolean {
  return exit === null && signal === null && limit === null;
}
