import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { serialize } from "node:v8";
import { type Plugin, rolldown } from "rolldown";
import { readCodeQuestion } from "./src/code/ask/question.ts";
import { menu } from "./src/commands/data.ts";
import { readAmount } from "./src/language/amount.ts";
import { fresh } from "./src/system/made.ts";

/** Puts the program together to few files, by which a start takes half the time (docs/decisions/017-parts.md). */
const src = fileURLToPath(new URL("src/", import.meta.url));
const dist = fileURLToPath(new URL("dist/", import.meta.url));

type Node = { type: string; start: number; end: number; [key: string]: unknown };
/** What is put in the place of a piece of a text. */
type Change = { start: number; end: number; by: string };

/** Each node below one, with what it is of the one above. */
function nodesIn(node: Node, found: { node: Node; above: Node; as: string }[] = []): typeof found {
  for (const [as, value] of Object.entries(node)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (typeof (each as Node | null)?.type !== "string") continue;
      found.push({ node: each as Node, above: node, as });
      nodesIn(each as Node, found);
    }
  }
  return found;
}

/** A part knows of no `import`; `$bring` is one. */
function brought(tree: Node): Change[] {
  const imports = nodesIn(tree).filter(({ node }) => node.type === "ImportExpression");
  return imports.map(({ node: { start } }) => ({ start, end: start + "import".length, by: "$bring" }));
}

/**
 * Regular expressions at the top of modules are made when they are first needed: V8 reads each when it is made, for longer than most
 * else that a module does at its start. One whose name is anything else than read, or stands for something else too, stays as it is.
 */
function later(tree: Node): Change[] {
  const made = new Map<string, Change[] | null>();
  for (const { type, kind, declarations } of tree.body as Node[]) {
    const [own, ...more] = (type === "VariableDeclaration" && kind === "const" ? declarations : []) as Node[];
    const [id, init] = [own?.id as Node | undefined, own?.init as Node | undefined];
    const isMade = init?.type === "NewExpression" && (init.callee as Node).name === "RegExp";
    if (id?.type !== "Identifier" || more.length > 0 || !(isMade || init?.regex)) continue;
    made.set(id.name as string, [
      { start: init!.start, end: init!.start, by: "$later(() => " },
      { start: init!.end, end: init!.end, by: ")" },
    ]);
  }
  const own = new Set((tree.body as Node[]).flatMap(({ declarations = [] }) => declarations as Node[]));
  for (const { node, above, as } of nodesIn(tree)) {
    const name = node.name as string;
    if (node.type !== "Identifier" || !made.get(name)) continue;
    const isKey = (as === "property" || as === "key") && !above.computed && !above.shorthand;
    if (isKey || (as === "id" && own.has(above))) continue;
    if (isRead(above, as)) made.get(name)!.push({ start: node.end, end: node.end, by: "()" });
    else made.set(name, null);
  }
  return [...made.values()].flatMap((changes) => changes ?? []);
}

/** Whether a name is only read where it stands: as what something is called or looked up on, or given to. */
function isRead(above: Node, as: string): boolean {
  const reads: Record<string, string[]> = {
    MemberExpression: ["object", "property"],
    CallExpression: ["arguments"],
    NewExpression: ["arguments"],
    TemplateLiteral: ["expressions"],
    ReturnStatement: ["argument"],
    ArrayExpression: ["elements"],
    ConditionalExpression: ["consequent", "alternate"],
    LogicalExpression: ["left", "right"],
  };
  return reads[above.type]?.includes(as) ?? false;
}

function changed(code: string, changes: Change[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, by } of changes.sort((one, other) => one.start - other.start || one.end - other.end)) {
    parts.push(code.slice(from, start), by);
    from = end;
  }
  return parts.join("") + code.slice(from);
}

