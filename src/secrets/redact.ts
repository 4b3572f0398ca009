import { readFileSync } from "node:fs";
import type { Json } from "../core/journal.ts";
import { isSecret, type Weigh } from "./weigh.ts";

type Rule = { kind: string; hint: RegExp; pattern: RegExp; weigh?: Weigh };

/**
 * A text with every secret of a known shape replaced by `[redacted:KIND]`. Lines stay: of a secret of several lines each is
 * replaced. What is redacted stays as it is when it is redacted again.
 */
export function redactText(text: string): string {
  if (!compile().hints.test(text)) return text;
  let before = text;
  // What is replaced may part what two shapes had in common.
  for (let pass = 0; pass < 3; pass++) {
    const after = once(before);
    if (after === before) break;
    before = after;
  }
  return before;
}

/** The same for every string in `data`, keys included; `data` itself where there is nothing to redact. `text` is its JSON. */
export function redactJson<T extends Json>(data: T, text: string = JSON.stringify(data) ?? ""): T {
  return compile().hints.test(text) ? (inside(data) as T) : data;
}

/** Whether something was redacted in a text, or it says so itself. */
export function holdsMark(text: string): boolean {
  return text.includes("[redacted:") && mark.test(text);
}

/** The kinds of the secrets that were redacted in a text. */
export function kindsIn(text: string): string[] {
  return [...new Set([...text.matchAll(new RegExp(mark, "g"))].map(([, kind = ""]) => kind))];
}

const mark = /\[redacted:([a-z][a-z0-9-]{1,30})\]/;

/** Redacts objects as `redactJson` does; what it says of a text it remembers, for rows of one table have most texts in common. */
export function redactRows<T extends object>(rows: readonly T[]): T[] {
  const known = new Map<string, Map<string, string>>();
  const valued: Redact = (key, value) => {
    const own = known.get(key) ?? new Map<string, string>();
    known.set(key, own);
    const before = own.get(value);
    if (before !== undefined) return before;
    const made = key === "" ? redactText(value) : beside(key, value);
    own.set(value, made);
    return made;
  };
  return rows.map((row) => (holdsNone(row as Json, valued) ? row : (inside(row as Json, valued) as T)));
}

/** Whether nothing in some data would be other than it is. */
function holdsNone(data: Json, redact: Redact, name = ""): boolean {
  if (typeof data === "string") return redact(name, data) === data;
  if (data === null || typeof data !== "object") return true;
  if (Array.isArray(data)) return data.every((each) => holdsNone(each, redact));
  for (const key in data) {
    const value = data[key];
    if (value !== undefined && !(redact("", key) === key && holdsNone(value, redact, key))) return false;
  }
  return true;
}

/** What becomes of a text; under a key, or "" where it is one itself or stands by itself. */
type Redact = (key: string, value: string) => string;

function inside(
  data: Json,
  redact: Redact = (key, value) => (key === "" ? redactText(value) : beside(key, value)),
): Json {
  if (typeof data === "string") return redact("", data);
  if (data === null || typeof data !== "object") return data;
  if (Array.isArray(data))
    return same(
      data,
      data.map((each) => inside(each, redact)),
    ) as Json[];
  const entries = Object.entries(data).map(([key, value]) => {
    if (value === undefined) return [key, value] as const;
    return [redact("", key), typeof value === "string" ? redact(key, value) : inside(value, redact)] as const;
  });
  return same(data, Object.fromEntries(entries));
}

/** A value under a name that tells what it is: `{"password": "…"}`. */
function beside(key: string, value: string): string {
  const redacted = redactText(value);
  if (redacted !== value || value.length > 400 || value.length < 8) return redacted;
  const prefix = `${key}="`;
  const whole = redactText(`${prefix}${value}"`);
  return whole.startsWith(prefix) && whole.endsWith('"') ? whole.slice(prefix.length, -1) : redacted;
}

/** What has not changed stays the object that it was. */
function same<T extends object>(before: T, after: T): T {
  const changed = Object.keys(after).some((key) => after[key as keyof T] !== before[key as keyof T]);
  return changed || Object.keys(before).length !== Object.keys(after).length ? after : before;
}

function apply(text: string, { kind, hint, pattern, weigh }: Rule): string {
  if (!hint.test(text)) return text;
  return text.replace(pattern, (match: string, ...more: unknown[]) => {
    const groups = more.at(-1) as { secret?: string; quote?: string; gap?: string } | undefined;
    const secret = typeof groups === "object" ? groups.secret : undefined;
    if (weigh && !isSecret({ ...groups, secret: secret ?? match }, weigh)) return match;
    if (secret === undefined) return marked(match, kind);
    const at = match.lastIndexOf(secret);
    return match.slice(0, at) + marked(secret, kind) + match.slice(at + secret.length);
  });
}

function marked(secret: string, kind: string): string {
  return secret.replace(/[^\r\n]+/g, `[redacted:${kind}]`);
}

function once(text: string): string {
  const { named, shaped, shapes } = compile();
  return named.reduce(apply, shapes.test(text) ? shaped.reduce(apply, text) : text);
}

/** `shaped` are secrets by their own shape, `named` by what stands beside them, which many texts have. */
type Rules = { shaped: Rule[]; named: Rule[]; shapes: RegExp; hints: RegExp };
let compiled: Rules | undefined;

function compile(): Rules {
  if (compiled) return compiled;
  const data = JSON.parse(readFileSync(new URL("../../data/secrets/rules.json", import.meta.url), "utf8")) as {
    rules: { kind: string; hint: string; pattern: string; fold?: true; weigh?: Weigh }[];
  };
  const rules = data.rules.map(({ kind, hint, pattern, fold, weigh }) => ({
    kind,
    hint: new RegExp(hint),
    pattern: new RegExp(pattern, fold ? "gi" : "g"),
    ...(weigh ? { weigh } : {}),
  }));
  const shaped = rules.filter(({ weigh }) => weigh === undefined);
  const any = (some: Rule[]) => new RegExp(some.map(({ hint }) => hint.source).join("|"));
  compiled = { shaped, named: rules.filter(({ weigh }) => weigh), shapes: any(shaped), hints: any(rules) };
  return compiled;
}
