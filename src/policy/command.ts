import type { CommandEffect } from "../core/command.ts";
import { type Given, type Parsed, parseOptions } from "./options.ts";
import { reached } from "./reach.ts";
import { role } from "./roles.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { specials } from "./special.ts";
import { effectsOf, type Known, lookup, prepare } from "./table.ts";
import { isForceful, isVerb, unlisted } from "./unlisted.ts";
import { isKnown, part, show, type Word } from "./word.ts";

/** Judges the words of a command. */
export function judgeCommand(words: Word[], scene: Scene): Finding[] {
  const [first, ...rest] = words;
  if (first === undefined) return [];
  const refused = (why: string) => [finding("unknown", show(first), why)];
  if (scene.budget.left-- <= 0) return refused("is one of too many commands");
  if (!isKnown(first)) return refused("is a program that is not known before it runs");
  if (first.glob && first.text !== "[") return refused("names a program by a wildcard");
  if (/\s/.test(first.text) || first.text === "") return refused("is no name of a program");
  // `time A=1 ls` assigns as well.
  if (/^\w+=/.test(first.text)) return [...role("assignment", first, scene, ""), ...judgeCommand(rest, scene)];
  if (keywords.has(first.text)) return refused("is a word of the shell's grammar where a command should stand");
  const name = nameOf(first.text);
  const entry = name === null ? null : lookup(name);
  if (name === null || entry === null) return scene.functions.has(first.text) ? [] : unlisted(first, rest, scene);
  if (asksForHelp(entry, rest)) return [finding("read", show(rest.at(-1)!), `prints what ${name} is`)];
  return judgeEntry(name, entry, rest, scene);
}

/** The parser takes them for names of commands where it fails to see the statement. */
const keywords = new Set([
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "for",
  "while",
  "until",
  "do",
  "done",
  "case",
  "esac",
  "in",
  "function",
  "select",
  "{",
  "}",
  "!",
]);

const folders = /^(?:\/(?:usr\/(?:local\/)?)?s?bin|\/opt\/homebrew\/bin)\/(?=[^/]+$)/;

/** The name by which a program is listed, also of `/bin/ls`, `python3.12` and `mkfs.ext4`; null for another program. */
function nameOf(text: string): string | null {
  const name = text.replace(folders, "");
  if (name.includes("/")) return null;
  const family = name.replace(/^(mkfs|fsck)\..*/, "$1");
  const unversioned =
    /^(?:python|pypy|pip|ruby|perl|php|gcc|g\+\+|clang|lua|node|bash|gawk|vim|gpg|java|tclsh|mysql)/.test(name)
      ? name.replace(/-?\d+(?:\.\d+)*$/, "")
      : name;
  return [name, family, unversioned].find((each) => each !== "" && lookup(each) !== null) ?? null;
}

/** Whether the last word asks what the command, or the subcommand before it, is. */
function asksForHelp(entry: Known, words: Word[]): boolean {
  if (!/^--(?:help|version)$/.test(words.at(-1)?.text ?? "")) return false;
  let known = entry;
  for (const { text } of words.slice(0, -1)) {
    const next = known.subcommands?.get(text);
    if (next === undefined) return false;
    known = prepare(next);
  }
  return true;
}

/** Judges what a listed command is given: its options, then its subcommand or its operands. */
function judgeEntry(name: string, entry: Known, words: Word[], scene: Scene): Finding[] {
  const special = specials[entry.special ?? ""] ?? {};
  if (special.whole !== undefined) return special.whole(words, scene, name);
  const parsed = parseOptions(entry, special.before?.(words) ?? words);
  const found = [...strange(name, entry, parsed, scene), ...options(name, parsed, scene)];
  if (entry.subcommands !== null) return [...found, ...subcommand(name, entry, parsed, scene)];
  const instead = parsed.given.findLast(({ option }) => option.instead !== undefined)?.option.instead;
  const does = instead === undefined ? entry.does : effectsOf(instead);
  return [
    ...found,
    ...does.map((effect) => finding(effect, name, entry.why ?? meaning[effect])),
    ...operands(name, entry, parsed, scene),
    ...unsure(name, entry, parsed),
    ...(special.after?.(parsed, scene, name) ?? []),
  ];
}

const meaning = {
  read: "reads",
  write: "changes files",
  outside: "reaches beyond the folder",
  network: "uses the network",
  exec: "runs programs that are not judged",
  unknown: "can't be judged",
  destructive: "destroys what can't be had back",
};

function options(name: string, { given }: Parsed, scene: Scene): Finding[] {
  const roles = Object.assign({}, ...given.map(({ option }) => option.roles ?? {})) as Record<string, string>;
  const dry = given.some(({ option }) => option.dry === true);
  return given.flatMap(({ name: spelling, option, value, second, word }: Given) => {
    const all = effectsOf(option.does ?? "");
    const effects = dry ? all.filter((effect) => effect !== "write" && effect !== "destructive") : all;
    const takes = roles[spelling] ?? option.takes;
    return [
      ...effects.map((effect) => finding(effect, show(word), option.why ?? `of ${name} ${meaning[effect]}`)),
      ...(takes === undefined || value === null ? [] : role(takes, value, scene, name)),
      ...(option.then === undefined || second === undefined ? [] : role(option.then, second, scene, name)),
    ];
  });
}

