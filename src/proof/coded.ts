import { isSource } from "../core/declaration.ts";
import type { Observation } from "../core/observation.ts";
import { constantOf } from "../solve/constant.ts";
import type { Tabled } from "../solve/table.ts";
import type { Ground } from "./ground.ts";
import { unseen } from "./lack.ts";
import type { Scene } from "./scene.ts";
import { citation } from "./tables.ts";
import type { Lack } from "./value.ts";

/** Which files import which, as facts: each with the line that it stands in; `open`: why there may be more. */
export type Coded = { facts: Tabled["facts"]; lines: Line[]; looks: Ground[]; open: string | null; lacks: Lack[] };
type Line = { path: string; line: number; last: number; text: string; seen: Observation };

/** The relation between a source file and a file of the folder to which one of its imports leads. */
export const importing = "import";

/** Source files at most: each is looked at. */
const most = 10_000;
/** Languages that may import files of ours and are not parsed; and those whose files see each other without an import. */
const foreign = /\.(?:vue|svelte|astro|mdx|coffee)$/;
const packaged = /\.(?:java|go)$/;

/** Which files of the folder the imports of its source files lead to. */
export function importsIn(files: readonly string[], { board }: Pick<Scene, "board">): Coded {
  const made: Coded = { facts: [], lines: [], looks: [], open: null, lacks: [] };
  const sources = files.filter(isSource);
  if (sources.length > most)
    return { ...made, open: `the folder has more than ${most} source files, whose imports are not taken for facts` };
  const twins = new Set(sources.map((path) => constantOf(path)));
  if (twins.size < sources.length) return { ...made, open: "two source files are called the same but for capitals" };
  const unread = files.find((path) => foreign.test(path));
  if (unread !== undefined) made.open = `${unread} is in a language that Ergo can't parse`;
  const near = sources.find((path) => packaged.test(path));
  if (near !== undefined) made.open ??= `${near} needs no import to use its package`;
  for (const path of sources) {
    const seen = board.links(path);
    if (seen) note(path, seen, made);
    else made.lacks.push(...unseen({ see: "links", path }).lacks);
  }
  return made;
}

function note(path: string, seen: Observation<"links">, made: Coded): void {
  made.looks.push({ seen });
  if (!seen.seen.ok) {
    made.open ??= `${path} can't be read`;
    return;
  }
  const { links, open } = seen.seen;
  if (open[0]) made.open ??= `${path} ${open[0].because} (line ${open[0].line})`;
  for (const { module, line, certain, possible } of links) {
    if (possible.length > 0) made.open ??= `${path}:${line} imports ${module}, which may be ${possible[0]}`;
    for (const to of certain.filter((each) => each !== path)) {
      const one = { path, line, last: line, text: `imports ${module}, which is ${to}`, seen };
      made.facts.push({
        fact: { predicate: importing, args: [constantOf(path), constantOf(to)] },
        cited: citation(one),
      });
      made.lines.push(one);
    }
  }
}
