import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** Who may import whom. A folder may always import itself; doors (src/*.ts) may import anything. */
const table: Record<string, string[]> = {
  core: [],
  system: [],
  fields: ["core"],
  flow: ["core"],
  solve: ["core"],
  proof: ["core", "solve"],
  model: ["core", "system"],
  tools: ["core", "fields"],
  language: ["core"],
  code: ["core", "language", "secrets", "tools"],
  knowledge: ["core", "fields", "system"],
  routing: ["core"],
  secrets: ["core"],
  experience: ["core", "system"],
  trace: ["core", "secrets", "system"],
  commands: ["core"],
  policy: ["core"],
  sandbox: ["core", "system"],
  external: ["core"],
  recipes: ["core", "proof"],
  dialogue: ["core"],
  tutor: ["core", "proof"],
  engines: ["core", "flow", "proof", "tutor"],
  runtime: [
    "core",
    "system",
    "flow",
    "solve",
    "proof",
    "model",
    "tools",
    "knowledge",
    "routing",
    "trace",
    "recipes",
    "tutor",
    "engines",
    "commands",
    "policy",
    "sandbox",
    "secrets",
    "dialogue",
    "fields",
    "code",
    "experience",
    "external",
    "language",
  ],
  server: ["core"],
  host: ["core", "runtime"],
  mcp: ["core", "host", "runtime"],
  serve: ["core", "system", "host", "mcp", "runtime"],
  cli: ["core", "system", "host", "mcp", "runtime", "serve"],
};

/** The same for the parts of the folders that have some. */
const parts: Record<string, Record<string, string[]>> = {
  // Texts, the index, what texts name, files to passages, sentences, passages found.
  knowledge: {
    text: [],
    store: ["text"],
    graph: ["text", "store"],
    ingest: ["text", "store", "graph"],
    reading: ["text", "store"],
    search: ["text", "store", "ingest", "reading"],
  },
  // What questions ask of code, what a source file is and where its imports lead, what is measured over all, how that is written for other programs.
  code: { ask: [], facts: [], kernels: ["facts"], report: ["kernels"] },
  // What is said to a model, those behind HTTP, weights and runtimes on disk, those in a process of ours, what one can do.
  model: {
    prompt: [],
    provider: ["prompt"],
    install: ["provider"],
    embedded: ["install", "prompt", "provider"],
    encoder: ["install"],
    ability: ["install", "prompt", "provider", "embedded"],
  },
  // What the user wants, what one command opens, what was recorded, one question, several, suites of them, and what is known of a folder.
  runtime: {
    settings: [],
    session: ["settings"],
    record: ["settings", "session"],
    run: ["settings", "session", "record"],
    chat: ["settings", "session", "record", "run"],
    eval: ["settings", "session", "record", "run"],
    index: ["settings", "session", "record", "run"],
  },
};

/** Libraries that cost start-up time or carry native code: each is named in one file alone. */
const heavy = [
  "node:sqlite",
  "@vscode/tree-sitter-wasm",
  "re2js",
  "zod",
  "yaml",
  "snowball-stemmers",
  "htmlparser2",
  "yauzl",
  "unpdf",
  "@hono/node-server",
  "@modelcontextprotocol/server/stdio",
  "@modelcontextprotocol/client",
];

const root = new URL("../", import.meta.url).pathname;
const sources = globSync("src/**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

function imports(text: string): string[] {
  return [...text.matchAll(/(?:from|import|require|createRequire\([^)]*\))\s*\(?\s*"([^"]+)"/g)].map(
    (match) => match[1]!,
  );
}

test("every folder imports only what the table allows", () => {
  const broken = sources.flatMap(({ file, text }) => {
    const [, folder, inside] = file.split("/");
    if (inside === undefined) return [];
    const allowed = [folder!, ...(table[folder!] ?? [])];
    return imports(text)
      .filter((name) => name.startsWith("."))
      .map((name) => normalize(join(dirname(file), name)))
      .filter((target) => !allowed.includes(target.split("/")[1]!))
      .map((target) => `${file} imports ${target}`);
  });
  expect(sources.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test.each(Object.entries(parts))("every part of %s imports only what its table allows", (folder, allowed) => {
  const inner = sources.filter(({ file }) => file.startsWith(`src/${folder}/`));
  const broken = inner.flatMap(({ file, text }) => {
    const part = file.split("/")[2]!;
    return imports(text)
      .filter((name) => name.startsWith("."))
      .map((name) => normalize(join(dirname(file), name)).split("/"))
      .filter(([, other, inside]) => other === folder && ![part, ...(allowed[part] ?? [])].includes(inside!))
      .map((target) => `${file} imports ${target.join("/")}`);
  });
  expect(new Set(inner.map(({ file }) => file.split("/")[2]))).toEqual(new Set(Object.keys(allowed)));
  expect(broken).toEqual([]);
});

test("the folders of src are those of the table", () => {
  const folders = new Set(sources.map(({ file }) => file.split("/")).flatMap((p) => (p.length > 2 ? [p[1]!] : [])));
  expect([...folders].sort()).toEqual(Object.keys(table).sort());
});

test("one file writes to the terminal, beside the line that is typed there, and two make its control sequences", () => {
  const own = sources.filter(({ file }) => !file.includes("/fixtures/"));
  const files = (sign: RegExp) => own.flatMap(({ file, text }) => (sign.test(text) ? [file] : [])).sort();
  const writing = files(/\b(?:stdout|stderr|stream)\.write\(|\bconsole\./);
  expect(writing).toEqual(["src/cli/chat/terminal.ts", "src/cli/print.ts"]);
  expect(files(/\\(?:u001b|x1b)[[\]]/)).toEqual(["src/cli/print.ts", "src/cli/rows.ts"]);
});

test.each(heavy)("%s is named in one file", (library) => {
  const users = sources.filter(({ text }) => imports(text).some((name) => name === library)).map(({ file }) => file);
  expect(users.length).toBeLessThanOrEqual(1);
});

test("nothing of src is named utils, helpers, common, manager or service", () => {
  expect(sources.filter(({ file }) => /utils|helpers|common|manager|service/.test(file))).toEqual([]);
});
