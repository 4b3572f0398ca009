import { readFileSync } from "node:fs";
import { sha256 } from "../../core/digest.ts";
import { parseWords } from "../../core/words.ts";

/** How a place that may do harm is recognised, as `data/code/sinks.json` tells it; its schema says what each field means. */
type Written = {
  id: string;
  languages: string[];
  at?: "call" | "assignment" | "pair" | "block";
  name: string;
  on?: string;
  from?: string;
  free?: boolean;
  argument?: number;
  words?: string[];
  option?: string;
  unless?: string;
  except?: string;
  when: "always" | "made" | "value" | "text";
  cwe: string;
  why: string;
};

/** The same with its patterns made ready: `on`, `from`, `words` and `option` fit whole texts, `unless` and `except` a part. */
export type SinkRule = Omit<Written, "name" | "on" | "from" | "words" | "option" | "unless" | "except"> & {
  name: RegExp;
  on: RegExp | null;
  from: RegExp | null;
  words: RegExp[] | null;
  option: RegExp | null;
  unless: RegExp | null;
  except: RegExp | null;
};

type Data = { sinks: Written[]; unread: string[] };

let loaded: { rules: SinkRule[]; unread: string[]; digest: string } | undefined;

function rulesOf() {
  if (loaded) return loaded;
  const text = readFileSync(new URL("../../../data/code/sinks.json", import.meta.url), "utf8");
  const { sinks, unread } = parseWords<Data>(text);
  const whole = (source: string | undefined) => (source === undefined ? null : new RegExp(`^(?:${source})$`, "s"));
  const part = (source: string | undefined) => (source === undefined ? null : new RegExp(source));
  const rules = sinks.map(
    (sink): SinkRule => ({
      ...sink,
      name: whole(sink.name)!,
      ...{ on: whole(sink.on), from: whole(sink.from), option: whole(sink.option) },
      words: sink.words?.map((each) => whole(each)!) ?? null,
      ...{ unless: part(sink.unless), except: part(sink.except) },
    }),
  );
  loaded = { rules, unread, digest: sha256(text) };
  return loaded;
}

/** A language as the rules call it, by its tree-sitter name. */
function family(language: string): string {
  if (language === "cpp") return "c";
  return /script|tsx/.test(language) ? "ecmascript" : language;
}

const byName = new Map<string, SinkRule[]>();

/** The rules of a language for places of a kind that are called so. */
export function rulesFor(language: string, at: NonNullable<Written["at"]>, name: string): SinkRule[] {
  const spoken = family(language);
  const key = `${spoken} ${at} ${name}`;
  const known = byName.get(key);
  if (known) return known;
  const found = rulesOf().rules.filter(
    (rule) => rule.languages.includes(spoken) && (rule.at ?? "call") === at && rule.name.test(name),
  );
  byName.set(key, found);
  return found;
}

/** Whether any rule is for a language. */
export function hasRules(language: string): boolean {
  return rulesOf().rules.some(({ languages }) => languages.includes(family(language)));
}

/** Endings of source files in languages that Ergo doesn't parse, without the dot. */
export function unreadEndings(): readonly string[] {
  return rulesOf().unread;
}

/** What tells these rules from others: what was read by others is read again. */
export function rulesDigest(): string {
  return rulesOf().digest;
}
