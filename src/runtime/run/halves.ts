import type { CodeQuestion } from "../../code/ask/question.ts";
import { divide } from "../../knowledge/reading/divide.ts";
import type { AmountQuestion } from "../../language/asked.ts";
import { type Files, isNarrow } from "../../language/files.ts";
import { clausesOf, halvesOf, it, measuresOf, namedIn, someOf, thenOf } from "../../language/halves.ts";
import type { Exact } from "./exact.ts";

/** What may answer a question by itself. */
type Read = (question: string) => Exact[];

/** What may answer a question that puts two, or the half of it that is read; empty where nothing does. Pure but for `read`. */
export function twoIn(question: string, read: Read): Exact[] {
  const halves = halvesIn(question, read);
  if (halves?.isTwo) return [{ is: "both", both: halves.read }];
  const some = someIn(question, read);
  if (some) return [{ is: "both", both: some }];
  const found = foundIn(question, read);
  // What is divided is answered part by part, by texts where nothing is exact.
  return found.length > 0 || divide(question) !== null ? found : halfIn(halves ?? clausesIn(question, read));
}

/** Two questions, as what may answer each of them, and whether both are to be answered. */
type Two = { asked: [string, string]; read: [Exact[], Exact[]]; isTwo: boolean };

/** Two questions in one, each of which stands by itself; null where there are none. */
function halvesIn(question: string, read: Read): Two | null {
  const measures = measuresOf(question);
  const asked = measures ?? halvesOf(question);
  if (!asked) return null;
  const [one, two] = asked.map((each) => readIn(each, read)) as [Exact[], Exact[]];
  // The file with most lines is not the one with most bytes.
  const isOfOne = [one, two].every(([first]) => first?.is === "amount" && first.amount.asks === "sum");
  if (measures && !isOfOne) return null;
  return { asked, read: [one, two], isTwo: one.length > 0 && two.length > 0 && !isLess(one, two) };
}

/** Two questions that are cut apart as they stand; null where there are none. */
function clausesIn(question: string, read: Read): Two | null {
  const clauses = clausesOf(question);
  if (!clauses) return null;
  const { first, second, isBound } = clauses;
  const one = readIn(first, read);
  // "And what's the default" is asked of what the first one names.
  const isOfFirst = isBound || (namedIn(first).length > 0 && namedIn(second).length === 0);
  const two = isOfFirst ? [] : readIn(second, read);
  return { asked: [first, second], read: [one, two], isTwo: one.length > 0 && two.length > 0 && !isLess(one, two) };
}

/** What may answer a half, by files or code alone. */
function readIn(half: string, read: Read): Exact[] {
  return read(half).filter(({ is }) => is === "amount" || is === "code");
}

/** Both of two questions, or the one of them that is read; empty where none is. */
function halfIn(two: Two | null): Exact[] {
  if (!two) return [];
  const [one, other] = two.read;
  if (two.isTwo) return [{ is: "both", both: two.read }];
  if (one.length > 0) return [{ is: "half", half: one, left: two.asked[1] }];
  return other.length > 0 ? [{ is: "half", half: other, left: two.asked[0] }] : [];
}

/** What a question narrows what it asks by. */
type Narrowing = Record<"places" | "kinds" | "names", boolean>;

function narrowingOf(exact: readonly Exact[]): Narrowing {
  const narrowings = exact.map((one) =>
    one.is === "amount" ? ofAmount(one.amount) : one.is === "code" ? ofCode(one.code) : none,
  );
  const any = (by: keyof Narrowing) => narrowings.some((each) => each[by]);
  return { places: any("places"), kinds: any("kinds"), names: any("names") };
}

const none: Narrowing = { places: false, kinds: false, names: false };

function ofAmount(amount: AmountQuestion): Narrowing {
  const files = "files" in amount ? amount.files : null;
  const isCompared = amount.asks === "compare" && amount.kinds.length > 0;
  return {
    places: (files?.places.length ?? 0) > 0,
    kinds: (files?.kinds.length ?? 0) > 0 || isCompared,
    names: (files?.not.names.length ?? 0) > 0,
  };
}

