import { ErgoError, problem } from "../../core/error.ts";
import type { Acting, Ports } from "../../core/port.ts";
import { holdsMark } from "../../secrets/redact.ts";
import { applyPatch, planPatch } from "../../tools/edit.ts";
import { permit, rule, standing } from "../session/permit.ts";
import { choosing } from "../session/pick.ts";
import type { Session } from "../session/session.ts";
import { propose } from "./request.ts";
import { undoing } from "./undo.ts";

/** What a run may do besides looking, under the session's profile. */
export function acting(session: Session, looking: Pick<Ports, "observe" | "globs">, stdin?: string): Acting {
  const { root } = session.observer;
  const { profile } = session.config;
  return {
    ...looking,
    // Text that was piped in is what the question is about.
    choosing: (request) => (stdin === undefined ? choosing(session, request) : null),
    rule: async (line) => rule(profile, await session.judge(line)),
    standing: (losses) => standing(root, losses),
    async confinement() {
      const sandbox = await session.sandbox();
      return { problem: sandbox instanceof ErgoError ? problem(sandbox) : null, attended: session.attended };
    },
    async run(line, { writes, bare }, signal) {
      permit(profile, writes ? "write" : "read");
      const sandbox = bare ? (await import("../../sandbox/bare.ts")).openBare(root) : await session.sandbox();
      if (sandbox instanceof ErgoError) throw sandbox;
      return await sandbox.run({ argv: ["bash", "-c", line] }, { writable: writes, signal });
    },
    plan(proposal) {
      permit(profile, "write");
      if (proposal.does === "undo") return undoing(session, proposal.run);
      const { path, change } = proposal;
      if (holdsMark(JSON.stringify(change))) throw new ErgoError("EDIT_REFUSED", { path, detail: unwritable });
      return [planPatch(root, path, change)];
    },
    edit(patch) {
      permit(profile, "write");
      return applyPatch(root, patch);
    },
  };
}

/** Whether a request is one to change something. */
export async function changes({ folder, config, judge }: Session, question: string): Promise<boolean> {
  const proposal = propose(question, folder.root);
  if (proposal?.does !== "command") return proposal !== null;
  return rule(config.profile, await judge(proposal.line)).writes;
}

/** What was asked for or read is no longer known, so that it can't be written either. */
const unwritable = "what would be written holds a secret that was redacted";
