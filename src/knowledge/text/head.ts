/** The share of a text's lines that name a value for it to be a head. */
const share = 0.7;

/** Whether a text is "Name: value" lines alone, as documents have them at their top: what it says are fields, not sentences. Pure. */
export function isHeader(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && line.trim() !== "---");
  const fields = lines.filter((line) => /^[\p{L}][\p{L}\p{N}_-]{0,30}:(?:\s|$)|^\s+\S/u.test(line));
  const named = lines.filter((line) => /^[\p{L}][\p{L}\p{N}_-]{0,30}:\s/u.test(line));
  return named.length > 1 && fields.length >= share * lines.length;
}
