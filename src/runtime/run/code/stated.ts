import { folderOf } from "../../../code/facts/layout.ts";
import { escapePattern } from "../../../core/escape.ts";
import type { Observation } from "../../../core/observation.ts";
import type { ManifestFacts } from "../../../core/project.ts";
import { call, equals } from "../../../proof/build.ts";
import type { Said } from "../conclude.ts";
import type { Look } from "./look.ts";

/** A manifest that was read, and the version that it takes from code, where it does. */
export type Read = { path: string; facts: ManifestFacts; observation: Observation; built?: Said | null };

/** Sentences, with lines beneath them. */
export type Parts = { said: Said[]; list?: string[] };

const named =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.(?:cfg|py)|requirements\.txt|Cargo\.toml|go\.mod|pom\.xml|module-info\.java)$/;

/** The manifest that a question is about: the one it names, else the one that lies highest. */
export async function manifestFor(look: Look): Promise<Read | null> {
  return (await manifestsFor(look))[0] ?? null;
}

/**
 * The same, and where the question names none those beside it that state what it does not: a package of Python may have up to three. None where it
 * names one that is not here, or several.
 */
export async function manifestsFor({ board, asking, universe, files, question }: Look): Promise<Read[]> {
  if (isOfOther(question, universe.files)) return [];
  const all = universe.files
    .filter((path) => named.test(path))
    .toSorted((a, b) => Number(isModule(a)) - Number(isModule(b)) || depth(a) - depth(b) || order(a) - order(b));
  const said = [...files.filter((path) => named.test(path)), ...all.filter((path) => called(path).test(question))];
  const found: Read[] = [];
  for (const path of [...said, ...all].slice(0, 8)) {
    const [first] = found;
    if (first && (said.length > 0 || first.facts.format !== "python" || folderOf(path) !== folderOf(first.path)))
      continue;
    if (board.manifest(path) === undefined) board.add(await asking.observe([{ see: "manifest", path }], asking.signal));
    const observation = board.manifest(path);
    if (observation?.seen.ok) found.push({ path, facts: observation.seen, observation });
  }
  // A pyproject.toml may have nothing but settings of tools.
  const isUnnamed = ({ facts }: Read) => !facts.says.some(({ key }) => key === "name");
  return said.length > 0 ? found : found.toSorted((a, b) => Number(isUnnamed(a)) - Number(isUnnamed(b)));
}

/** What the root of several packages adds to the name of them all. */
const roots = /-(?:parent|root|monorepo|workspace)$/;

/** Whether the name that a manifest gives its package, "@scope/kit" or "org.kit:kit-parent", is the one that is told. Pure. */
export function isCalled(own: string, told: string): boolean {
  const folded = (name: string) => name.toLowerCase().replaceAll("_", "-");
  const last = folded(own).replace(/^.*[/:]/, "");
  return [folded(own), last, last.replace(roots, "")].includes(folded(told));
}

/** Whether a question names a manifest that is not here, or asks of several. */
function isOfOther(question: string, all: readonly string[]): boolean {
  const written = question.match(/(?:[\w.-]+\/)+[\w.-]+\.(?:json|toml|xml|mod|cfg|java)(?!\w)/g) ?? [];
  if (
    written.some(
      (path) => named.test(path) && !all.some((file) => `/${file}`.endsWith(`/${path.replace(/^\.\//, "")}`)),
    )
  )
    return true;
  const names = new Set(all.filter((path) => named.test(path)).map((path) => path.slice(path.lastIndexOf("/") + 1)));
  return several.test(question) || [...names].filter((name) => called(name).test(question)).length > 1;
}

const several =
  /(?<!\p{L})(?:all|every|each|alle[nr]?|jede[mnrs]?|tous|toutes|chaque|todos|todas|cada)\s+(?:\p{L}+\s+)?manifest/iu;

/** How a manifest is called in short: "the pom". */
function called(path: string): RegExp {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.(?:xml|toml|java)$/, "");
  return new RegExp(`(?<![\\w-])${escapePattern(name)}(?![\\w-])`, "i");
}

/** What tells of a module tells no version and no licence. */
function isModule(path: string): boolean {
  return path.endsWith("module-info.java");
}

function depth(path: string): number {
  return path.split("/").length;
}

function order(path: string): number {
  return [
    "package.json",
    "pyproject.toml",
    "setup.cfg",
    "setup.py",
    "Cargo.toml",
    "go.mod",
    "pom.xml",
    "module-info.java",
  ].findIndex((name) => path.endsWith(name));
}

/** A line of a manifest, as evidence. */
export function sight({ observation }: Read, line: number, text: string) {
  return { seen: observation, show: { line, text } };
}

/** A value under a key with its claim; supported where several stand there. */
export function value(read: Read, key: string, text: (value: string) => string): Said[] {
  const found = read.facts.says.filter((each) => each.key === key);
  const values = [...new Set(found.map((each) => each.value))];
  if (values.length === 0) return [];
  const said = text(values.join(", "));
  if (values.length === 1) return [{ text: said, claim: equals(call("manifest", read.path, key), values[0]!) }];
  return [
    {
      text: said,
      seen: found.map(({ line, value: each }) => sight(read, line, `${read.path}:${line} ${key}: ${each}`)),
    },
  ];
}

/** That a manifest says nothing of something, which was seen by reading all of it. */
export function nothing(read: Read, text: string): Said {
  return { text, seen: [{ seen: read.observation }], none: true };
}
