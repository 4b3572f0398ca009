import { readFileSync } from "node:fs";
import { sha256 } from "../../core/digest.ts";
import { parseWords } from "../../core/words.ts";

/**
 * What a source file says of options and commands: options that stand in its texts, without dashes, commands that it declares, whether it declares
 * options as libraries have it, whether a program may take a word for something else than a command, and whether names of options or commands are
 * `joined` when it runs or taken from elsewhere.
 */
export type Commands = {
  options: string[];
  commands: string[];
  declares: boolean;
  positional: boolean;
  joined: boolean;
};

type Data = {
  options: string[];
  commands: string[];
  positional: string[];
  joined: string[];
  leaders: string[];
  known: string[];
  builtin: string[];
  placeholder: string;
};

type Ready = Record<"options" | "commands" | "positional" | "joined", RegExp[]> & {
  words: CommandWords;
  digest: string;
};

/** What documents write beside commands: leaders before a program, the longest first; what libraries add by themselves; what comes with languages. */
export type CommandWords = {
  leaders: string[][];
  known: ReadonlySet<string>;
  builtin: ReadonlySet<string>;
  placeholder: RegExp;
};

let loaded: Ready | undefined;

function ready(): Ready {
  if (loaded) return loaded;
  const text = readFileSync(new URL("../../../data/code/commands.json", import.meta.url), "utf8");
  const data = parseWords<Data>(text);
  const made = (all: string[]) => all.map((each) => new RegExp(each, "g"));
  const leaders = data.leaders.map((each) => each.split(" ")).sort((a, b) => b.length - a.length);
  const words = {
    leaders,
    known: new Set(data.known),
    builtin: new Set(data.builtin),
    placeholder: new RegExp(data.placeholder),
  };
  const { options, commands, positional, joined } = data;
  loaded = {
    options: made(options),
    commands: made(commands),
    positional: made(positional),
    joined: made(joined),
    words,
    digest: sha256(text),
  };
  return loaded;
}

export function commandWords(): CommandWords {
  return ready().words;
}

/** What tells these patterns from others: what was read by others is read again. */
export function commandsDigest(): string {
  return ready().digest;
}

/** Options in texts of a line, by their names: what stands after a quotation mark. */
const quoted = /["'`][^\n]*?(?<![\w-])--[a-zA-Z][^\n]*/g;

export function commandsIn(text: string): Commands {
  const { options, commands, positional, joined } = ready();
  const lines = text.includes("--") ? [...text.matchAll(quoted)].map(([line]) => line) : [];
  const found = lines.flatMap((line) =>
    [...line.matchAll(/(?<![\w-])--([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name),
  );
  const isIn = (all: RegExp[]) => all.some((each) => text.search(each) >= 0);
  const declared = commands.flatMap((each) => [...text.matchAll(each)].map(([, name = ""]) => name));
  return {
    options: [...new Set(found)].sort(),
    commands: [...new Set(declared)].sort(),
    declares: isIn(options),
    positional: isIn(positional),
    joined: isIn(joined),
  };
}
