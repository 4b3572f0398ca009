import type { Parts, Texts } from "../../core/port.ts";
import { toldOf } from "../../fields/told.ts";
import { unsaidIn } from "../../knowledge/reading/deed.ts";
import { divide } from "../../knowledge/reading/divide.ts";
import { unnest } from "../../knowledge/reading/nested.ts";
import { exactWords, missingIn } from "../../knowledge/reading/presence.ts";
import { read, sentencesOf } from "../../knowledge/reading/read.ts";
import { partsOf } from "../../routing/parts.ts";
import { goOn } from "./goon.ts";

/** What reads questions and texts by rules, for engines that do. */
export const texts: Texts = {
  unnest,
  divide: (question) => divide(question) ?? beside(question),
  lacking: (question, text) => missingIn(exactWords(question), text),
  unsaid: unsaidIn,
  goOn,
  toldOf,
  sentences: sentencesOf,
  read,
};

/** Questions in a row, of which a later one may go back to the one before it; null where there is but one. */
function beside(question: string): Parts | null {
  const parts = partsOf(question);
  return parts.length > 1 ? { parts, join: "row" } : null;
}
