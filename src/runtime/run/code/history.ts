import type { HistoryQuestion } from "../../../code/ask/history.ts";
import type { Draft } from "../../../core/answer.ts";
import { compileGlob } from "../../../core/glob.ts";
import type { HistoryFacts } from "../../../core/project.ts";
import { blank } from "../../../engines/state.ts";
import { placesIn } from "../../../language/link.ts";
import { bounds, spanOf } from "../../../language/span.ts";
import { call, equals } from "../../../proof/build.ts";
import { renaming } from "../../../proof/history.ts";
import { concluded, type Said } from "../conclude.ts";
import { headed, holds, type Look, numbered } from "./look.ts";
import { said } from "./said.ts";
import { scoped } from "./scope.ts";

type Commit = HistoryFacts["commits"][number];

/** What of a history a question is about: commits and files, how both are called, and what must be said beside. */
type Told = {
  look: Look;
  asked: HistoryQuestion;
  all: readonly Commit[];
  commits: Commit[];
  isMeant: (file: string) => boolean;
  /** The one file that is asked about, and the words for what is. */
  path: string | null;
  what: string;
  by: string;
  when: string;
  but: string;
  notes: string[];
};

/** So many commits or files are told. */
const most = { commits: 20, files: 60, authors: 8 };

/**
 * Answers what changed, when, how often and by whom, as the repository of the folder tells it. `now`: milliseconds since 1970. "no_plan" where a place
 * isn't here, or there is no repository and the times of files tell something like it.
 */
export async function answerHistory(look: Look, asked: HistoryQuestion, now: number): Promise<Draft> {
  const { board, asking } = look;
  board.add(await asking.observe([{ see: "history", path: "." }], asking.signal));
  const observation = board.history();
  if (!observation?.seen.ok) return blank("no_plan", "The history of the folder can't be read.");
  const { because } = observation.seen;
  if (because !== null) {
    if (asked.yields) return blank("no_plan", because);
    const text = `There is no history to tell it from: ${because}. The dates of files are no record of who changed what.`;
    return await concluded([{ text, seen: [{ seen: observation }] }], board, asking, [look.glob]);
  }
  const told = toldBy(look, asked, observation.seen, now);
  if (told === null) return blank("no_plan", "What the question names is not here.");
  const authors = [...new Set(told.all.map(({ author }) => author))];
  const {
    text,
    list = [],
    claim,
  } = isUnknown(asked.who, authors)
    ? { text: `No commit is by ${asked.who}; the authors are ${authors.slice(0, most.authors).join(", ")}.` }
    : answers[asked.asks](told);
  const isProven = claim !== undefined && (await holds(look, claim));
  const one: Said = isProven ? { text, claim } : { text, seen: [{ seen: observation }] };
  return await concluded([one], board, asking, [look.glob], [...list, ...told.notes]);
}

type Answer = { text: string; list?: string[]; claim?: ReturnType<typeof equals> };

const answers: Record<HistoryQuestion["asks"], (told: Told) => Answer> = {
  last: (told) => {
    const [newest] = told.commits;
    if (!newest) return nothing(told);
    return {
      text: `${told.what} was last changed by ${newest.author} on ${day(newest)} (${named(newest)}); ${numbered(told.commits.length, "commit")}${told.when} in all, by ${authorsOf(told).list}.`,
    };
  },
  authors: (told) => {
    if (told.commits.length === 0) return nothing(told);
    const { count, list } = authorsOf(told);
    return { text: `${count === 1 ? "1 person" : `${count} people`} changed ${told.what}${told.when}: ${list}.` };
  },
  first: (told) => {
    const oldest = told.commits.at(-1);
    if (!oldest) return nothing(told);
    return { text: `${told.what} came in by ${oldest.author} on ${day(oldest)} (${named(oldest)}).` };
  },
  often: (told) => {
    const { path, commits } = told;
    const isOfAll = path !== null && told.by === "" && told.when === "";
    const text = `${told.what} was changed in ${numbered(commits.length, "commit")}${told.by}${told.when}.`;
    return isOfAll ? { text, claim: equals(call("churn", path), commits.length) } : { text };
  },
  commits: (told) => {
    const { commits: taken, asked, look, what } = told;
    const where =
      look.dirs.length > 0 || told.path !== null ? ` ${taken.length === 1 ? "changes" : "change"} ${what}` : "";
    const text = `${numbered(taken.length, "commit")}${told.by}${told.when}${where}.`;
    const list = taken
      .slice(0, most.commits)
      .map((each) => `${day(each)} ${each.author}: ${each.subject} (${hash(each)})`);
    return asked.how === "count" ? { text } : { text, list };
  },
  files: filesChanged,
  any: (told) => {
    const look = { ...told.look, polar: said(told.asked.language) };
    const [newest] = told.commits;
    if (!newest) return { ...nothing(told), text: headed(look, false, nothing(told).text) };
    const text = `${told.what} was changed in ${numbered(told.commits.length, "commit")}${told.by}${told.when}, last on ${day(newest)} (${named(newest)}).`;
    return { text: headed(look, true, text) };
  },
  most: (told) => {
    const isOfAuthors = told.asked.of === "authors";
    const found = tally(
      told.commits.flatMap((each) => (isOfAuthors ? [each.author] : each.files.filter(told.isMeant))),
    );
    const [first] = found;
    if (!first) return nothing(told);
    const ties = found.filter(([, count]) => count === first[1]);
    const names = ties.slice(0, most.authors).map(([name]) => name);
    const more = ties.length > names.length ? ` and ${ties.length - names.length} more` : "";
    const each = ties.length > 1 ? " each" : "";
    const count = numbered(first[1], "commit");
    const what = told.look.dirs.length > 0 || told.path !== null ? ` to ${told.what}` : "";
    const text = isOfAuthors
      ? `${names.join(", ")}${more} made the most commits${what}${told.when}: ${first[1]}${each}.`
      : `${names.join(", ")}${more} ${ties.length > 1 ? "were" : "was"} changed most often${told.by}${told.when}: in ${count}${each}.`;
    return { text, list: found.slice(ties.length, ties.length + 9).map(([name, n]) => `${name}: ${n}`) };
  },
};

