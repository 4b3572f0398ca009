import { type FieldQuestion, ofWords } from "./catalog.ts";
import { type Conditions, conditionsIn } from "./condition.ts";
import { kindOf } from "./kinds.ts";
import { apart, has, isCovered, nameOf, placesOf, type Reading } from "./reading.ts";
import { nounsIn, scopeIn } from "./scope.ts";
import { keysMeant } from "./single.ts";

/** "Which are drafts?", "How many did NAME not write?", "Which were created before 2005?" */
export function aboutAll(reading: Reading): FieldQuestion | null {
  const { asks, keys, values } = reading;
  if (asks !== "count" && asks !== "opens") return null;
  const said = conditionsIn(reading);
  if (!said || said.tests.length === 0 || said.left.length > 0) return null;
  // "Which type has a status?" asks of no documents.
  const isVerb = ({ keys }: { keys: string[] }) => keys.every((key) => kindOf(key)?.type === "document");
  const opensKey = apart(keys, values).some((link) => link.from === 1 && asks !== "count" && !isVerb(link));
  const scope = scopeIn(reading, said.tests, said.keys);
  if (opensKey || !scope || !areTitled(reading, said) || !isCovered(reading, said.links, said.keys, said.used))
    return null;
  return { asks: asks === "count" ? "count" : "list", where: said.tests, scope };
}

/** Whether all documents that a question may mean have a title as a field, where it asks for words of it. */
function areTitled({ catalog }: Reading, { keys, tests }: Conditions): boolean {
  if (!tests.some(ofWords)) return true;
  const title = keys.find((key) => kindOf(key)?.kind === "title");
  const others = keys.filter((key) => key !== title);
  const holds = (path: string, key: string) => catalog.fieldsOf(path).some((field) => field.key === key);
  const meant = catalog.paths.filter((path) => others.length === 0 || others.some((key) => holds(path, key)));
  return title === undefined || meant.every((path) => holds(path, title));
}

/** "The latest PEP", "when was the last PEP by NAME created?", "who wrote the oldest final PEP?" */
export function first(reading: Reading): FieldQuestion | null {
  const { asks, catalog, tokens } = reading;
  const [latest, earliest] = [placesOf(reading, "latest"), placesOf(reading, "earliest")];
  const places = [...latest, ...earliest];
  const nouns = nounsIn(reading);
  const isOne = nouns.length > 0 && nouns.every(({ word, stem }) => word === stem);
  if (asks === "count" || asks === "polar" || latest.length > 0 === earliest.length > 0 || !isOne) return null;
  const said = conditionsIn(reading, [], true);
  if (!said) return null;
  const isDate = (key: string) => kindOf(key)?.type === "date";
  const isPerson = (key: string) => kindOf(key)?.type === "person";
  const dated = said.left.filter((link) => link.keys.some(isDate) && !(asks === "who" && link.keys.some(isPerson)));
  const named = [...new Set(dated.flatMap(({ keys }) => keys.filter(isDate)))];
  const usual = catalog.keys.map(({ key }) => key).filter((key) => kindOf(key)?.kind === "created");
  const dates = dated.length > 0 ? named : usual;
  const outer = said.left.filter((link) => !dated.includes(link) && !has(tokens[link.from], "by"));
  const of = outer.length > 0 ? keysMeant(reading, outer) : [];
  const isAsked = asks !== "who" || outer.length > 0;
  const scope = scopeIn(reading, said.tests, [...said.keys, ...dates]);
  if (dates.length !== 1 || of === null || !isAsked || !scope || !areTitled(reading, said)) return null;
  const links = [...said.links, ...said.left];
  if (!isCovered(reading, links, [...said.keys, ...dates, ...of], [...said.used, ...places])) return null;
  const field = nameOf(catalog, dates[0]!);
  return {
    ...{ asks: "first", first: { field, earliest: earliest.length > 0 }, where: said.tests, scope },
    of: of.map((key) => nameOf(catalog, key)),
  };
}

/** "Who has written the most PEPs?", "which status is the most common?", "how many documents per status?" */
export function groups(reading: Reading): FieldQuestion | null {
  const { asks, keys, catalog } = reading;
  const [most, per] = [placesOf(reading, "most"), perIn(reading)];
  const isMost = most.length > 0;
  if (isMost === per.length > 0 || asks === "polar" || asks === "when" || (isMost && asks === "count")) return null;
  // "Which PEP has the most authors?" counts what one document says.
  const isPart = most.some((place) => reading.tokens[place + 1]?.word === "of");
  const ofOne = isMost && most.length === 1 && keys.some(({ from }) => from === most[0]! + 1);
  const said = conditionsIn(reading, [], true);
  // Most of them are more than half.
  if (ofOne || isPart || !said) return null;
  const meant = keysMeant(reading, said.left);
  const [key, ...more] = meant ?? [];
  if (key === undefined || more.length > 0) return null;
  const scope = scopeIn(reading, said.tests, [...said.keys, key]);
  const used = [...said.used, ...most, ...per];
  if (!scope || !areTitled(reading, said)) return null;
  if (!isCovered(reading, [...said.links, ...said.left], [...said.keys, key], used)) return null;
  return { asks: "groups", field: nameOf(catalog, key), most: isMost, where: said.tests, scope };
}

/** Where "per" stands before a field. */
function perIn(reading: Reading): number[] {
  const places = placesOf(reading, "per");
  return places.filter((place) => places.includes(place + 1) || reading.keys.some(({ from }) => from === place + 1));
}
