import { type Database, sql } from "../store/database.ts";
import { modulesOf, spellingsOf } from "../text/spelling.ts";
import { type Thing, type ThingKind, thingOf } from "../text/thing.ts";

/** A node of the graph: one thing under all its names. `key` is the same for all of them. */
export type Node = { key: string; things: Thing[] };

/** How entities are joined to nodes. */
export type Nodes = {
  /** The node that an entity is of; null for one that is only named unsurely. */
  of(id: number): Node | null;
  /** The node with such a key, under which `keysOf` finds it; null where there is none. */
  called(key: string): Node | null;
  /** Whether it names nothing of its own: a heading that documents share by their form, a word that opens sentences. */
  isForm(node: Node): boolean;
  /** Whether an entity heads documents by their form alone, whatever else has its name. */
  isHeader(id: number): boolean;
};

/** A heading of so many documents that is hardly named elsewhere is a form. */
const shared = 4;

/** Reads how names belong together: aliases that texts state, spellings of paths, and equal names in code and prose. */
export function readNodes(db: Database): Nodes {
  const paths = pathsOf(db);
  const things = new Map<number, Thing | null>();
  const thingById = (id: number) => {
    const known = things.get(id);
    if (known !== undefined) return known;
    const row = sql(db, "SELECT id, key, kind FROM entities WHERE id = ?").get(id) as Thing | undefined;
    things.set(id, row ?? null);
    return row ?? null;
  };
  const spellings = new Map<string, boolean>();
  /** Whether code writes a name in several ways: then each is one of its own. */
  const isSplit = (name: string) => {
    const fold = name.toLowerCase();
    const known = spellings.get(fold);
    if (known !== undefined) return known;
    const { n } = sql(db, "SELECT count(*) AS n FROM entities WHERE key = ? COLLATE NOCASE AND kind = 'symbol'").get(
      name,
    ) as { n: number };
    spellings.set(fold, n > 1);
    return n > 1;
  };
  const ownKey = (thing: Thing) =>
    thing.kind === "symbol" && isSplit(thing.key) ? `symbol:${thing.key}` : keyOf(thing, paths);
  const wholes = lazy(() => wholesOf(db, thingById, ownKey, paths));
  const forms = lazy(() => formsOf(db));
  const formal = new Map<string, boolean>();
  const nodes = new Map<string, Node | null>();
  const called = (key: string): Node | null => {
    const known = nodes.get(key);
    if (known !== undefined) return known;
    const others = wholes().others.get(key) ?? [];
    const found = [key, ...others].flatMap((each) =>
      thingsOf(db, each, paths).filter((thing) => ownKey(thing) === each),
    );
    const node = found.length === 0 ? null : { key, things: found };
    nodes.set(key, node);
    return node;
  };
  return {
    of(id) {
      const thing = thingById(id);
      if (!thing) return null;
      const key = ownKey(thing);
      return called(wholes().whole.get(key) ?? key);
    },
    called: (key) => called(wholes().whole.get(key) ?? key),
    isForm(node) {
      const known = formal.get(node.key);
      if (known !== undefined) return known;
      const headed = Math.max(0, ...node.things.map(({ id }) => forms().get(id) ?? 0));
      const is = node.things.every(
        (thing) => forms().has(thing.id) || opensOnly(db, thing) || isRare(db, thing, Math.max(3, headed)),
      );
      formal.set(node.key, is);
      return is;
    },
    isHeader: (id) => forms().has(id),
  };
}

/** What takes long over many documents, made when it is first asked for. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The keys by which a node may be known that a person calls so: of prose and code, of a file, a module or a date. */
export function keysOf(name: string): string[] {
  return [
    ...new Set([
      ...(["symbol"] as const).map((kind) => `${kind}:${name}`),
      name.toLowerCase(),
      ...(["file", "module", "date"] as const).map((kind) => `${kind}:${name}`),
    ]),
  ];
}

type Paths = { files: Set<string>; spelled: Map<string, string>; modules: Map<string, string> };

function pathsOf(db: Database): Paths {
  const files = (sql(db, "SELECT path FROM files ORDER BY path").all() as { path: string }[]).map(({ path }) => path);
  const [spelled, modules] = [new Map<string, string>(), new Map<string, string>()];
  for (const path of files) {
    for (const spelling of spellingsOf(path)) if (!spelled.has(spelling)) spelled.set(spelling, path);
    for (const module of modulesOf(path)) if (!modules.has(module)) modules.set(module, path);
  }
  return { files: new Set(files), spelled, modules };
}

/** Things of prose and symbols of code are the same under the same name; what leads to a file is that file. */
function keyOf({ key, kind }: Thing, { files, spelled, modules }: Paths): string {
  if (kind === "thing" || kind === "symbol") return key.toLowerCase();
  if (kind === "file") return `file:${files.has(key) ? key : (spelled.get(key) ?? key)}`;
  const file = kind === "module" ? modules.get(key) : undefined;
  return file === undefined ? `${kind}:${key}` : `file:${file}`;
}

