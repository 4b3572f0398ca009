import { beforeAll, expect, test } from "vitest";
import type { DeadRow } from "../src/code/kernels/dead.ts";
import type { MetricRow } from "../src/code/kernels/metrics.ts";
import type { StructureRow } from "../src/code/kernels/structure.ts";
import { measureCode } from "../src/runtime/index/code.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { expectGenerated } from "./generated.ts";
import { parts, table } from "./table.ts";

/** What Ergo says of its own code. */
let house: { structure: StructureRow[]; dead: DeadRow[]; metrics: MetricRow[] };

beforeAll(async () => {
  const session = await openSession({ dir: new URL("../", import.meta.url).pathname });
  const { kernels } = await measureCode(session, { kernels: ["structure", "dead", "metrics"] });
  await session.close();
  const rows = (name: string) => kernels[name]!.rows.filter(({ path }) => path.startsWith("src/"));
  house = {
    structure: rows("structure") as StructureRow[],
    dead: rows("dead") as DeadRow[],
    metrics: rows("metrics") as MetricRow[],
  };
});

const isSource = ({ path }: { path: string }) => !/\.test\.ts$|\/fixtures\//.test(path);

/** The source files, each with what it imports. */
const files = () => house.structure.filter((row) => row.what === "file" && isSource(row));

test("no files import each other in a circle when the program runs", () => {
  expect(files().length).toBeGreaterThan(500);
  expect(house.structure.filter(({ what }) => what === "cycle").map(({ files }) => files)).toEqual([]);
});

/** What nothing seems to take, and why it is there. */
const kept: Record<string, string> = {
  "src/tools/symbols.ts symbolsOf": "the index takes it of the module that it is handed",
  "src/knowledge/ingest/fixtures/ingesting.ts": "a test starts it as a process that it kills",
};

test("every file is imported or started, and every export taken", () => {
  const found = house.dead.flatMap(({ what, path, name, because }) => {
    const told = what === "file" ? path : `${path} ${name}`;
    return /its own uses it/.test(because) || told in kept ? [] : [`${told}: ${because}`];
  });
  expect(found).toEqual([]);
});

test("every folder imports only what the table allows", () => {
  const broken = files().flatMap(({ path, imports }) => {
    const [, folder, inside] = path.split("/");
    if (inside === undefined) return [];
    const allowed = [folder!, ...(table[folder!] ?? [])];
    return imports.filter((to) => !allowed.includes(to.split("/")[1]!)).map((to) => `${path} imports ${to}`);
  });
  expect(broken).toEqual([]);
});

test.each(Object.entries(parts))("every part of %s imports only what its table allows", (folder, allowed) => {
  const inner = files().filter(({ path }) => path.startsWith(`src/${folder}/`));
  const broken = inner.flatMap(({ path, imports }) => {
    const part = path.split("/")[2]!;
    const within = imports.map((to) => to.split("/")).filter(([, other]) => other === folder);
    return within
      .filter(([, , inside]) => ![part, ...(allowed[part] ?? [])].includes(inside!))
      .map((to) => `${path} imports ${to.join("/")}`);
  });
  expect(inner.length).toBeGreaterThan(0);
  expect(broken).toEqual([]);
});

test("docs/architecture.md tells how large the house is", () => {
  const measured = house.metrics.filter(isSource);
  const whole = measured.filter(({ of }) => of === "file");
  const functions = measured.filter(({ of, name }) => of !== "file" && name !== "");
  const most = <Row>(rows: Row[], by: (row: Row) => number) => rows.toSorted((a, b) => by(b) - by(a))[0]!;
  const sum = whole.reduce((lines, { length }) => lines + length, 0);
  const largest = most(whole, ({ length }) => length);
  const hub = most(files(), ({ afferent }) => afferent);
  const around = house.structure.filter((row) => row.what === "type cycle" && isSource(row));
  const simple = functions.filter(({ cyclomatic }) => cyclomatic <= 10).length / functions.length;
  const lines = [
    `\`ergo code\` says of \`src\`, tests aside: ${whole.length} files with ${sum.toLocaleString("en")} lines of code, ${largest.length} in the largest; ${functions.length.toLocaleString("en")} functions with a name,`,
    `${Math.round(100 * simple)} % of them with a cyclomatic complexity of at most 10. No cycle of imports when the program runs, ${around.length} of types alone. \`${hub.path}\` is imported by`,
    `most files (${hub.afferent}).`,
  ];
  expectGenerated("docs/architecture.md", `${lines.join("\n")}\n`, { roughly: true });
});
