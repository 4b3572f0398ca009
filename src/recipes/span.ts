import type { When } from "../language/time.ts";
import { speak, type Tongue } from "./data.ts";
import { type Span, timePhrases } from "./time.ts";
import { tokenize } from "./tokens.ts";

type Read = (phrase: "date" | "age") => unknown;

/** The time that words say, counted from `now`; null where they are no date and no length of time, or something is left of them. */
export function spanOf({ is, said }: When, language: Tongue, now: number): Span | null {
  const { words } = speak(language);
  const tokens = tokenize(said, words);
  const phrases = timePhrases(words, now);
  const read: Read = (phrase) => phrases[phrase]!(tokens, 0).find(({ end }) => end === tokens.length)?.value;
  const [date, age] = [read("date"), read("age")];
  if (date !== undefined && is !== "within") return { [is]: date } as Span;
  if (age !== undefined && is !== "on") return (is === "before" ? { older: age } : { within: age }) as Span;
  return date === undefined ? null : ({ on: date } as Span);
}