/** What stands in its parts, each of which says files and names in its own way. */
function ofCode({ parts: _, question: __, ...asked }: CodeQuestion): Narrowing {
  const all = Object.values(asked).flatMap((part) => (typeof part === "object" && part !== null ? [part as Part] : []));
  const files = all.flatMap((part) => part.files ?? []);
  return {
    places: files.some(({ places }) => places.length > 0) || all.some(({ places = [] }) => places.length > 0),
    kinds: files.some(({ kinds }) => kinds.length > 0) || all.some(({ kinds = [] }) => kinds.length > 0),
    names: files.some(({ not }) => not.names.length > 0) || all.some(({ names = [] }) => names.length > 0),
  };
}

type Part = { files?: Files } & Partial<Record<"places" | "names" | "kinds", readonly string[]>>;

/** Whether a first question names a place, a sort of files or a thing, and the second none: then it may be asked of that. */
function isLess(one: readonly Exact[], other: readonly Exact[]): boolean {
  const [said, left] = [narrowingOf(one), narrowingOf(other)];
  return (["places", "kinds", "names"] as const).some((by) => said[by] && !left[by]);
}

/** A question for the file that has most of something, or for files, and one about those; empty where it is none. */
function foundIn(question: string, read: Read): Exact[] {
  const found = thenOf(question);
  if (!found) return [];
  const first = read(found.first);
  const [one] = first;
  if (one?.is !== "amount") return [];
  const sample = "it.txt";
  for (const next of found.about) {
    const [two] = read(next.replace(it, sample));
    if (two?.is !== "amount" || !isOf(two.amount, sample)) continue;
    if (one.amount.asks === "extreme") return one.amount.count === null ? [{ is: "found", first, about: next }] : [];
    // What is asked of several files is asked of those that are meant.
    const { amount } = two;
    const isOfThese = (amount.asks === "sum" || amount.asks === "average") && isOnly(amount.files, sample);
    if (one.amount.asks !== "files" || !isOfThese) return [];
    const { files } = one.amount;
    return [{ is: "both", both: [first, [{ is: "amount", amount: { ...amount, files } }]] }];
  }
  return [];
}

/** A question for files, and one for some of those; null where it is none, or where the second may be of others. */
function someIn(question: string, read: Read): [Exact[], Exact[]] | null {
  const found = someOf(question);
  if (!found) return null;
  const first = read(found.first);
  const [one] = first;
  if (one?.is !== "amount" || one.amount.asks !== "files" || one.amount.files.own !== null) return null;
  const { files } = one.amount;
  for (const rest of found.rest) {
    const [two] = read(rest);
    if (two?.is !== "amount" || !("files" in two.amount) || two.amount.files.own !== null) continue;
    if (!found.isSaid && isOther(files, two.amount.files)) return null;
    return [first, [{ is: "amount", amount: { ...two.amount, among: files } }]];
  }
  return null;
}

/** Whether two questions narrow files alike: "how many files are in src, and how many are in lib?" */
function isOther(one: Files, other: Files): boolean {
  const aspects = ["kinds", "places", "bounds", "times", "titles"] as const;
  const isIn = (files: Files, aspect: (typeof aspects)[number]) => files[aspect].length > 0;
  const isAlike = (one.state !== null && other.state !== null) || one.direct || other.direct;
  return isAlike || aspects.some((aspect) => isIn(one, aspect) && isIn(other, aspect));
}

/** Whether files are the one place alone. */
function isOnly(files: Files, place: string): boolean {
  const isLess = files.direct || files.not.kinds.length + files.not.names.length > 0;
  return !isLess && files.places.length === 1 && files.places[0] === place && !isNarrow({ ...files, places: [] });
}

/** Whether a question is asked of the one file. */
function isOf(amount: AmountQuestion, file: string): boolean {
  if (amount.asks === "compare") return [...amount.one, ...amount.other].includes(file);
  if (amount.asks === "same") return [amount.one, amount.other].includes(file);
  const isNamed = "file" in amount && amount.file === file;
  return isNamed || ("files" in amount && amount.files.places.includes(file));
}
