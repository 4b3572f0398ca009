import type { Matched } from "../../answers/data.ts";
import { clean, type Filter, globOf } from "../../answers/filter.ts";
import { lazy } from "../../core/lazy.ts";
import type { Universe } from "../../core/observation.ts";
import type { AmountQuestion, Asked } from "../../language/asked.ts";
import { readData } from "../../language/data.ts";
import type { Files } from "../../language/files.ts";
import { isOfKind } from "../../language/kind.ts";
import { type Own, ownOf, type Place, placesIn } from "../../language/link.ts";
import { isPath, type Tongue } from "../../language/part.ts";
import { spanOf } from "../../language/span.ts";
import type { Held } from "../../language/text.ts";

/** The recipe that answers a question, and what fills it. */
type Filled = Pick<Matched, "id" | "slots">;
/** What is asked of a set of files. */
type OfFiles = Extract<Asked, { files: Files }>;
type OfAll = AmountQuestion & Extract<Asked, { asks: "all" }>;
/** The folder's listing; null where it is not known, and names stand for what they are written as. */
type Listing = Universe | null;

/**
 * The recipe for what a question asks, filled with what its words name in the folder, or without a listing of it with what they are written as; null
 * where they name nothing. `now` is in milliseconds since 1970. Pure.
 */
export function filledBy(asked: AmountQuestion, universe: Listing, now: number): Matched | null {
  const filled = filledWith(asked, universe, now);
  return filled && { ...filled, question: asked.question, language: asked.language };
}

function filledWith(asked: AmountQuestion, universe: Listing, now: number): Filled | null {
  if (asked.asks === "compare") return compared(asked, universe);
  if (asked.asks === "place") return { id: "file-exists", slots: { path: { name: asked.file } } };
  if (asked.asks === "modified") return { id: "modified", slots: { file: { name: asked.file } } };
  if (asked.asks === "line") return { id: "line-text", slots: { file: { name: asked.file }, line: asked.line } };
  if (asked.asks === "same")
    return { id: "same-content", slots: { one: { name: asked.one }, other: { name: asked.other } } };
  const times = timesOf(asked.files, asked.language, now);
  if (times === null) return null;
  const linked = linkedTo(asked.files, universe, times) ?? linkedTo(ofModules(asked, universe), universe, times);
  if (linked === null) return null;
  const before = asked.among && timesOf(asked.among, asked.language, now);
  const among = asked.among && before ? linkedTo(asked.among, universe, before) : undefined;
  if (before === null || among === null) return null;
  const { own } = linked;
  const filter = among?.filter ? clean({ and: [among.filter, linked.filter ?? { and: [] }] }) : linked.filter;
  if (own && "dir" in own && own.holds === "dirs") {
    if (asked.asks !== "files" || filter !== null) return null;
    const folders: Filter = { and: [{ in: { name: own.dir } }, { shallow: true }] };
    return { id: asked.how === "count" ? "count-folders" : "list-folders", slots: { folders } };
  }
  if (asked.asks === "all") return ofAll(asked, filter ?? { and: [] }, now);
  return askedOf(asked, filter ?? { and: [] });
}

/** When files were changed; null where that is no time. */
function timesOf({ times }: Files, language: Tongue, now: number): Filter[] | null {
  const spans = times.map((when) => spanOf(when, language, now));
  return spans.includes(null) ? null : spans.map((time) => ({ time }) as Filter);
}

/** Whether all files hold a text, or are as is said. */
function ofAll({ claim, language }: OfAll, files: Filter, now: number): Filled | null {
  const held = "text" in claim ? heldOf(claim) : saidOf(claim, timesOf(claim, language, now));
  return held === null || isOneFile(files) ? null : { id: "all-files", slots: { files, claim: held } };
}

/** What is said of files: that they are in a state, of a size, or changed at a time. */
function saidOf({ state, bounds }: Files, times: Filter[] | null): Filter | null {
  const states = state === null ? [] : [{ state } as Filter];
  return times && clean({ and: [...states, ...times, ...bounds.map((bound) => ({ bound }) as Filter)] });
}

const amounts = lazy(() => readData<Record<Tongue, { module: string[] }>>("language/amounts.json"));

/** Modules are source files where nothing here is called by that word. */
function ofModules({ files, language }: AmountQuestion & OfFiles, universe: Listing): Files {
  const { module } = amounts()[language];
  const isModules = files.own !== null && module.includes(files.own.toLowerCase());
  return isModules && (universe === null || universe.files.some((path) => isOfKind(path, "code")))
    ? { ...files, own: null, kinds: [...files.kinds, "code"] }
    : files;
}

