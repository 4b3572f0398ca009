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
  lit: ([value = ""]) => `${/[.*[\]^$\\]/.test(value) ? "-F " : ""}-e ${quote(value)}`,
  caps: (values) => values.join("").replaceAll("i", "I"),
  dotted: ([value = ""]) => quote(value.replace(/^\*/, "")),
  notin: (values) => values.map((value) => `! -path '${single(inside(value))}'`).join(" "),
  unitsize: ([value = ""]) => ({ c: "", k: "K", b: "b" })[value] ?? value,
  plus: ([value = "0"]) => String(Number(value) + 1),
  trset: ([value = ""]) => quote({ "\n": "\\n", "\t": "\\t" }[value] ?? value),
  bre: ([value = ""]) => single(value.replace(/[\\.*[\]^$]/g, "\\$&")),
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

/** The slots that a template needs. */
export function holes(template: string): string[] {
  const names = [...template.matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name]) => name!);
  return names.flatMap((name) => parts[name] ?? [name]);
}

const parts: Record<string, string[]> = {
  size: ["n", "u", "sign"],
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
    if (form === "plain") return `${{ "+": "over ", "-": "under " }[sign?.[0] ?? ""] ?? ""}${n?.[0]} ${u?.[0]}`;
    return `${sign?.[0]}${n?.[0]}${u?.[0]}`;
  },
  age({ sign, n, unit, field }, form) {
    const minutes = Number(n?.[0]) * Number(unit?.[0]);
    const days = minutes % 1440 === 0;
    const measure = days ? minutes / 1440 : Math.round(minutes);
    if (form === "plain") {
      const verb = { m: "modified", a: "accessed", c: "changed" }[field?.[0] ?? "m"];
      const how = { "+": "more than ", "-": "less than " }[sign?.[0] ?? ""] ?? "";
      return `${verb} ${how}${measure} ${days ? "days" : "minutes"} ago`;
    }
    return `-${field?.[0]}${days ? "time" : "min"} ${sign?.[0]}${measure}`;
  },
};

/** Text within single quotes. */
function single(text: string): string {
  return text.replaceAll("'", "'\\''");
}

/** The pattern of the paths in a folder: one that does not start at the root may lie anywhere. */
function inside(folder: string): string {
  if (/[*?]/.test(folder)) return folder;
  return `${folder.startsWith("/") ? "" : "*/"}${folder.replace(/^\.\//, "").replace(/\/+$/, "")}/*`;
}
