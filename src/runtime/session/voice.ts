import type { Asked } from "../../core/port.ts";
import type { Tried, Voiced } from "../../core/prompting.ts";
import { partsHeld } from "../../knowledge/reading/read.ts";
import { wantsBrief } from "../../knowledge/reading/want.ts";
import { readSources } from "../../model/prompt/read.ts";
import type { Means } from "./able.ts";
import { within } from "./deadline.ts";
import { giveJob, unlessNamed } from "./job.ts";
import type { Watching } from "./models.ts";
import type { Session } from "./session.ts";

/** How many further answers say how far a short one is to be trusted. */
const samples = 5;

/** Which share of the time that a model has goes to its prompt at most, before it says a phrase or explains. */
const reading = { read: 0.75, explain: 0.6 } as const;

/** Tokens that a prompt is estimated to take for each that it does: the estimate is an upper one. */
const estimated = 1.3;

/**
 * Has the worker answer from excerpts: in a phrase where one answers, else in sentences. From when it is loaded it has as long as the
 * configuration lets an answer that stands already wait. Null where there is none and the user named none: that is how Ergo works.
 */
export async function voice(
  session: Session,
  { question, excerpts, passages, known }: Asked,
  watching: Watching & { signal: AbortSignal },
): Promise<Tried<Voiced | null>> {
  const sources = excerpts.map(({ passage, before, plain, after, row }) => {
    const { title } = passages[passage]!;
    const text = [before, row ?? plain, after].filter((part) => part !== "").join(" ");
    return { title, text, core: row ?? plain, covers: partsHeld(question, `${title} ${text}`) };
  });
  const brief = wantsBrief(question);
  const wanted = brief ? "read" : "explain";
  const { deadline_ms } = session.config.models;
  const job = { role: "worker", ability: "read", about: question } as const;
  const done = await giveJob(session, job, watching, async (model, { form, wording }: Means) => {
    const ask = (signal: AbortSignal) => {
      const pace = model.pace?.();
      const budget = pace && Math.floor(pace * (deadline_ms / 1000) * reading[wanted] * estimated);
      const how = {
        signal,
        wording,
        samples: brief ? samples : 0,
        prompts: session.prompts,
        ...(budget ? { budget } : {}),
      };
      return readSources(model, wanted, { question, sources, known }, form ? { ...how, form } : how);
    };
    const given = await within(model, deadline_ms, watching.signal, ask);
    return given.ok ? { ok: true, value: { ...given.value, brief } } : given;
  });
  // A server that runs here and has nothing to offer is told.
  const isNone = !done.ok && done.error.code === "MODEL_NONE" && !done.error.message.includes("runs here");
  return unlessNamed(done, !isNone || session.config.models.worker !== "auto");
}