function askedOf(asked: Exclude<OfFiles, { asks: "all" }>, files: Filter): Filled | null {
  if (asked.asks === "files") {
    const ids = { count: "count-files", list: "list-files", any: "any-file" };
    if ("file" in files) return asked.how === "any" ? { id: "file-exists", slots: { path: files.file } } : null;
    return { id: ids[asked.how], slots: { files } };
  }
  if (asked.asks === "sum") return { id: "size", slots: { files, measure: asked.by } };
  if (asked.asks === "average") return { id: "average", slots: { files, measure: asked.by } };
  if (asked.asks === "extreme") {
    const rank = { by: asked.by, order: asked.most ? "most" : "least" };
    if ("file" in files) return null;
    return {
      id: "rank-files",
      slots: {
        files,
        rank,
        ...(asked.count === null ? {} : { count: asked.count }),
        ...(asked.nth === null ? {} : { nth: asked.nth }),
      },
    };
  }
  if (asked.asks === "types" || asked.asks === "twins") {
    if (isOneFile(files)) return null;
    return { id: asked.asks === "types" ? "file-types" : "duplicate-files", slots: { files } };
  }
  if (asked.asks === "first") {
    const rank = { by: asked.by, order: asked.most ? "most" : "least" };
    return isOneFile(files) ? null : { id: "is-extreme", slots: { file: { name: asked.file }, files, rank } };
  }
  if (asked.asks === "bounds") return { id: "count-bounds", slots: { files, bound: [asked.operator, asked.value] } };
  if (asked.asks === "fullest") {
    return { id: "fullest-folder", slots: { files, rank: { order: asked.most ? "most" : "least" } } };
  }
  if (asked.asks === "holders") return { id: "folders-holding", slots: { files, none: asked.none } };
  if (asked.asks === "folders") {
    const ids = { count: "count-folders", list: "list-folders", any: "any-folder" };
    return isOneFile(files) ? null : { id: ids[asked.how], slots: { folders: files } };
  }
  const texts = asked.texts.map(heldOf);
  const text: Filter =
    texts.length === 0 ? { text: { text: "", as: "blank" } } : asked.any ? { or: texts } : clean({ and: texts });
  const ids = { files: "list-files", count: "count-files", any: "any-file" } as Record<string, string>;
  if (asked.how in ids) {
    if (!("file" in files)) return { id: ids[asked.how]!, slots: { files: clean({ and: [files, text] }) } };
    return asked.how === "any" ? { id: "file-contains", slots: { file: files.file, text } } : null;
  }
  if (asked.how === "most") return { id: "most-mentions", slots: { text, files } };
  if (asked.how === "each") return { id: "most-mentions", slots: { text, files, unit: "file" } };
  if (asked.how === "lines" && texts.length > 0) return { id: "find-text", slots: { text, files } };
  return { id: "count-lines-with", slots: { text, files, unit: asked.how } };
}

/** Whether files are named one by one. */
function isOneFile(files: Filter): boolean {
  if ("not" in files) return isOneFile(files.not);
  const parts = "and" in files ? files.and : "or" in files ? files.or : [];
  return "file" in files || parts.some(isOneFile);
}

function heldOf({ text, as, not, fold }: Held): Filter {
  const held: Filter = { text: { text, as, ...(fold ? { fold } : {}) } };
  return not ? { not: held } : held;
}

/** Of two files or folders which has more, or whether one has; with several on one side, or where the difference is asked for, by how much. */
function compared(asked: Extract<Asked, { asks: "compare" }>, universe: Listing): Filled | null {
  const { by, more, gap, which, kinds, one, other } = asked;
  if (asked.isOfSorts) {
    const [left, right] = [one, other].map(([sort]) => kindOf(sort!, universe)) as [Filter, Filter];
    return setAgainst(left, right, asked);
  }
  const paths = [...one, ...other].map((name) => placesOf([name], universe)?.[0]);
  if (!paths.every((place): place is Place => place !== undefined && place.is !== "glob")) return null;
  const sorts = kinds.map((kind) => kindOf(kind, universe));
  const [left, ...rest] = paths.map((place) => clean({ and: [filterOf(place), ...sorts] })) as [Filter, ...Filter[]];
  const right = rest.length === 1 ? rest[0]! : { or: rest };
  if (gap || by === "files") return setAgainst(left, right, asked);
  const rank = { by, order: more ? "most" : "least", which };
  if ("file" in left && "file" in right)
    return { id: "compare-files", slots: { one: left.file, other: right.file, rank } };
  return { id: "compare-folders", slots: { one: left, other: right, rank } };
}

/** Two sets of files, by how many there are, or by how much they differ. */
function setAgainst(one: Filter, other: Filter, asked: Extract<Asked, { asks: "compare" }>): Filled {
  const { by, gap, which, more } = asked;
  if (gap) return { id: "difference", slots: { one, other, by } };
  return { id: "compare-counts", slots: { one, other, asked: which ? "which" : more ? "more" : "fewer" } };
}

