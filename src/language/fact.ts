import { lazy } from "../core/lazy.ts";
import { isName, type Part, type Phrasebook, partsOf, readTable } from "./part.ts";

/**
 * What tables and rules of a folder speak of, by how questions may call it, in lower letters: `relations` by the name that a claim has for
 * them, `names` of things and values as they are written, `traits` that rules tell things to have ("is", "is a"), `classes` that the
 * things of a table are called by, and `files`, both to the tables that are meant.
 */
export type Lexicon = {
  relations: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
  traits: ReadonlyMap<string, string>;
  classes: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
};

export type Operator = ">" | "<" | ">=" | "<=";
/** What is said of a thing: that it stands in a relation to something, to a number that passes a test, or that it has a trait. */
export type Property =
  | { is: "relation"; relation: string; object: string }
  | { is: "test"; relation: string; operator: Operator; number: string }
  | { is: "trait"; trait: string };

/** A question that listed facts answer. `within`: the table whose things are meant, null for any; `follows`: it asks what is derivable. */
export type FactQuestion =
  | { asks: "value"; subject: string; relation: string; within: string | null }
  | { asks: "whether"; subject: string; property: Property; within: string | null; follows: boolean }
  | { asks: "which"; property: Property; within: string | null; counts: boolean };

type Known =
  | ("idle" | "which" | "some" | "that" | "count" | "whose" | "be" | "do" | "have" | "as" | "of" | "with")
  | ("test" | "graded" | "how" | "follow" | "follows");
type Sort = Known | "relation" | "named" | "trait" | "class" | "file" | "number" | "doubtful";

/** A letter for each sort, so that the order of a question's parts is a word. What has none stands in no question of this kind. */
const letters: Partial<Record<Sort, string>> = {
  ...{
    which: "W",
    some: "C",
    class: "C",
    count: "H",
    whose: "Z",
    be: "B",
    do: "D",
    have: "V",
    as: "A",
    of: "O",
    with: "T",
  },
  ...{
    test: "M",
    graded: "J",
    how: "Q",
    follow: "F",
    follows: "G",
    relation: "R",
    named: "N",
    trait: "P",
    number: "X",
  },
};

const words = lazy(() => readTable<Known>("language/facts.json"));

/**
 * Reads a question by the words of the tables and rules that it is asked of. Null where a word of it is none of theirs and none that such
 * questions are made of, where a word may be two things, or where the order of its parts is none that is known. Pure.
 */
