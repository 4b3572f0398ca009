import type { Slots } from "./phrase.ts";
import { quote, quotePath } from "./quote.ts";

/** Turns the values of a slot into shell text; `plain` ones are for sentences. */
const forms: Record<string, (values: string[]) => string> = {
  text: (values) => values.map(quote).join(" "),
  path: (values) => values.map(quotePath).join(" "),
  raw: (values) => values.join(" "),
  plain: (values) => values.map((value) => `“${value}”`).join(", "),
  sq: (values) => single(values.join(" ")),
  ext: (values) => single(values.join(" ").replace(/^\*?\./, "")),
  mode: (values) => values.map((value) => quote(value)).join(" "),
  context: ([value]) => (value === undefined ? "" : ` -C ${value}`),
  colon: ([value]) => (value === undefined ? "" : `:${quote(value)}`),
  opt: (values) => (values.join("") === "" ? "" : `-${values.join("")}`),
  lit: ([value = ""]) => `${isSpecial(value) ? "-F " : ""}-e ${quote(value)}`,
  any: (values) => `${values.some(isSpecial) ? "-F " : ""}${values.map((value) => `-e ${quote(value)}`).join(" ")}`,
  starts: (values) => values.map((value) => `-e '^${bre(value)}'`).join(" "),
  ends: (values) => values.map((value) => `-e '${bre(value)}$'`).join(" "),
  either: (values) => values.map((value) => `“${value}”`).join(" or "),
  caseless: (values) => (values.join("").includes("i") ? "-f" : ""),
  v: ({ length }) => (length > 0 ? "-v" : ""),
  denied: ({ length }) => (length > 0 ? "not" : ""),
  caps: (values) => values.join("").replaceAll("i", "I"),
  dotted: ([value = ""]) => quote(value.replace(/^\*/, "")),
  notin: (values) => values.flatMap((value) => inside(value).map((path) => `! -path '${single(path)}'`)).join(" "),
  unitsize: ([value = ""]) => ({ c: "", k: "K", b: "b" })[value] ?? value,
  plus: ([value = "0"]) => String(Number(value) + 1),
  trset: ([value = ""]) => quote({ "\n": "\\n", "\t": "\\t" }[value] ?? value),
  bre: ([value = ""]) => bre(value),
  sed: ([value = ""]) => single(value.replace(/[\\.*[\]^$/]/g, "\\$&")),
  to: ([value = ""]) => single(value.replace(/[\\/&]/g, "\\$&").replaceAll("\n", "\\n")),
};

/**
 * Fills the holes of a template: `{slot}` quoted as a text, `{slot:form}` in another form. `{}` stays. What fills a hole is
 * never read as a template itself. A hole that stays empty takes the space before it along.
 */
export function fill(template: string, slots: Slots): string {
  const filled = template.replace(
    /((?:^| )?)\{(\w+)(?::(\w+))?\}/g,
    (_, space: string, name: string, form = "text") => {
      const text = derive[name]?.(slots, form) ?? forms[form]!(slots[name] ?? []);
      return text === "" ? "" : space + text;
    },
  );
  return filled.trim();
}

/** Fills a template once for each value of a slot, or once where no slot is given. */
export function fillEach(template: string, slots: Slots, each: string | undefined, between: string): string {
  const values = each === undefined ? undefined : slots[each];
  if (values === undefined) return fill(template, slots);
  return values.map((value) => fill(template, { ...slots, [each!]: [value] })).join(between);
}

/** The slots that a template needs. */
export function holes(template: string): string[] {
  const names = [...template.matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name]) => name!);
  return names.flatMap((name) => parts[name] ?? [name]);
}

/** The slots that a template can make use of: those that it needs, and those that change what it makes of them. */
export function told(template: string): string[] {
  const names = [...template.matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name]) => name!);
  return names.flatMap((name) => [name, ...(parts[name] ?? []), ...(turns[name] ?? [])]);
}

const turns: Record<string, string[]> = {
  affixed: ["before", "after"],
  excepted: ["names", "x", "before", "after"],
  sizes: ["u", "v"],
};

const parts: Record<string, string[]> = {
  size: ["n", "u", "sign"],
  sizes: ["a", "b"],
  affixed: ["x"],
  excepted: [],
  range: ["a", "b", "unit", "field"],
  age: ["n", "unit", "field", "sign"],
};