/** The files that are meant, as recipes say it: null where all are. */
type Linked = { filter: Filter | null; own: Own | null };

function linkedTo(files: Files, universe: Listing, times: readonly Filter[]): Linked | null {
  const places = placesOf(files.places, universe) ?? missing(files.places);
  if (places === null) return null;
  const own = files.own === null || universe === null ? null : ownOf(files.own, universe, places);
  if (files.own !== null && own === null) return null;
  const isOfFiles = places.length > 0 && places.every(({ is }) => is === "file");
  // A file that is named is of the sort that it is said to be, or something else is meant.
  const isOf = ({ path }: Place) => files.kinds.some((kinds) => kinds.split("&").every((kind) => isOfKind(path, kind)));
  if (isOfFiles && files.kinds.length > 0 && !places.every(isOf)) return null;
  const parts: Filter[] = [];
  if (files.kinds.length > 0 && !isOfFiles) parts.push(either(files.kinds.map((kind) => kindOf(kind, universe))));
  if (own && "names" in own) parts.push({ name: own.names });
  if (own && "dir" in own && own.holds === "files") {
    parts.push({ in: { name: own.dir } }, { shallow: true }, ...own.but.map((name) => ({ not: { name } })));
  } else if (places.length > 0 && !(own && "dir" in own)) parts.push(either(places.map(filterOf)));
  if (files.direct) parts.push({ shallow: true });
  if (files.state !== null) parts.push({ state: files.state } as Filter);
  parts.push(...times);
  for (const bound of files.bounds) parts.push({ bound } as Filter);
  for (const kind of files.not.kinds) parts.push({ not: kindOf(kind, universe) });
  for (const name of files.not.names) {
    // Tests lie beside what they test as well as in a folder of theirs.
    const isOfTests = /^(?:tests?|specs?)$/i.test(name);
    if (isOfTests) parts.push({ not: kindOf("test", universe) });
    if (isOfTests && !universe?.dirs.some((dir) => dir.split("/").at(-1) === name)) continue;
    parts.push({ not: isPath({ text: name }) ? leftOut(name, universe) : { thing: name } });
  }
  if (parts.length + files.titles.length === 0) return { filter: null, own };
  return { filter: clean({ and: [...parts, ...files.titles.map(({ is, text }) => ({ [is]: text }))] }), own };
}

/** What names mean in the folder, or, where that is not known, as they are written. */
function placesOf(names: readonly string[], universe: Listing): Place[] | null {
  if (universe !== null) return placesIn(names, universe) ?? severalOf(names, universe);
  const isOf = (name: string): Place["is"] => (/[*?{]/.test(name) ? "glob" : /\w\.\w+$/.test(name) ? "file" : "dir");
  return names.map((name) => ({ path: name.replace(/^\.\/|\/$/g, ""), is: isOf(name) }));
}

/** A folder's name that several have, of which one is meant: which, is asked. */
function severalOf([name, ...more]: readonly string[], { dirs }: Universe): Place[] | null {
  const path = name?.replace(/^\.\/|\/$/g, "");
  const isSeveral = more.length === 0 && dirs.filter((dir) => dir.endsWith(`/${path}`)).length > 1;
  return path && isSeveral ? [{ path, is: "dir" }] : null;
}

/** A path that is not here is said to be missing, which a word that may mean much else is not. */
function missing(names: readonly string[]): Place[] | null {
  const [name, ...more] = names;
  const isWritten = name !== undefined && more.length === 0 && /\.\w+$/.test(name) && isPath({ text: name });
  return isWritten ? [{ path: name, is: "file" }] : null;
}

function leftOut(name: string, universe: Listing): Filter {
  const place = placesOf([name], universe)?.[0];
  return place ? filterOf(place) : { leftout: name };
}

function filterOf({ path, is }: Place): Filter {
  if (is === "glob") return globOf(path);
  return is === "dir" ? { in: { name: path } } : { file: { name: path } };
}

function either(filters: Filter[]): Filter {
  return filters.length === 1 ? filters[0]! : { or: filters };
}

/** Folders of tests, which hold tests whatever their files are called. */
const ofTests = /(?:^|\/)(?:tests?|__tests__|specs?)$/;

function kindOf(kinds: string, universe: Listing): Filter {
  const [kind = "", ...more] = kinds.split("&");
  if (more.length > 0) return { and: [kind, ...more].map((each) => kindOf(each, universe)) };
  if (kind.includes("*")) return { name: kind };
  const dirs = universe?.dirs ?? [];
  const held =
    kind === "test" ? dirs.filter((dir) => ofTests.test(dir) && !ofTests.test(dir.replace(/\/[^/]*$/, ""))) : [];
  if (held.length === 0) return { kind };
  const inside = either(held.map((name): Filter => ({ in: { name } })));
  return { or: [{ kind }, { and: [{ kind: "code" }, inside] }] };
}