/** The entities of a key: the reverse of `keyOf`. */
function thingsOf(db: Database, key: string, { spelled }: Paths): Thing[] {
  const kind = /^(symbol|file|module|date):/.exec(key)?.[1] as ThingKind | undefined;
  if (kind === undefined) {
    return sql(
      db,
      "SELECT id, key, kind FROM entities WHERE key = ? COLLATE NOCASE AND kind IN ('thing', 'symbol')",
    ).all(key) as Thing[];
  }
  const name = key.slice(kind.length + 1);
  const named = [thingOf(kind, name)];
  if (kind === "file") {
    named.push(...spellingsOf(name).flatMap((each) => (spelled.get(each) === name ? [thingOf("file", each)] : [])));
    named.push(...modulesOf(name).map((each) => thingOf("module", each)));
  }
  return named.filter(({ id }) => sql(db, "SELECT 1 FROM entities WHERE id = ?").get(id) !== undefined);
}

/**
 * Other names and what they stand for, by key; "pep-0008.rst" is what texts call PEP 8. A name that stands for several things stays one of its own, and so do the
 * files of a title that several have.
 */
function wholesOf(
  db: Database,
  thingById: (id: number) => Thing | null,
  ownKey: (thing: Thing) => string,
  paths: Paths,
) {
  const rows = sql(db, "SELECT DISTINCT source, target FROM edges WHERE kind = 'also called'").all() as {
    source: number;
    target: number;
  }[];
  const meant = new Map<string, Set<string>>();
  const files = new Map<string, Set<string>>();
  for (const { source, target } of rows) {
    const [whole, other] = [thingById(source), thingById(target)];
    if (!whole || !other) continue;
    const [from, to] = [ownKey(whole), ownKey(other)];
    if (from === to) continue;
    meant.set(to, (meant.get(to) ?? new Set()).add(from));
    if (other.kind === "file") files.set(from, (files.get(from) ?? new Set()).add(to));
  }
  for (const path of paths.files) {
    const numbered = /(?:^|\/)([a-z]+)[-_ ]?0*([1-9]\d*)\.[^./]+$/i.exec(path);
    if (!numbered) continue;
    const titles = [...(meant.get(`file:${path}`) ?? [])];
    const from = titles.length === 1 && files.get(titles[0]!)!.size === 1 ? titles[0]! : `file:${path}`;
    const key = `${numbered[1]!.toLowerCase()} ${numbered[2]}`;
    meant.set(key, (meant.get(key) ?? new Set()).add(from));
  }
  const whole = new Map<string, string>();
  for (const [other, all] of meant) {
    const stems = new Set([...all].map((key) => key.replace(/s$/, "")));
    const [first] = [...all].sort((a, b) => a.length - b.length);
    const taken = other.startsWith("file:") && files.get(first!)!.size > 1;
    if (stems.size === 1 && !taken && !meant.has(first!)) whole.set(other, first!);
    for (const same of stems.size === 1 ? all : []) if (same !== first && !meant.has(same)) whole.set(same, first!);
  }
  const others = new Map<string, string[]>();
  for (const [other, key] of whole) others.set(key, [...(others.get(key) ?? []), other]);
  return { whole, others };
}

/** Whether a lone word mostly has its capital from its place. */
function opensOnly(db: Database, { id, key, kind }: Thing): boolean {
  if (kind !== "thing" || key.includes(" ")) return false;
  const { sure, named } = sql(db, "SELECT total(sure) AS sure, count(*) AS named FROM mentions WHERE entity = ?").get(
    id,
  ) as {
    sure: number;
    named: number;
  };
  return named > 3 * sure;
}

/** Whether a word stands in code marks hardly ever, and no code declares it: alone it is not worth much. */
function isRare(db: Database, { id, kind }: Thing, often: number): boolean {
  if (kind !== "symbol") return false;
  const { n } = sql(db, "SELECT count(*) AS n FROM (SELECT 1 FROM mentions WHERE entity = ? LIMIT ?)").get(
    id,
    often,
  ) as {
    n: number;
  };
  return n < often && sql(db, "SELECT 1 FROM edges WHERE target = ? LIMIT 1").get(id) === undefined;
}

/** Headings that are forms, with how many documents they head. */
function formsOf(db: Database): Map<number, number> {
  const rows = sql(
    db,
    `SELECT about, count(DISTINCT document) AS documents FROM chunks WHERE about IS NOT NULL
       AND about NOT IN (SELECT subject FROM documents WHERE subject IS NOT NULL)
     GROUP BY about HAVING count(DISTINCT document) >= ?`,
  ).all(shared) as { about: number; documents: number }[];
  const named = sql(db, "SELECT count(*) AS n FROM mentions WHERE entity = ? AND sentence > 0");
  const forms = rows.filter(({ about, documents }) => Number(named.get(about)!.n) <= 3 * documents);
  return new Map(forms.map(({ about, documents }) => [about, documents]));
}