/** A file of the program says where it stands as it would by itself: data and the programs of threads lie relative to that. */
const placed: Plugin = {
  name: "placed",
  transform(code, id) {
    const own = relative(src, id).replace(/\.ts$/, ".js");
    return code.replaceAll("import.meta.url", `$placeOf(${JSON.stringify(own)})`);
  },
  renderChunk(code) {
    const tree = this.parse(code, { lang: "js", sourceType: "script" }) as unknown as Node;
    return changed(code, [...brought(tree), ...later(tree)]);
  },
};

/**
 * Files that are loaded together, each with what it imports that none before it has; what every start needs stands first. The
 * main file stands by itself: it ends when the program does, and what imports the file that it is in would wait for that.
 */
const together: [name: string, from: RegExp][] = [
  [
    "start",
    /src\/(?:cli\/(?:commands|print|supervised|text)|core\/(?:error|once|lazy)|runtime\/settings\/version)\.ts$/,
  ],
  ["settings", /src\/runtime\/settings\/(?:adopted|config)\.ts$/],
  ["amounts", /src\/cli\/brief\.ts$/],
  ["intent", /src\/runtime\/run\/intent\.ts$/],
  ["route", /src\/cli\/(?:batch|route)\.ts$/],
  ["proof", /src\/(?:proof\/(?:check|decide|grammar|sentence|types)|tools\/observer)\.ts$/],
  ["ask", /src\/(?:cli\/(?:alone|ask)|runtime\/run\/(?:pursue|factbase)|engines\/direct|answers\/run)\.ts$/],
  [
    "texts",
    /src\/(?:runtime\/session\/retriever|runtime\/run\/(?:cache|texts)|engines\/(?:cite|recall)|fields\/question)\.ts$/,
  ],
  ["weigh", /src\/runtime\/session\/(?:encoders|models|say|weigh)\.ts$/],
];

rmSync(`${dist}parts`, { recursive: true, force: true });
const program = await rolldown({
  input: { main: `${src}cli/main.ts` },
  platform: "node",
  external: /^[^./]/,
  plugins: [placed],
  checks: { ineffectiveDynamicImport: false },
});
// What V8 keeps of a part goes by its name, so that a part which has changed has another.
const { output } = await program.write({
  dir: `${dist}parts`,
  format: "cjs",
  entryFileNames: "[name]-[hash].cjs",
  chunkFileNames: "[name]-[hash].cjs",
  codeSplitting: {
    groups: together.map(([name, test], at) => ({ name, test, priority: together.length - at })),
  },
});
await program.close();
writeFileSync(`${dist}parts/main`, output[0].fileName);

// What is made of data alone is made here, and read as it is in memory.
menu();
readCodeQuestion("x");
readAmount("x");
rmSync(`${dist}made`, { recursive: true, force: true });
mkdirSync(`${dist}made`, { recursive: true });
for (const [name, value] of fresh) writeFileSync(`${dist}made/${name}.v8`, serialize(value));

// What these starts compile is kept for those that follow (src/system/parts.ts).
const place = mkdtempSync(join(tmpdir(), "ergo-build-"));
writeFileSync(join(place, "kites.md"), "# Kites\n\nA kite flies at 30 metres.\n");
writeFileSync(join(place, "kite.ts"), "export function fly() {\n  return fly();\n}\n");
const starts = [
  ["ask", "How many files are there?"],
  ["ask", "Which Markdown files contain the text kite?"],
  ["ask", "Wie viele Dateien gibt es?"],
  ["ask", "Who calls fly?"],
  ["ask", "At how many metres does a kite fly?"],
  ["check", 'files("**/*.md") > 0'],
  ["route", "Combien de fichiers y a-t-il ?"],
  ["help"],
];
for (const start of starts) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL("bin/ergo.js", import.meta.url)), ...start], {
    cwd: place,
    env: { ...process.env, ERGO_HOME: join(place, "home"), ERGO_MODEL: "none", ERGO_PULL: "never" },
    stdio: "ignore",
  });
  if (status !== 0) throw new Error(`ergo ${start.join(" ")} ended with ${status}`);
}
rmSync(place, { recursive: true });
