import type { Claim } from "../../core/claim.ts";
import { smallNumerals } from "../../core/english.ts";
import { ErgoError } from "../../core/error.ts";
import { createBoard } from "../../proof/board.ts";
import { decide } from "../../proof/decide.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { checkTypes } from "../../proof/types.ts";
import { observing } from "../effects.ts";
import type { Desk } from "../tools/tool.ts";
import { type Note, unsigned } from "./step.ts";

/** Whether a step shows what was to show that it worked, and why not. */
export type Shown = { ok: boolean; because: string };

const month =
  "jan(?:uary|vier)?|feb(?:ruary)?|mar(?:ch|s)?|apr(?:il)?|may|mai|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const kinds: Record<string, RegExp> = {
  date: new RegExp(`\\b\\d{3,4}\\b|\\b\\d{1,2}[./-]\\d|\\b(?:${month})\\b|\\bcentury\\b`, "iu"),
  year: /\b\d{3,4}\b/u,
  number: new RegExp(`\\d|\\b(?:${smallNumerals}|no|none|never)\\b`, "iu"),
  name: /\p{Lu}\p{L}/u,
};

/**
 * Whether a step that was done shows what was to show that it worked: a claim is judged by CHECK; of words, what it gave must be of
 * their kind (a date, a number, a name), and hold the names and numbers in them.
 */
export async function isShown(note: Note, { ctx, ports }: Omit<Desk, "task">): Promise<Shown> {
  const { seen, shows } = note;
  if (!seen.found) return { ok: false, because: `${unsigned(note)} gave nothing: ${seen.text}` };
  const claim = claimIn(shows);
  if (claim) {
    const { verdict, because, claim: formal } = await decide(claim, createBoard(), observing(ctx, ports), ctx.signal);
    ctx.note("claim.checked", { claim: formal, verdict });
    return { ok: verdict === "provable", because: `${formal} is ${verdict}: ${because.join("; ")}` };
  }
  const given = `${seen.text} ${seen.value ?? ""}`;
  const kind = /\b(?:a|an|the)\s(date|year|number|name)\b/iu.exec(shows)?.[1]?.toLowerCase();
  if (kind && !kinds[kind]!.test(given)) return { ok: false, because: `${unsigned(note)} shows no ${kind}` };
  const missing = ports.lacking(shows, placed(note));
  if (missing.length > 0) return { ok: false, because: `${unsigned(note)} does not show "${missing[0]}"` };
  return { ok: true, because: `${unsigned(note)} shows ${shows || "an answer"}` };
}

/** What a step gave, with the names of the places that it stands in. */
export function placed({ seen, args }: Note): string {
  const { rests, text, value } = seen;
  if (rests.on !== "texts") return `${text} ${value ?? ""} ${Object.values(args).join(" ")}`;
  const { found, reading } = rests.delved;
  const places = reading.excerpts.slice(0, 2).map(({ passage, sentence, path }) => {
    const { title, heading } = found.passages[passage]!;
    return `${title} ${heading} ${path} ${sentence}`;
  });
  return `${places.join("\n")} ${value ?? ""}`;
}

function claimIn(text: string): Claim | null {
  if (!/[(=]/.test(text)) return null;
  try {
    const claim = parseClaim(text);
    checkTypes(claim);
    return claim;
  } catch (thrown) {
    if (thrown instanceof ErgoError) return null;
    throw thrown;
  }
}