/** Options that are not listed: nothing can be said, unless no option of the command matters. */
function strange(name: string, entry: Known, { strange, attached }: Parsed, scene: Scene): Finding[] {
  const unknown = (word: Word) => {
    const written = word.text.startsWith("--") ? show(word) : word.text;
    return finding("unknown", written, `is an option of ${name} that is not known`);
  };
  const far = entry.does.includes("network") || (entry.does.includes("outside") && !entry.does.includes("exec"));
  if (entry.open) {
    const forced = strange.filter((word) => far && isForceful(word));
    return [...forced.map(unknown), ...attached.flatMap((word) => role("name", word, scene, name))];
  }
  return strange.map(unknown);
}

/** A word that may become an option may do what the options do. What it may destroy, it is not likely to: that is a write,
 * as what can't be judged is a run. */
function unsure(name: string, entry: Known, { unsure }: Parsed): Finding[] {
  const [word] = unsure;
  if (word === undefined) return [];
  const powers = new Set(
    [...entry.options.values()].flatMap(({ does = "", takes = "", instead = "", operands = "" }) => [
      ...effectsOf(`${does} ${instead}`),
      ...[takes, ...operands.split(" ")].flatMap((role) => powerOf[role.replace(/[*?]$/, "")] ?? []),
    ]),
  );
  if (powers.has("destructive")) powers.add("write");
  if (powers.has("unknown")) powers.add("exec");
  return (["write", "outside", "network", "exec"] as const)
    .filter((effect) => powers.has(effect))
    .map((effect) => finding(effect, show(word), `may become an option by which ${name} ${meaning[effect]}`));
}

const powerOf: Record<string, CommandEffect[]> = {
  output: ["write"],
  overwrite: ["write"],
  change: ["write"],
  target: ["write", "network"],
  host: ["network"],
  shell: ["exec"],
  program: ["exec"],
  command: ["exec"],
  script: ["exec"],
  code: ["exec"],
  awk: ["write", "exec"],
  sed: ["write", "exec"],
  sql: ["write"],
  setting: ["exec"],
  variable: ["exec"],
};

function subcommand(name: string, entry: Known, { rest, spare }: Parsed, scene: Scene): Finding[] {
  const [first, ...words] = rest;
  const [shifts] = spare;
  if (shifts !== undefined)
    return [finding("unknown", show(shifts.word), `may be more words than one, which are a command of ${name}`)];
  if (first === undefined) return entry.does.map((effect) => finding(effect, name, meaning[effect]));
  if (!isKnown(first) || first.glob)
    return [finding("unknown", show(first), `is a command of ${name} that is not known before it runs`)];
  const listed = entry.subcommands?.get(first.text);
  const path = `${name} ${first.text}`;
  if (listed !== undefined) return judgeEntry(path, prepare(listed, entry), words, scene);
  if ([first, ...words].some(isForceful) || [first, ...words.slice(0, 2)].some(({ text }) => isVerb(text)))
    return [finding("unknown", show(first), `is a command of ${name} that is not known, and sounds destructive`)];
  const effects = effectsOf(entry.otherwise ?? "exec");
  return effects.map((effect) => finding(effect, path, meaning[effect]));
}

/** Judges operands by the pattern of the command: each has every role that it can reach. */
function operands(name: string, entry: Known, parsed: Parsed, scene: Scene): Finding[] {
  const changed = parsed.given.findLast(({ option }) => option.operands !== undefined)?.option.operands;
  const roles = (changed ?? entry.operands ?? "input*").split(" ").filter((each) => each !== "");
  const tail = roles.at(-1);
  const runs = tail === "command" || tail === "line";
  const before = slots(parsed);
  const found = reached(runs ? roles.slice(0, -1) : roles, runs ? before : [...before, ...parsed.rest]).flatMap(
    ([takes, word]) => (takes === null ? extra(name, entry, word) : role(takes, word, scene, name)),
  );
  const [first] = parsed.rest;
  const shifts = before.find(({ many }) => many);
  if (runs && shifts !== undefined)
    found.push(finding("unknown", show(shifts), `may be more words than one, and ${name} runs what stands behind`));
  if (!runs || first === undefined || entry.special === "xargs" || entry.special === "parallel") return found;
  if (tail === "command") return [...found, ...scene.command(parsed.rest, scene)];
  return [...found, ...role("shell", part(first, parsed.rest.map(({ text }) => text).join(" ")), scene, name)];
}

function extra(name: string, entry: Known, word: Word): Finding[] {
  return entry.open ? [] : [finding("unknown", show(word), `is more than ${name} is known to take`)];
}

/** The operands, with what values of options may leave among them. */
function slots({ operands, spare }: Parsed): Word[] {
  return [...operands.keys(), operands.length].flatMap((at) => [
    ...spare.filter(({ before }) => before === at).map(({ word }) => word),
    ...operands.slice(at, at + 1),
  ]);
}