/** Who made commits, each with how many. */
function authorsOf({ commits }: Told): { count: number; list: string } {
  const authors = tally(commits.map(({ author }) => author));
  const by = authors.slice(0, most.authors).map(([author, count]) => `${author} (${count})`);
  const more = authors.length > by.length ? ` and ${authors.length - by.length} more` : "";
  return { count: authors.length, list: `${by.join(", ")}${more}` };
}

/** The files that commits change, or that came in by one; those that are no longer here are counted apart. */
function filesChanged(told: Told): Answer {
  const { asked, look, all, commits } = told;
  const born = new Map(all.flatMap((each) => each.files.map((file) => [file, each.hash] as const)));
  const isNew = ({ hash: id, renamed = [] }: Commit, file: string) =>
    born.get(file) === id && !renamed.some(({ to }) => to === file);
  const changed = commits.flatMap((each) =>
    each.files.filter((file) => told.isMeant(file) && (!asked.added || isNew(each, file))),
  );
  const here = new Set(look.universe.files);
  const files = tally(changed).map(([file]) => file);
  const found = files.filter((file) => here.has(file));
  const gone = files.length - found.length;
  const text = `${numbered(found.length, "file")} ${found.length === 1 ? "was" : "were"} ${asked.added ? "added" : "changed"}${told.by}${told.when}${told.but}, by the history of the repository${gone > 0 ? `, and ${gone} more that ${gone === 1 ? "is" : "are"} no longer here` : ""}${found.length > 0 && asked.how === "list" ? ":" : "."}`;
  const list = asked.how === "list" ? found.slice(0, most.files) : [];
  const rest = asked.how === "list" && found.length > list.length ? [`… and ${found.length - list.length} more`] : [];
  return { text, list: [...list, ...rest, ...(found.length === 0 ? [uncommitted] : [])] };
}

const uncommitted = "What was changed without a commit is not in it.";

function nothing({ what, by, when }: Told): Answer {
  return { text: `No commit${by}${when} changes ${what}.`, list: [uncommitted] };
}

/** What of the history a question means; null where a place or time of it is none. */
function toldBy(look: Look, asked: HistoryQuestion, facts: HistoryFacts, now: number): Told | null {
  const { files, who, language } = asked;
  const spans = files.times.map((when) => spanOf(when, language, now));
  const within = scoped(look, { ...files, times: [] });
  const places = placesIn(files.places, look.universe);
  if (within === null || places === null || spans.includes(null)) return null;
  const { matches } = compileGlob(within.glob);
  const isMeant = (file: string) => matches(file) && within.wanted?.(file) !== false;
  const isWhole = within.wanted === null && files.places.length === 0;
  const isThen = ({ date }: Commit) =>
    spans.every((span) => {
      const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = bounds(span!);
      return Date.parse(date) >= from && Date.parse(date) < to;
    });
  // Where it isn't read whole, nobody knows what came in before.
  if (!facts.whole && (asked.added || asked.asks === "first")) return null;
  const { latest, asks } = asked;
  const isMine = (each: Commit) => isThen(each) && isBy(each, who) && (isWhole || each.files.some(isMeant));
  // The last commits by Ann are hers; what changed in the last ones is of anybody's.
  const isOfCommits = asks === "commits" && latest !== null;
  const reach = latest === null || isOfCommits ? facts.commits : facts.commits.slice(0, latest);
  const mine = reach.filter(isMine);
  const path = places.length === 1 && places[0]!.is === "file" ? places[0]!.path : null;
  const before = path === null ? null : renaming(path, facts);
  return {
    ...{ look: within, asked, all: facts.commits, isMeant, path },
    commits: isOfCommits ? mine.slice(0, latest) : mine,
    what: places.length > 0 ? places.map((place) => place.path).join(", ") : "the folder",
    by: who === null ? "" : ` by ${who}`,
    when: `${files.times
      .map(({ is, said: text }) => ` (${is === "on" || is === "within" ? "" : `${is} `}${text})`)
      .join(
        "",
      )}${latest === null || isOfCommits ? "" : latest === 1 ? " in the last commit" : ` in the last ${latest} commits`}`,
    but: files.not.names.length > 0 ? `, ${files.not.names.join(", ")} left out` : "",
    notes: [
      ...(facts.whole ? [] : ["The history was not read whole."]),
      ...(before === null ? [] : [`Renamed: ${before}.`]),
    ],
  };
}

/** Whether a commit is by whom is named, by one of the names. */
function isBy({ author }: Pick<Commit, "author">, who: string | null): boolean {
  const words = author.toLowerCase().split(/[\s,.]+/);
  return (
    who === null ||
    who
      .toLowerCase()
      .split(/\s+/)
      .every((name) => words.includes(name) || author.toLowerCase() === name)
  );
}

function isUnknown(who: string | null, authors: readonly string[]): boolean {
  return who !== null && !authors.some((author) => isBy({ author }, who));
}

function hash({ hash: id }: Commit): string {
  return id.slice(0, 10);
}

function day({ date }: Commit): string {
  return date.slice(0, 10);
}

function named(commit: Commit): string {
  return `${hash(commit)}: ${commit.subject}`;
}

/** Names with how often each stands there, the most frequent first. */
function tally(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
