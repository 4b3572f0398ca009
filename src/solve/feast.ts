import { monthOf, weekdayName } from "./dated.ts";

/** "Thanksgiving is on the fourth Thursday of November" explains a feast. */
export function explain(sentence: string, feasts: Map<string, string>): string | null {
  const found =
    /^(?:in [^,]+, )?(?:the )?(?<name>[\p{L}' ]+?) (?:day )?(?:is|falls)(?: always)?(?: celebrated| observed| held)?(?: on)? (?<when>the \S+ (?<weekday>\w+) (?:of|in) (?<month>\w+))(?: each year| every year)?$/iu.exec(
      sentence,
    )?.groups;
  if (!found || weekdayName(found.weekday!) < 0 || monthOf(found.month!.toLowerCase()) === 0) return null;
  if (/^(?:today|yesterday|tomorrow|it|this|that)$/i.test(found.name!)) return null;
  feasts.set(found.name!.toLowerCase(), found.when!.toLowerCase());
  return `${found.name} is ${found.when}`;
}

/** A text in which feasts that were explained are days of their year. */
export function withFeasts(text: string, feasts: ReadonlyMap<string, string>): string {
  return [...feasts].reduce(
    (made, [name, when]) =>
      made.replace(
        new RegExp(`(?<!\\w)(?:the )?(?:us |american )?${name}(?: day)?(?:,| of| in)? (?=\\d{4}(?!\\d))`, "g"),
        `${when} `,
      ),
    text,
  );
}
