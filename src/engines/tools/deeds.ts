import type { Proposal } from "../../core/port.ts";
import { perform, succeeded } from "../deed.ts";
import { understanding } from "../effects.ts";
import { tell } from "../tell.ts";
import { brief, nothing, type Tool } from "./tool.ts";

/**
 * Does what the user's own words ask for: an argument is a stretch of the question, so that no text that was found and no model puts a
 * command. Throws what `perform` throws: what the profile forbids, what nobody agreed to.
 */
function doing(name: string, does: string, effect: "command" | "write", fits: (proposal: Proposal) => boolean): Tool {
  return {
    name,
    does,
    takes: {
      type: "object",
      required: ["request"],
      additionalProperties: false,
      properties: { request: { type: "string", minLength: 1, description: "what is to be done, in the user's words" } },
    },
    effect,
    async use({ request }, { ctx, ports, task }) {
      const asked = String(request).trim();
      if (!task.question.includes(asked))
        return nothing("nothing is done that the question does not ask for word by word");
      const { proposal } = asked === task.question ? task : await understanding(ctx, ports, asked);
      if (proposal === null || !fits(proposal)) return nothing(`no ${name} does that`);
      const deed = await perform(proposal, ctx, ports.acting);
      const draft = await tell(deed, ctx, ports.acting);
      return { found: succeeded(deed), text: brief(draft.answer), value: null, rests: { on: "claims", draft } };
    },
  };
}

/** Runs a command of the menu in the sandbox. */
export const shell = doing(
  "shell",
  "run the command that the user asks for",
  "command",
  ({ does }) => does === "command",
);

/** Changes a file, or undoes such changes. */
export const edit = doing("edit", "change a file as the user asks for", "write", ({ does }) => does !== "command");