/** Slots that are made of others. */
const derive: Record<string, (slots: Slots, form: string) => string | undefined> = {
  find: ({ find }) => find?.[0],
  what: ({ what }) => what?.[0],
  names({ names = [], fold = [] }, form) {
    if (form === "plain") return undefined;
    const test = fold.length > 0 ? "-iname" : "-name";
    const tests = names.map((name) => `${test} ${quote(name)}`);
    return tests.length === 1 ? tests[0]! : `'(' ${tests.join(" -o ")} ')'`;
  },
  affixed({ x = [], before = [], after = [], fold = [] }) {
    const ends = (value: string) => `${before.join("")}${value.replace(/^\*|\*$/g, "")}${after.join("")}`;
    return derive.names!({ names: x.map(ends), fold }, "text");
  },
  excepted: (slots) => (slots.x ? derive.affixed!(slots, "text") : derive.names!(slots, "text")),
  range({ a, b, unit, field }) {
    const [near, far] = [Number(a?.[0]), Number(b?.[0])].sort((x, y) => x - y);
    const bound = (n: number, sign: string) =>
      derive.age!({ n: [String(n)], sign: [sign], unit: unit!, field: field! }, "text");
    return `${bound(near!, "+")} ${bound(far!, "-")}`;
  },
  size({ sign, n, u }, form) {
    const how = sign?.[0] ?? "";
    if (form === "plain") return `${says[how] ?? ""}${n?.[0]} ${u?.[0]}`;
    return bound(how, Number(n?.[0]), u?.[0] ?? "c");
  },
  sizes({ a, b, u, v }) {
    const far = u ?? v;
    const [low, high] = [bytes(Number(a?.[0]), (v ?? u)![0]!), bytes(Number(b?.[0]), far![0]!)].sort((x, y) => x - y);
    return `-size +${low! - 1}c -size -${high! + 1}c`;
  },
  age({ sign, n, unit, field }, form) {
    const minutes = Number(n?.[0]) * Number(unit?.[0]);
    const days = minutes % 1440 === 0;
    const measure = days ? minutes / 1440 : Math.round(minutes);
    if (form === "plain") {
      const verb = { m: "modified", a: "accessed", c: "changed" }[field?.[0] ?? "m"];
      const how = { "+": "more than ", "-": "less than " }[sign?.[0]?.[0] ?? ""] ?? "";
      return `${verb} ${how}${measure} ${days ? "days" : "minutes"} ago`;
    }
    return `-${field?.[0]}${days ? "time" : "min"} ${sign?.[0]?.[0] ?? ""}${measure}`;
  },
};

const says: Record<string, string> = { "+": "over ", "-": "under ", "+=": "at least ", "-=": "at most " };

const units: Record<string, number> = { c: 1, b: 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 };

function bytes(n: number, unit: string): number {
  return Math.round(n * units[unit]!);
}

/** A size as find takes it. It rounds sizes up to whole units, so that only "over" can be said in them. */
function bound(sign: string, n: number, unit: string): string {
  if (sign === "-") return `-${bytes(n, unit)}c`;
  if (sign === "-=") return `-${bytes(n, unit) + 1}c`;
  if (sign === "+=") return `+${bytes(n, unit) - 1}c`;
  return Number.isInteger(n) ? `${sign}${n}${unit}` : `${sign}${bytes(n, unit)}c`;
}

/** Whether a text means something else as a regular expression. */
function isSpecial(text: string): boolean {
  return /[.*[\]^$\\]/.test(text);
}

/** A text as a basic regular expression, within single quotes. */
function bre(text: string): string {
  return single(text.replace(/[\\.*[\]^$]/g, "\\$&"));
}

/** Text within single quotes. */
function single(text: string): string {
  return text.replaceAll("'", "'\\''");
}

/**
 * Patterns of the paths of a folder and what lies in it. A name alone may lie anywhere, a path starts where the search does,
 * which find writes with "./" or without.
 */
function inside(folder: string): string[] {
  if (/[*?]/.test(folder)) return [folder];
  const path = folder.replace(/^\.\//, "").replace(/\/+$/, "");
  const tops = path.startsWith("/") ? [path] : path.includes("/") ? [path, `./${path}`] : [path, `*/${path}`];
  return tops.flatMap((top) => [top, `${top}/*`]);
}
