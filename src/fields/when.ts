/** A time that a question keeps to: ISO dates, `to` left out; where its words stand in the question. */
export type When = { from: string | null; to: string | null; at: number; end: number };

const phrase =
  /\b(in|during|before|after|since|until|between)\s+(?:the\s+year\s+)?(\d{4})(?:-(\d{2})-(\d{2}))?(?![\d.])/i;

/** The time that "in 2009", "before 2005-03-01" and such keep to; null where there is none, or more than one. */
export function whenIn(question: string): When | null {
  const found = phrase.exec(question);
  if (!found) return null;
  const [whole, word = "", year, month, day] = found;
  const rest = question.slice(found.index + whole.length);
  if (word.toLowerCase() === "between" || phrase.test(rest)) return null;
  const date = month === undefined ? null : `${year}-${month}-${day}`;
  if (date !== null && Number.isNaN(Date.parse(date))) return null;
  const first = date ?? `${year}-01-01`;
  const next =
    date === null ? `${Number(year) + 1}-01-01` : new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  const span = { at: found.index, end: found.index + whole.length };
  switch (word.toLowerCase()) {
    case "before":
    case "until":
      return { from: null, to: first, ...span };
    case "after":
      return { from: next, to: null, ...span };
    case "since":
      return { from: first, to: null, ...span };
    default:
      return { from: first, to: next, ...span };
  }
}
