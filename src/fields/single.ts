import type { Catalog, FieldQuestion, FieldTest } from "./catalog.ts";
import { conditionsIn } from "./condition.ts";
import { kindOf } from "./kinds.ts";
import { apart, has, isCovered, isNoun, kindsOf, type Reading } from "./reading.ts";
import { filesOf, inverseOf, ownOf, type Related, relationIn } from "./relation.ts";

type Value = FieldQuestion & { asks: "value" };

/** "What is the status of X?", "Who wrote X?", "Is X final?", "What replaced X?", "Who wrote the one that replaced X?" */
export function aboutFiles(reading: Reading): FieldQuestion | null {
  const { files, asks, when, catalog } = reading;
  if (when !== null || asks === "count" || files.some(({ paths }) => paths.length !== 1)) return null;
  const paths = [...new Set(files.map(({ paths: [path] }) => path!))];
  if (asks === "polar") return paths.length === 1 ? (whether(reading, paths[0]!) ?? fate(reading, paths[0]!)) : null;
  const named = apart(reading.keys, files);
  const related = relationIn(reading, named, files[0]!);
  if (related) return throughRelation(reading, paths, named, related);
  if (asksDocuments(reading)) return null;
  const asked = keysMeant(reading, named);
  if (asked === null || !isCovered(reading, [...files, ...named], asked)) return null;
  return valuesOf(catalog, paths, asked, []);
}

/** Whether documents are asked for beside those that are named: "which ones have the status of X". */
function asksDocuments(reading: Reading): boolean {
  const { tokens, files, asks } = reading;
  return tokens.some((token, at) => {
    const isNamed = files.some(({ from, to }) => (from <= at && at < to) || from === at + 1);
    const isMany = token.word !== token.stem || (asks === "opens" && at === 1);
    return isNoun(reading, token) && !isNamed && isMany;
  });
}

/** What a document says of its relation, what others say of theirs to it, or what those say of themselves that it leads to. */
function throughRelation(
  reading: Reading,
  paths: string[],
  named: Reading["keys"],
  { kind, link }: Related,
): FieldQuestion | null {
  const { catalog, files, tokens, asks } = reading;
  const outer = named.filter((each) => each !== link && !has(tokens[each.from], "by"));
  const keys = catalog.keys.map(({ key }) => key).filter((key) => kindOf(key)?.kind === kind);
  if (outer.length === 0) {
    const isOther = asks === "who" || asks === "when";
    if (isOther || !isCovered(reading, [...files, ...named], keys)) return null;
    const own = valuesOf(catalog, paths, keys, []);
    const test = paths.length === 1 && own === null ? inverseOf(catalog, paths[0]!, kind) : null;
    return own ?? (test && { asks: "list", where: [test], scope: { is: "any" } });
  }
  // "Who wrote and replaced X" asks of X itself; "… the one that replaced X" of another.
  const isOfOther = tokens.slice(0, link.from).some((token) => isNoun(reading, token));
  const asked = keysMeant({ ...reading, files: [] }, outer);
  const [path, ...more] = paths;
  if (!isOfOther || asked === null || more.length > 0 || !isCovered(reading, [...files, ...named], asked)) return null;
  return hop(catalog, path!, kind, asked);
}

/** The fields of the documents that one leads to: those that its own field names, else those whose fields name it. */
function hop(catalog: Catalog, path: string, kind: string, asked: string[]): Value | null {
  const own = ownOf(catalog, path, kind);
  if (own) {
    const by = own.values.map(({ value }) => ({ path, field: own.field, value }));
    const targets = own.values.flatMap(({ paths }) => (paths.length === 1 ? paths : []));
    return targets.length === by.length ? valuesOf(catalog, targets, asked, by) : null;
  }
  const test = inverseOf(catalog, path, kind);
  const found = test ? filesOf(catalog, test) : [];
  const tests = test?.is === "or" ? test.tests : test ? [test] : [];
  const by = found.flatMap((each) =>
    tests
      .filter((one) => filesOf(catalog, one).includes(each))
      .flatMap((one) => (one.is === "value" ? [{ path: each, field: one.fields[0]!, value: one.value }] : [])),
  );
  return by.length > 0 ? valuesOf(catalog, found, asked, by) : null;
}

function valuesOf(catalog: Catalog, paths: string[], keys: string[], by: Value["by"]): Value | null {
  const of = paths.map((path) => ({ path, field: fieldFor(catalog, path, keys) }));
  return of.every(({ field }) => field !== null) ? { asks: "value", of: of as Value["of"], by } : null;
}

/** "Did X get in?", "Was X adopted?": its status, which tells it in the words of its own. */
function fate(reading: Reading, path: string): FieldQuestion | null {
  const { files, catalog } = reading;
  const named = apart(reading.keys, files);
  const asked = keysMeant(reading, named);
  const isOfStatus = asked !== null && asked.length > 0 && asked.every((key) => kindOf(key)?.kind === "status");
  return isOfStatus && isCovered(reading, [...files, ...named], asked) ? valuesOf(catalog, [path], asked, []) : null;
}

function whether(reading: Reading, path: string): FieldQuestion | null {
  const { catalog, files } = reading;
  const said = conditionsIn(reading, files);
  const [test, ...more] = said?.tests ?? [];
  if (!said || !test || more.length > 0 || said.left.length > 0 || test.is === "not") return null;
  if (!isCovered(reading, [...files, ...said.links], said.keys, said.used)) return null;
  const own = ownTest(
    test,
    catalog.fieldsOf(path).map(({ name }) => name),
  );
  return own && { asks: "whether", path, test: own };
}

/** A test by the fields that a file has; null where it has none of them, or several. */
function ownTest(test: FieldTest, names: string[]): FieldTest | null {
  if (test.is === "has") return test;
  if (test.is === "or") {
    const tests = test.tests.map((each) => ownTest(each, names));
    return tests.every((each) => each !== null) ? { is: "or", tests: tests as FieldTest[] } : null;
  }
  if (test.is !== "value") return null;
  const fields = [...new Set(names.filter((name) => test.fields.includes(name)))];
  return fields.length === 1 ? { ...test, fields } : null;
}

/** The keys that all words that ask for one have in common, of the type that the question's first word wants. */
export function keysMeant({ asks, tokens }: Reading, named: Reading["keys"]): string[] | null {
  if (named.length === 0) return null;
  const firm = named.filter((link) => !has(tokens[link.from], "by") || named.length === 1);
  const type = asks === "who" ? "person" : asks === "when" ? "date" : null;
  const common = firm
    .slice(1)
    .reduce((keys, link) => keys.filter((key) => link.keys.includes(key)), firm[0]?.keys ?? []);
  const typed = common.filter((key) => type === null || kindOf(key)?.type === type);
  // A publisher is somebody, though no person.
  const open = typed.length === 0 && asks === "who" && firm.some(({ exact }) => exact) ? common : typed;
  const plain = open.filter((key) => kindOf(key)?.type !== "document");
  return kindsOf(plain).size === 1 ? plain : null;
}

/** The file's own field of some keys: as its kind lists them, the more usual first. */
export function fieldFor(catalog: Catalog, path: string, keys: string[]): string | null {
  const own = catalog.fieldsOf(path).filter(({ key }) => keys.includes(key));
  const order = (key: string) => kindOf(key)?.keys.indexOf(key) ?? 0;
  return own.sort((one, other) => order(one.key) - order(other.key))[0]?.name ?? null;
}
