import { afterEach, expect, test } from "vitest";
import { sha256 } from "../../core/digest.ts";
import { ingest } from "../ingest/ingest.ts";
import type { Sources } from "../store/source.ts";
import { openStore, type Store } from "../store/store.ts";
import { type Graph, openGraph, prepareGraph } from "./map.ts";
import { countGraph, overview } from "./overview.ts";

const opened: Store[] = [];
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

const symbols = {
  load: () => import("../../tools/symbols.ts"),
  address: new URL("../../tools/symbols.ts", import.meta.url).href,
};

/** The graph of such files. */
async function graphOf(files: Record<string, string>): Promise<{ graph: Graph; store: Store }> {
  const sources: Sources = {
    symbols,
    list: async () => Object.keys(files).map((path) => ({ path, bytes: files[path]!.length, modified: 1 })),
    read: async (path) => ({ text: files[path]!, hash: sha256(files[path]!), size: files[path]!.length }),
  };
  const store = await openStore(":memory:");
  opened.push(store);
  await ingest(store, sources);
  await prepareGraph(store);
  return { graph: openGraph(store), store };
}

function nodeOf(graph: Graph, name: string) {
  const found = graph.find(name);
  if (!("node" in found)) throw new Error(`no ${name}, but ${found.near.join(", ")}`);
  return found.node;
}

/** What relates an entity to others, as "kind name". */
function around(graph: Graph, name: string): string[] {
  return graph
    .neighbours(nodeOf(graph, name), 100)
    .neighbours.flatMap(({ name, relations }) => relations.map(({ kind }) => `${kind} ${name}`))
    .sort();
}

const zoo = {
  "zoo.md":
    "# The Zoo\n\nThe Zoo was opened by Anna Reis in 1995. See [the lake](lake.md).\n\n## Animals\n\nIt has a Pelican.\n",
  "lake.md": "# The Lake\n\nOtto Beck met Anna Reis there. They say that Beck swims.\n",
  "notes.txt": "We know that Otto Beck has a Pelican.\n",
};

test("an entity is shown with its names, its neighbours and the sentences that relate them", async () => {
  const { graph } = await graphOf(zoo);
  const anna = nodeOf(graph, "anna REIS");
  expect(graph.entity(anna)).toEqual({ name: "Anna Reis", kinds: ["thing"], aliases: [], mentions: 2, documents: 2 });
  expect(around(graph, "Anna Reis")).toEqual([
    "dated 1995",
    "mentioned with Otto Beck",
    "mentioned with Zoo",
    "named under The Lake",
    "named under Zoo",
  ]);
  const [otto] = graph.neighbours(anna, 9, nodeOf(graph, "Otto Beck")).neighbours;
  expect(otto!.relations[0]!.evidence).toEqual([
    { path: "lake.md", line: 3, heading: "The Lake", text: "Otto Beck met Anna Reis there." },
  ]);
});

test("a document is one under its title and its path; links, headings and what is named join it with others", async () => {
  const { graph } = await graphOf(zoo);
  expect(nodeOf(graph, "zoo.md")).toBe(nodeOf(graph, "The Zoo"));
  expect(graph.entity(nodeOf(graph, "zoo.md"))).toMatchObject({ name: "Zoo", aliases: ["zoo.md"] });
  expect(around(graph, "The Zoo")).toEqual(
    expect.arrayContaining(["has part Animals", "links to The Lake", "names 1995", "names Anna Reis"]),
  );
  expect(around(graph, "lake.md")).toContain("is linked from Zoo");
});

test("two entities are joined by the shortest ways, each step with what states it", async () => {
  const { graph } = await graphOf(zoo);
  const [first, ...more] = graph.paths(nodeOf(graph, "1995"), nodeOf(graph, "Otto Beck"), 3);
  expect(first!.hops.map(({ from, kind, to }) => [from, kind, to])).toEqual([
    ["1995", "dated", "Anna Reis"],
    ["Anna Reis", "mentioned with", "Otto Beck"],
  ]);
  expect(first!.hops.map(({ evidence }) => [evidence?.path, evidence?.line])).toEqual([
    ["zoo.md", 3],
    ["lake.md", 3],
  ]);
  const inner = [first!, ...more].flatMap(({ hops }) => hops.slice(0, -1).map(({ to }) => to));
  expect(new Set(inner).size).toBe(inner.length);
  const [direct] = graph.paths(nodeOf(graph, "Anna Reis"), nodeOf(graph, "Otto Beck"), 1);
  expect(direct!.hops).toHaveLength(1);
});

