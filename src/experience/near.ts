import { type Episode, eventIn, type Label, wordsOf } from "./episode.ts";
import { openSegments, runTerm, wordTerm } from "./indexing.ts";
import { type Lines, readLines } from "./lines.ts";
import { alike, type Corpus, corpusOf, weightIn } from "./recall.ts";
import type { Segment } from "./segment.ts";

/** Events that may have to do with a question, what was said of them, and the questions among which its words are rare. */
export type Near = { events: (Episode | Label)[]; unread: number; corpus: Corpus };

/** Bytes that are read from the end where no index covers them. */
const longest = 8 << 20;
/** Events of words that are looked at, in all; episodes that are read, different questions among them, and those whose labels are. */
const most = { postings: 16_384, read: 128, questions: 48, labels: 16 };

const nothing: Near = { events: [], unread: 0, corpus: corpusOf([]) };

/**
 * The events of a file that share rare words with a question, the likeliest and newest of them, and all that no index covers yet. Throws
 * what the file system says.
 */
export function eventsNear(file: string, question: string): Near {
  return opened(file, nothing, (lines, segments) => {
    const tail = tailOf(lines, segments);
    const corpus = corpusIn(segments, tail.events);
    const wanted = wordsOf(question);
    const words = rarest(wanted, corpus);
    const found = episodesNear(lines, segments, words);
    const labels = found.slice(0, most.labels).flatMap(({ run }) => labelsIn(lines, segments, run));
    const later = tail.events.filter((event) => "label" in event || holds(event, words));
    const events = [...found, ...labels, ...later];
    const unread = segments.reduce((sum, segment) => sum + segment.unread, tail.unread);
    const others = events.flatMap((event) => ("label" in event ? [] : [...wordsOf(event.question)]));
    const counts = new Map([...wanted, ...others].map((word) => [word, corpus.count(word)]));
    return { events, unread, corpus: { size: corpus.size, count: (word) => counts.get(word) ?? 0 } };
  });
}

function holds({ question }: Episode, words: [string, number][]): boolean {
  const own = wordsOf(question);
  return words.some(([word]) => own.has(word));
}

/** What was said of a run, in the order in which it was. Throws what the file system says. */
export function labelsOf(file: string, run: string): Label[] {
  return opened(file, [], (lines, segments) => {
    const later = tailOf(lines, segments).events.flatMap((event) =>
      "label" in event && event.run === run ? event : [],
    );
    return [...labelsIn(lines, segments, run), ...later];
  });
}

function opened<T>(file: string, none: T, read: (lines: Lines, segments: Segment[]) => T): T {
  const lines = readLines(file);
  if (!lines) return none;
  const segments = openSegments(file, lines.ino);
  try {
    return read(lines, segments);
  } finally {
    for (const segment of segments) segment.close();
    lines.close();
  }
}

function tailOf(lines: Lines, segments: Segment[]): Pick<Near, "events" | "unread"> {
  const from = segments.at(-1)?.to ?? 0;
  const start = Math.max(from, lines.size - longest);
  const events: Near["events"] = [];
  let unread = 0;
  for (const { text, at } of lines.from(start)) {
    // What a cut begins with is the end of a line.
    if (text === "" || (at === start && start > from)) continue;
    const event = eventIn(text);
    if (event === null) unread += 1;
    else if (!("shape" in event)) events.push(event);
  }
  return { events, unread };
}

/** How rare words are: in the largest segment, and where there is none in what was read. */
function corpusIn(segments: Segment[], events: Near["events"]): Corpus {
  const [largest] = segments.toSorted((a, b) => b.events - a.events);
  if (!largest) return corpusOf(events.flatMap((event) => ("label" in event ? [] : [wordsOf(event.question)])));
  const known = new Map<string, number>();
  const count = (word: string) => {
    const counted = known.get(word) ?? largest.count(wordTerm(word));
    known.set(word, counted);
    return counted;
  };
  return { size: largest.events, count };
}

/**
 * The words of a question of which another must share at least one to be alike, rarest first, with their weights (prefix filtering,
 * Chaudhuri et al. 2006): what the others weigh together is too little.
 */
function rarest(words: ReadonlySet<string>, corpus: Corpus): [word: string, weight: number][] {
  const weight = weightIn(corpus);
  const all = [...words].map((word): [string, number] => [word, weight(word)]).toSorted((a, b) => b[1] - a[1]);
  const total = all.reduce((sum, [, each]) => sum + each, 0);
  let before = 0;
  return all.filter(([, each]) => {
    const isNeeded = total - before >= alike * total;
    before += each;
    return isNeeded;
  });
}

/** Episodes that hold the words, those that hold most of their weight first, and of these the newest. */
function episodesNear(lines: Lines, segments: Segment[], words: [string, number][]): Episode[] {
  const shared = new Map<number, number>();
  const firsts = segments.map((_, at) => segments.slice(0, at).reduce((sum, { events }) => sum + events, 0));
  let left = most.postings;
  for (const [word, weight] of words) {
    for (let at = segments.length - 1; at >= 0 && left > 0; at -= 1) {
      const held = segments[at]!.holding(wordTerm(word), left);
      left -= held.length;
      for (const event of held) shared.set(firsts[at]! + event, (shared.get(firsts[at]! + event) ?? 0) + weight);
    }
  }
  const episodes: Episode[] = [];
  const questions = new Set<string>();
  for (const number of heaviest(shared)) {
    const at = firsts.findLastIndex((first) => first <= number);
    const segment = segments[at]!;
    const event = eventIn(lines.one(segment.from + segment.offset(number - firsts[at]!)));
    if (event === null || !("question" in event)) continue;
    episodes.push(event);
    questions.add(event.question);
    if (questions.size >= most.questions) break;
  }
  return episodes;
}

/** The events that hold most of the weight, the newest of them first. */
function heaviest(shared: ReadonlyMap<number, number>): number[] {
  const groups = Map.groupBy(shared.keys(), (event) => shared.get(event)!);
  const best: number[] = [];
  for (const weight of [...groups.keys()].sort((a, b) => b - a)) {
    best.push(
      ...groups
        .get(weight)!
        .sort((a, b) => b - a)
        .slice(0, most.read - best.length),
    );
    if (best.length >= most.read) break;
  }
  return best;
}

function labelsIn(lines: Lines, segments: Segment[], run: string): Label[] {
  return segments.flatMap((segment) =>
    [...segment.holding(runTerm(run), most.read)].flatMap((event) => {
      const said = eventIn(lines.one(segment.from + segment.offset(event)));
      return said !== null && "label" in said && said.run === run ? [said] : [];
    }),
  );
}
