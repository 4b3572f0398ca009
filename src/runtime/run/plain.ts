import type { Ports } from "../../core/port.ts";
import { saying } from "../../engines/effects.ts";
import type { Context } from "../../flow/context.ts";

/** What must stand in another wording as it stands in the question: numbers, and words shaped like code or paths. */
const fixed = /\p{N}+|[\p{L}\p{N}]+(?:[_./][\p{L}\p{N}]+)+/gu;

/**
 * A question about code in one plain sentence of English, by a model that was measured to put questions in other words (`translate`); null where none is
 * here, it says that there is none, or what it says loses a number or a name. Recorded with its cost.
 */
export async function inPlainWords(
  ctx: Context,
  { say }: Pick<Ports, "say">,
  question: string,
): Promise<string | null> {
  if (!say) return null;
  const said = await saying(ctx, say, {
    role: "worker",
    ability: "translate",
    prompt: "plainly",
    values: { question },
    brief: true,
  });
  if (!said.ok || !said.value.ended) return null;
  const { text } = said.value;
  const isKept = (question.match(fixed) ?? []).every((word) => text.includes(word));
  return text.endsWith("?") && isKept && text !== question ? text : null;
}