test("from one entity alone the ways lead two steps on", async () => {
  const { graph } = await graphOf(zoo);
  const ways = graph.paths(nodeOf(graph, "1995"), null, 5);
  expect(ways.map(({ hops }) => hops.length)).toEqual(ways.map(() => 2));
  expect(ways.map(({ hops }) => hops.at(-1)!.to)).toContain("Otto Beck");
});

test("other names lead to the same node; one that stands for several things stays its own", async () => {
  const { graph } = await graphOf({
    "a.md": "It makes an abstract syntax tree (AST). We like the AST. It needs RAM (random access memory).",
    "b.md": "They build abstract syntax trees (ASTs) there, and a Red Apple Market (RAM).",
    "pep-0008.md": "# Style\n\nIt is about style.\n",
    "c.md": "We know of PEP 8.\n",
  });
  expect(graph.entity(nodeOf(graph, "AST")).aliases).toEqual(["abstract syntax tree", "abstract syntax trees"]);
  expect(nodeOf(graph, "AST")).toBe(nodeOf(graph, "abstract syntax trees"));
  expect(nodeOf(graph, "RAM")).not.toBe(nodeOf(graph, "Red Apple Market"));
  expect(around(graph, "RAM")).toEqual(
    expect.arrayContaining(["also called random access memory", "also called Red Apple Market"]),
  );
  expect(nodeOf(graph, "PEP 8")).toBe(nodeOf(graph, "pep-0008.md"));
});

test("code is joined by what it declares, imports and uses", async () => {
  const { graph } = await graphOf({
    "src/read.ts": "export function read(): number {\n  return 1;\n}\n",
    "src/main.ts":
      'import { read } from "./read.js";\nimport { join } from "node:path";\n\nexport function run() {\n  return read() + join();\n}\n',
    "src/other.ts": "function join() {}\n",
    "lib/tool.py": "def tool():\n    pass\n",
    "use.py": "from lib.tool import tool\n",
    "guide.md": "Call `read()` of `src/read.ts`.\n",
  });
  expect(around(graph, "src/main.ts")).toEqual(
    expect.arrayContaining(["defines run", "imports node:path", "imports src/read.ts"]),
  );
  expect(around(graph, "read")).toEqual(
    expect.arrayContaining(["is defined in src/read.ts", "is used by run", "named under guide.md"]),
  );
  // The join that main.ts calls is that of node:path.
  expect(around(graph, "join").filter((each) => each.startsWith("is used by"))).toEqual([]);
  expect(around(graph, "use.py")).toContain("imports lib/tool.py");
  expect(around(graph, "src/read.ts")).toContain("mentioned with read");
});

test("headings that documents share by form join nothing", async () => {
  const page = (name: string) => `# ${name}\n\nIt is good.\n\n## Summary\n\nHere is ${name} Town.\n`;
  const names = ["Aveiro", "Braga", "Coimbra", "Evora", "Faro"];
  const { graph } = await graphOf(Object.fromEntries(names.map((name) => [`${name}.md`, page(name)])));
  expect(around(graph, "Braga").join()).not.toContain("Summary");
  expect(around(graph, "Braga Town").join()).not.toContain("Summary");
});

test("a name that is not there gets those that are near", async () => {
  const { graph } = await graphOf(zoo);
  expect(graph.find("Ana Reis")).toEqual({ near: ["Anna Reis"] });
  expect(graph.find("beck")).toEqual({ near: ["Otto Beck"] });
  expect(graph.find("xylophone")).toEqual({ near: [] });
});

test("the whole is counted: entities and relations by kind", async () => {
  const { graph, store } = await graphOf(zoo);
  const counts = countGraph(store);
  expect(counts).toMatchObject({ documents: 3, edges: { "links to": 1, "part of": 1, "also called": 2 } });
  expect(counts.entities.date).toBe(1);
  expect(counts.edges["mentioned with"]).toBeGreaterThan(2);
  expect(counts.edges.dated).toBe(2);
  expect(overview(store, graph).most.map(({ name }) => name)).toContain("Anna Reis");
  const code = {
    "a.ts": "export function mill() { for (const use of [1]) new Wheel(use); }\n",
    "b.md": "# Mill\n\nWith `for` and `use` and `new` the `mill` turns; `for` and `use` again, and `mill`.\n",
  };
  const names = overview((await graphOf(code)).store, (await graphOf(code)).graph).most.map(({ name }) => name);
  expect(names).toContain("mill");
  expect(names.filter((name) => ["for", "use", "new"].includes(name))).toEqual([]);
  const none = await graphOf({});
  expect(overview(none.store, none.graph)).toMatchObject({ entities: {}, mentions: 0, edges: {}, most: [] });
});
