import type { Draft } from "../../../core/answer.ts";
import type { HistoryFacts } from "../../../core/project.ts";
import { blank } from "../../../engines/state.ts";
import { renaming } from "../../../proof/history.ts";
import { concluded } from "../conclude.ts";
import { isIn, type Look, numbered } from "./look.ts";

const day = 86_400_000;

/** What changed, when, how often and by whom, as the repository of the folder tells it. `now`: milliseconds since 1970. */
export async function history(
  { look, parts }: { look: Look; parts: ReadonlySet<string> },
  now: number,
): Promise<Draft> {
  const { board, asking } = look;
  board.add(await asking.observe([{ see: "history", path: "." }], asking.signal));
  const observation = board.history();
  if (!observation?.seen.ok) return blank("no_plan", "The history of the folder can't be read.");
  const seen = [{ seen: observation }];
  const { commits, because, whole } = observation.seen;
  const say = (text: string, list: string[] = []) => concluded([{ text, seen }], board, asking, [look.glob], list);
  if (because !== null)
    return await say(
      `There is no history to tell it from: ${because}. The dates of files are no record of who changed what.`,
    );
  const since = parts.has("day")
    ? now - 2 * day
    : parts.has("week")
      ? now - 7 * day
      : parts.has("month")
        ? now - 31 * day
        : null;
  const [, last] = /\b(?:last|latest) (\d+) commits?\b/i.exec(look.question) ?? [];
  const path = look.files[0];
  const within = commits.filter(
    ({ date, files }) =>
      (since === null || Date.parse(date) >= since) &&
      (path === undefined || files.includes(path)) &&
      (look.dirs.length === 0 || files.some((file) => isIn(look.dirs, file))),
  );
  const taken = last ? within.slice(0, Number(last)) : within;
  const before = path === undefined ? null : renaming(path, observation.seen);
  const note = [
    ...(whole ? [] : ["The history was not read whole."]),
    ...(before === null ? [] : [`Renamed: ${before}.`]),
  ];
  const what = path ?? (look.dirs.length > 0 ? look.dirs.join(", ") : "the folder");
  if (taken.length === 0) return await say(`No commit${since === null ? "" : " of that time"} changes ${what}.`, note);
  const [first] = taken;
  const newest = `${first!.hash.slice(0, 10)} of ${first!.date.slice(0, 10)} by ${first!.author}: ${first!.subject}`;
  if (parts.has("often")) return await say(...ranking(look, taken, parts.has("who"), note));
  if (path !== undefined || (since === null && !last)) {
    const authors = tally(taken.map(({ author }) => author));
    return await say(
      `${what} was last changed by ${first!.author} on ${first!.date.slice(0, 10)} (${newest}); ${numbered(taken.length, "commit")} in all, by ${authors
        .map(([author, count]) => `${author} (${count})`)
        .slice(0, 8)
        .join(", ")}.`,
      note,
    );
  }
  const files = tally(taken.flatMap((commit) => inScope(look, commit)));
  return await say(
    `${numbered(taken.length, "commit")}${last ? "" : " of that time"} change${taken.length === 1 ? "s" : ""} ${numbered(files.length, "file")}: ${files
      .slice(0, 40)
      .map(([file]) => file)
      .join(", ")}.`,
    note,
  );
}

function ranking(look: Look, commits: HistoryFacts["commits"], byAuthor: boolean, note: string[]): [string, string[]] {
  const found = tally(
    byAuthor ? commits.map(({ author }) => author) : commits.flatMap((commit) => inScope(look, commit)),
  );
  const [first] = found;
  if (!first) return ["No file was changed.", note];
  const list = found.slice(1, 10).map(([name, count]) => `${name}: ${count}`);
  return [
    byAuthor
      ? `${first[0]} made the most commits: ${first[1]}.`
      : `${first[0]} was changed most often: in ${numbered(first[1], "commit")}.`,
    [...list, ...note],
  ];
}

function inScope({ dirs, universe }: Look, { files }: HistoryFacts["commits"][number]): string[] {
  const known = new Set(universe.files);
  return files.filter((file) => known.has(file) && (dirs.length === 0 || isIn(dirs, file)));
}

function tally(names: string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
