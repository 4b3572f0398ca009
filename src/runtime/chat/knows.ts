import { data, type Kind, speak } from "../../answers/data.ts";
import { nounOf } from "../../answers/describe.ts";
import type { Filter } from "../../answers/filter.ts";
import { findFile, findFolder } from "../../answers/resolve.ts";
import type { Json } from "../../core/journal.ts";
import type { Universe } from "../../core/observation.ts";
import type { Knows, Reading } from "../../dialogue/turn.ts";
import { exactBy } from "../run/exact.ts";
import { filledBy } from "../run/filled.ts";
import { type Intent, intentOf } from "../run/intent.ts";
import { nameless } from "../session/discreet.ts";
import { permit } from "../session/permit.ts";
import type { Session } from "../session/session.ts";

/** How rules read a question; null where none does. What it is only like is no guide to how it goes on. */
export function readingOf(question: string, now = Date.now()): Reading | null {
  return readingIn(intentOf(question, { now }), now);
}

/** How rules read what was understood. */
export function readingIn({ exact }: Pick<Intent, "exact">, now: number): Reading | null {
  const amount = exactBy(exact, "amount")?.amount;
  const filled = amount && filledBy(amount, null, now);
  return filled ? { id: filled.id, slots: filled.slots as Reading["slots"], language: filled.language } : null;
}

/** What understanding a question needs to know: recipes, and the folder's listing where the profile lets it be seen. */
export async function knowing(session: Session): Promise<Knows> {
  return knowsIn(await listing(session));
}

/** The same for a listing that was seen. */
export function knowsIn(universe: Pick<Universe, "files" | "dirs">): Knows {
  const seen: Universe = { ok: true, links: [], skipped: [], hash: "", ...universe };
  const known = new Map<string, Reading | null>();
  return {
    read(question) {
      const before = known.get(question);
      if (before !== undefined) return before;
      const reading = readingOf(question);
      known.set(question, reading);
      return reading;
    },
    noun: (files, language) => nounIn(files, speak(language).say),
    place(name) {
      const folder = findFolder(name, seen);
      if (folder.is === "one") return { is: "folder", path: folder.path };
      const file = findFile(name, seen);
      return file.is === "one" ? { is: "file", path: file.path } : null;
    },
  };
}

/** Names of sorts without the extensions that they stand for. */
let plain: Kind[] | undefined;

function nounIn(files: Json, say: Parameters<typeof nounOf>[1]["say"]): string {
  plain ??= data().kinds.map(({ id, label, names }) => ({ id, label, names, extensions: [id] }));
  return nounOf(files as Filter, { say, kinds: plain }).many;
}

async function listing({ config, observer }: Session): Promise<Pick<Universe, "files" | "dirs">> {
  const none = { files: [], dirs: [] };
  try {
    permit(config.profile, "read");
  } catch {
    return none;
  }
  const [seen] = await observer.observe([{ see: "universe" }]);
  return seen?.seen.ok ? nameless(seen.seen as Universe) : none;
}
