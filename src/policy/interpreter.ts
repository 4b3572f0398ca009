import { judgeCode } from "./code.ts";
import type { Parsed } from "./options.ts";
import { type Finding, finding, type Scene } from "./scene.ts";
import { judgeSql } from "./sql.ts";
import { lookup } from "./table.ts";
import { isForceful, isVerb } from "./unlisted.ts";
import { filled, HOLE, isKnown, literal, part, show, type Word } from "./word.ts";

const shells = new Set(["sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "mksh", "rbash"]);
const databases = new Set(["sqlite3", "sqlite", "psql", "mysql", "mariadb", "duckdb", "mongosh", "mongo"]);
const holding = new Set(["shell", "code", "script", "sql", "mongo"]);

/** An interpreter without a script runs what it reads. */
export function fed({ given, operands }: Parsed, scene: Scene, name: string): Finding[] {
  const reads =
    given.some(({ name }) => name === "-s") || operands[0]?.text === "-" || operands[0]?.text === "/dev/stdin";
  const isDatabase = databases.has(name);
  const statements = isDatabase ? operands.slice(1) : operands;
  const given_ = given.some(
    ({ option, name }) =>
      holding.has(option.takes ?? "") || (option.instead === "read" && !isDatabase) || name === "-m",
  );
  if (!reads && (statements.length > 0 || given_)) return [];
  const { stdin } = scene;
  if (stdin === null) return [];
  if (stdin.file === true) return [finding("exec", name, "runs the commands of a file")];
  if (stdin.text === null) return [finding("unknown", name, "runs what it reads, which is not known")];
  const outer = { ...scene, stdin: null };
  if (shells.has(name)) return fedShell(name, stdin.text, outer);
  const judge = isDatabase ? judgeSql : judgeCode;
  return judge(part(literal("what is read"), stdin.text), outer, name);
}

function fedShell(name: string, text: string, scene: Scene): Finding[] {
  if (!text.includes(HOLE)) return scene.line(text, scene);
  const lost = scene.line(filled(text, "x"), scene).filter(({ effect }) => effect === "destructive");
  return [finding("unknown", name, "runs what it reads, which is not known as a whole"), ...lost];
}

/** `python -m MODULE`: some modules are commands of their own. Words of destruction for a script make it unknown. */
export function python(parsed: Parsed, scene: Scene, name: string): Finding[] {
  const module = parsed.given.find(({ name }) => name === "-m")?.value;
  if (module != null && isKnown(module) && lookup(module.text) !== null)
    return scene.command([module, ...parsed.operands], scene);
  if (module?.text === "http.server") return [finding("network", show(module), "serves the folder")];
  return [...fed(parsed, scene, name), ...argued(parsed)];
}

/** A script is given words of destruction. */
export function node(parsed: Parsed, scene: Scene, name: string): Finding[] {
  return [...fed(parsed, scene, name), ...argued(parsed)];
}

function argued({ given, operands }: Parsed): Finding[] {
  if (given.some(({ option }) => option.takes === "code")) return [];
  const words = operands.slice(1);
  const worst =
    words.slice(0, 2).find(({ text }: Word) => !text.startsWith("-") && isVerb(text)) ?? words.find(isForceful);
  return worst === undefined
    ? []
    : [finding("unknown", show(worst), "sounds destructive, and the script is not judged")];
}

/** `su` and `script` without a command start a shell. */
export function asks({ given, rest }: Parsed, scene: Scene, name: string): Finding[] {
  if (rest.length > 0 || given.some(({ option }) => option.takes === "shell")) return [];
  const runs = finding("exec", name, "starts a shell");
  return scene.stdin === null ? [runs] : [runs, finding("unknown", name, "runs what it reads")];
}

/** An editor is told what to do by what it reads. */
export function editor(_: Parsed, { stdin }: Scene, name: string): Finding[] {
  const known = stdin === null || (stdin.text !== null && !/!|\bsystem\b/.test(stdin.text));
  return known ? [] : [finding("unknown", name, "is told what to do by what it reads")];
}