export function readFactQuestion(question: string, lexicon: Lexicon): FactQuestion | null {
  const plain = question.replace(/^(does\s+)["“'](.+?)["”'](\s+follow\b)/i, "$1$2$3");
  const parts = partsOf<Sort>(plain, tableWith(words(), lexicon)).map((part) => linked(part, lexicon));
  if (parts.some((part) => part === null || part.sort === "doubtful")) return null;
  const known = parts as { sort: Sort; is: string }[];
  const places = new Set(
    known.flatMap(({ sort, is }) => (sort === "file" || (sort === "class" && is !== "") ? [is] : [])),
  );
  if (places.size > 1) return null;
  const within = [...places][0] ?? null;
  const kept = known.filter(({ sort }) => !["idle", "that", "file"].includes(sort));
  const order = kept.map(({ sort }) => letters[sort] ?? "?").join("");
  for (const { pattern, read } of forms) {
    const found = pattern.exec(order);
    if (found) return read(kept, { within, order });
  }
  return null;
}

function tableWith(words: Phrasebook<Known>, lexicon: Lexicon): Phrasebook<Sort> {
  const own = new Map<string, { sort: Sort; is: string }>();
  const get = (phrase: string) => own.get(phrase) ?? words.get(phrase);
  const add = (sort: Sort, phrases: ReadonlyMap<string, string>) => {
    for (const [phrase, is] of phrases) {
      const found = get(phrase);
      // A table of people may be called so.
      const before = sort === "class" && found?.sort === "some" ? undefined : found;
      const isSame = before?.sort === sort && before.is.toLowerCase() === is.toLowerCase();
      own.set(phrase, before && !isSame ? { sort: "doubtful", is } : { sort, is });
    }
  };
  add("relation", lexicon.relations);
  add("trait", lexicon.traits);
  add("class", lexicon.classes);
  add("file", lexicon.files);
  add("named", lexicon.names);
  return { get };
}

/** A part as what it names; null for a word that nothing here knows. */
function linked(part: Part<Sort>, { names }: Lexicon): { sort: Sort; is: string } | null {
  if (!isName(part)) return part;
  const known = names.get(part.text.toLowerCase());
  if (known !== undefined) return { sort: "named", is: known };
  return !part.quoted && isNumber.test(part.text) ? { sort: "number", is: part.text } : null;
}

const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

type Parts = { sort: Sort; is: string }[];
type Form = {
  pattern: RegExp;
  read(parts: Parts, about: { within: string | null; order: string }): FactQuestion | null;
};

/** The part that a letter of the order stands for. */
function the(parts: Parts, letter: string): string {
  const sorts = Object.entries(letters).flatMap(([sort, one]) => (letter.includes(one) ? [sort] : []));
  return parts.find(({ sort }) => sorts.includes(sort))?.is ?? "";
}

/** What is said of the things that are asked for, or of a subject, by the parts behind it. */
function propertyIn(parts: Parts): Property {
  const number = parts.findLast(({ sort }) => sort === "number")?.is ?? "";
  const graded = parts.find(({ sort }) => sort === "graded");
  if (graded) {
    const [relation, operator] = graded.is.split(" ") as [string, Operator];
    return { is: "test", relation, operator, number };
  }
  const test = parts.find(({ sort }) => sort === "test");
  const relation = the(parts, "R");
  if (test) return { is: "test", relation, operator: test.is as Operator, number };
  const trait = parts.find(({ sort }) => sort === "trait");
  if (trait) return { is: "trait", trait: trait.is };
  return { is: "relation", relation, object: parts.findLast(({ sort }) => sort === "named" || sort === "number")!.is };
}

const value: Form["read"] = (parts, { within }) => ({
  asks: "value",
  subject: the(parts, "N"),
  relation: the(parts, "RQ"),
  within,
});

/** The subject is the first thing that is named, or the last. */
const whether =
  (subject: "first" | "last"): Form["read"] =>
  (parts, { within, order }) => {
    const named = parts.filter(({ sort }) => sort === "named");
    const of = subject === "first" ? named[0]! : named.at(-1)!;
    const follows = /[FG]/.test(order);
    return {
      asks: "whether",
      subject: of.is,
      property: propertyIn(parts.filter((part) => part !== of)),
      within,
      follows,
    };
  };

const which: Form["read"] = (parts, { within, order }) => ({
  asks: "which",
  property: propertyIn(parts),
  within,
  counts: order.startsWith("H"),
});

/** How the parts of a question may follow each other. "N" is a thing or value, "R" a relation, "X" a number. */
const forms: Form[] = [
  // "What is the age of Ben?", "What is Ben's age?", "Which manager does Ben have?", "How old is Ben?", "Whom does Ben report to?"
  { pattern: /^(?:WC?BRON|WC?BNR|WC?DNR|WRDNV|WRBN|WRON|WNR|QBN)$/, read: value },
  // "Is Ben's manager Anna?", "Does Ben report to Anna?", "Does Ben have the manager Anna?", "… Anna as manager?"
  { pattern: /^(?:BNRN|[BD]NR[NX]|BNRX|DNVR[NX]|DNVNAR)$/, read: whether("first") },
  // "Is the manager of Ben Anna?"
  { pattern: /^BRON[NX]$/, read: whether("first") },
  // "Is Anna Ben's manager?", "Is Anna the manager of Ben?"
  { pattern: /^(?:BNNR|BNRON)$/, read: whether("last") },
  // "Is Ben senior?", "Is Ben older than 40?", "Is Ben's age over 40?", "Is the age of Ben over 40?"
  { pattern: /^(?:BNP|BNJX|BNRMX|BRONMX|DNVRMX)$/, read: whether("first") },
  // "Does it follow that Ben is senior?", "Does Ben's manager is Anna follow from the rules?"
  { pattern: /^(?:F|D)(?:NBP|NRN|NRB[NX]|RONB[NX]|NRBMX|NBJX)G?$/, read: followed },
  // "Who reports to Anna?", "Which employees have the manager Anna?", "… Anna as manager?", "Whose manager is Anna?"
  { pattern: /^(?:WC?|C|HC?)W?(?:R[NX]|[VT]R[NX]|[VT]ROX|VNAR|BTR[NX]|ZRB[NX])$/, read: which },
  { pattern: /^ZRB[NX]$/, read: which },
  // "Who is older than 40?", "Which have an age over 40?", "Whose age is over 40?", "Who is senior?"
  { pattern: /^(?:WC?|C|HC?)W?(?:BJX|VRO?MX|TRO?MX|BTRMX|ZRBMX|BP)$/, read: which },
  { pattern: /^ZRBMX$/, read: which },
];

/** What is to follow stands behind what asks so, or before it: then both must be there. */
function followed(parts: Parts, about: { within: string | null; order: string }): FactQuestion | null {
  const { order } = about;
  return order.startsWith("F") === order.endsWith("G") ? null : whether("first")(parts, about);
}
