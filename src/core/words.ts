/**
 * JSON as a value whose objects inherit nothing, so that looking up a word that somebody wrote, "constructor" for
 * instance, finds what the text holds and nothing else.
 */
export function parseWords<T>(text: string): T {
  return JSON.parse(text, (_, value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.assign(Object.create(null), value)
      : value,
  );
}
