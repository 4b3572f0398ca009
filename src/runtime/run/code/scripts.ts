import { readFileSync } from "node:fs";
import type { ManifestQuestion } from "../../../code/ask/manifest.ts";
import { lazy } from "../../../core/lazy.ts";
import type { ManifestFacts } from "../../../core/project.ts";
import { call, equals } from "../../../proof/build.ts";
import type { Said } from "../conclude.ts";
import { numbered } from "./look.ts";
import { nothing, type Parts, type Read, sight } from "./stated.ts";

type Script = ManifestFacts["scripts"][number];
type Data = {
  fields: Record<string, Record<string, string[]>>;
  roles: Record<string, { scripts: string[]; tools: string[] }>;
};

/** The keys of things by formats, and what scripts of a role run. */
export const fields = lazy(
  () => JSON.parse(readFileSync(new URL("../../../../data/code/fields.json", import.meta.url), "utf8")) as Data,
);

/** What the script of a name runs, which scripts run something or are for a role, or all of them. */
export function scripts(read: Read, { names, wants, role, commands }: ManifestQuestion): Parts {
  const [name = null] = wants.length === 1 ? names : [];
  if (role !== null) return found(read, forRole(read.facts.scripts, role), "");
  if (name === null) return all(read);
  const called = read.facts.scripts.filter((each) => each.name === name);
  const running = read.facts.scripts.filter(({ value }) => isRun(value, name));
  const [first, second] = commands ? [running, called] : [called, []];
  const chosen = first.length > 0 ? first : second;
  if (chosen.length > 0) return found(read, chosen, name);
  const text = commands ? `No script of ${read.path} runs ${name}.` : `${read.path} has no script ${name}.`;
  return { said: read.facts.format === "npm" ? [nothing(read, text)] : [] };
}

function found(read: Read, chosen: Script[], name: string): Parts {
  if (chosen.length === 0) return { said: [] };
  return {
    said: chosen.map(({ name: own, value, line }): Said => {
      const text = `The script ${own} of ${read.path} runs: ${value}`;
      const says = read.facts.says.filter(({ key }) => key === `scripts.${own}`);
      if (says.length === 1) return { text, claim: equals(call("manifest", read.path, `scripts.${own}`), value) };
      return { text, seen: [sight(read, line, `${read.path}:${line} ${name}: ${value}`)] };
    }),
  };
}

/** Scripts that run a tool of a role, the longest names of tools first; where none does, those that are called for it. */
function forRole(given: Script[], role: string): Script[] {
  const { tools, scripts: names } = fields().roles[role] ?? { tools: [], scripts: [] };
  const running = given.filter(({ value }) => tools.some((tool) => isRun(value, tool)));
  const called = given.filter(({ name }) => names.includes(name.split(":")[0]!));
  // "Runs the tests": a script of that name that runs others is meant before each of those.
  const [whole] = called.filter(({ name }) => names.includes(name));
  if (whole && running.length !== 1) return [whole, ...running.filter((each) => each !== whole)];
  return running.length > 0 ? running : called;
}

/** Whether a line of commands holds a command, by its own words. */
function isRun(line: string, command: string): boolean {
  const words = line.split(/[\s"';&|()]+/);
  const own = command.split(" ");
  return words.some((_, at) => own.every((word, index) => words[at + index]?.replace(/^.*\/(?=[\w-]+$)/, "") === word));
}

function all(read: Read): Parts {
  const names = read.facts.scripts.map((each) => each.name);
  const told = names.length === 0 ? "no scripts" : `${numbered(names.length, "script")}: ${names.join(", ")}`;
  return {
    said: [{ text: `${read.path} names ${told}.`, claim: equals(call("scripts", read.path), names.length) }],
    list: read.facts.scripts.map((each) => `${each.name}: ${each.value}`),
  };
}
