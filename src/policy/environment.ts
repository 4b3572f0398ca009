import { readFileSync } from "node:fs";
import { parseWords } from "../core/words.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { HOLE, NAME } from "./word.ts";

const kinds = ["numbers", "programs", "libraries", "steering", "settings", "own"] as const;
type Kind = (typeof kinds)[number];

/** What setting a variable means, in whatever way it is set; `value` is HOLE when it is not known. */
export function assigns(name: string, value: string, source: string, scene: Scene): Finding[] {
  const say = (effect: "exec" | "unknown", why: string) => [
    finding(effect, source.length > 60 ? `${source.slice(0, 57)}...` : source, why),
  ];
  if (/\$\(|`/.test(value)) return say("unknown", "keeps a substitution that may run later");
  switch (kindOf(name)) {
    case "own":
      return [];
    case "settings":
      return leads(value) ? say("exec", "may lead programs to files of another place") : [];
    case "numbers":
      return /^\d*$/.test(value) ? [] : say("exec", "is evaluated, and may hold commands");
    case "libraries":
      return say("exec", "may make programs load other code");
    case "programs":
      if (value.includes(HOLE)) return say("unknown", "names a program that is not known");
      return value === "" ? [] : scene.line(value, { ...scene, stdin: { text: null, few: false, names: null } });
    case "steering":
      return isMemory(name, value) ? [] : say("unknown", "changes what the shell or its programs do");
    default:
      return say("exec", "may make programs do other than their words say");
  }
}

/** A path, or what may be one. A time zone is none. */
function leads(value: string): boolean {
  return value.replace(`0${NAME}`, "").includes(HOLE) || /^:?[/~.]|\.\.|:\//.test(value);
}

/** Options of Node that say how much memory it takes, or what it prints. */
function isMemory(name: string, value: string): boolean {
  const harmless = /^(?:--(?:max[\w-]*|no-warnings|enable-source-maps|trace-[\w-]+)(?:=\w+)?\s*)+$/;
  return name === "NODE_OPTIONS" && harmless.test(value);
}

/** What a variable is for. A name with small letters is a script's own unless it is listed; null for one of capitals. */
function kindOf(name: string): Kind | null {
  lists ??= read();
  const { exact, patterns } = lists;
  const listed = exact.get(name) ?? patterns.find(({ pattern }) => pattern.test(name))?.kind;
  return listed ?? (/[a-z]/.test(name) || name === "" ? "own" : null);
}

type Lists = { exact: Map<string, Kind>; patterns: { pattern: RegExp; kind: Kind }[] };
let lists: Lists | undefined;

function read(): Lists {
  const file = new URL("../../data/variables.json", import.meta.url);
  const data = parseWords<Record<Kind, string>>(readFileSync(file, "utf8"));
  const all = kinds.flatMap((kind) => data[kind].split(" ").map((name) => ({ name, kind })));
  const isPattern = ({ name }: { name: string }) => /[*?]/.test(name);
  const compiled = (name: string) => new RegExp(`^${name.replaceAll("*", "\\w*").replaceAll("?", "\\w")}$`);
  return {
    exact: new Map(all.filter((each) => !isPattern(each)).map(({ name, kind }) => [name, kind])),
    patterns: all.filter(isPattern).map(({ name, kind }) => ({ pattern: compiled(name), kind })),
  };
}
