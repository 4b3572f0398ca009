/** What of a match tells a secret from a word or from code: the value, the quote before it, and what stands between it and its name. */
export type Candidate = { secret: string; quote?: string; gap?: string };

/** How a match is weighed: shapes that no other text has need none, values that follow a name do. */
export type Weigh = "placeholder" | "password" | "key";

/** Whether a value is a secret. Doubtful is not: what is replaced is lost to the answer. */
export function isSecret({ secret, quote = "", gap = "" }: Candidate, weigh: Weigh): boolean {
  if (placeholder.test(secret)) return false;
  if (weigh === "placeholder") return true;
  if (!isMixed(secret)) return false;
  if (uuid.test(secret) || place.test(secret) || dotted.test(secret)) return false;
  if (hex.test(secret)) return true;
  const bits = entropy(secret);
  // Code names things without quotes and with spaces around the sign: `token = nextToken2`.
  if (quote === "" && /\s/.test(gap) && identifier.test(secret)) return secret.length >= 20 && bits >= 3.6;
  return weigh === "password" ? bits >= 2.7 : bits >= 3.2;
}

/** Letters with digits, or capitals strewn among small letters as no name has them. */
function isMixed(text: string): boolean {
  const letters = text.replace(/[^A-Za-z]/g, "");
  const capitals = letters.replace(/[^A-Z]/g, "").length / Math.max(1, letters.length);
  return (/\d/.test(text) && letters !== "") || (letters.length >= 10 && capitals >= 0.35 && capitals <= 0.65);
}

const hex = /^[0-9a-f]{24,128}$/i;
const placeholder =
  /example|placeholder|change.?me|your|dummy|sample|\bxxx+|x{4,}|\*{3,}|\.{3,}|^(?:pass(?:word|wd)?|pwd|secret|token|user|test|none|null|true|false|undefined|redacted|[$%{<].*)$/i;
const uuid = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
/** A path or an address. */
const place =
  /^(?:[~.]{0,2}\/|[A-Za-z]:\\|\w+:\/\/|www\.)|\.(?:json|ya?ml|toml|txt|pem|crt|key|md|html?|[jt]sx?|py|sh|com|org|net|io)$/;
const dotted = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+$/;
const identifier = /^[A-Za-z_$][\w$]*$/;

/** Shannon's entropy of the characters of a text, in bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
