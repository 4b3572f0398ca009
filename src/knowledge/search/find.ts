import { ErgoError, problem } from "../../core/error.ts";
import type { Passage, Retrieved, Why } from "../../core/evidence.ts";
import type { Encoder } from "../../core/model.ts";
import { isVerbatim } from "../ingest/format.ts";
import type { Store } from "../store/store.ts";
import { type Found, type TextSearch, textSearch } from "../store/text.ts";
import { isCopy, type Sketch, sketchOf } from "../text/alike.ts";
import { findContrast } from "../text/contrast.ts";
import { originOf } from "../text/made.ts";
import { findAsks, findTerms, held, stemsOf } from "../text/term.ts";
import { inside } from "./inside.ts";
import { byMeaning } from "./meaning.ts";
import { withNamed } from "./named.ts";
import { createRecall, type FindReranker, type Means } from "./recall.ts";
import { releaseNamed } from "./release.ts";
import { agreement, search } from "./weigh.ts";
import { openingsNamed, wholeOf } from "./whole.ts";

/** How many passages recall brings up, and how much its first one counts, by how firmly the question names things. */
const recalled = 24;
const trust = { subject: 0.5, thing: 0, nothing: 0 };

/** Passages of a document that stands on one side of a comparison. */
const openings = 2;

/** Finds passages in an index as it is. */
export type Finder = {
  /** The `k` best by words, names, chains and meaning: of a corpus, each document once before any comes again. */
  find(question: string, k: number): Promise<Pick<Retrieved, "passages" | "degraded">>;
  /** `k` passages to answer from, at most half of them from one document while others are left. */
  read(question: string, k: number, signal?: AbortSignal): Promise<Omit<Retrieved, "corpus">>;
};

/** `chosen` keeps to some of the files; `reranker` is opened by the first question that wants it. */
export function createFinder(
  store: Store,
  options: { encoder: Encoder | null; reranker: FindReranker; chosen?: (path: string) => boolean },
): Finder {
  const { encoder, reranker, chosen } = options;
  const recall = createRecall(store, encoder, { reranker, ...(chosen ? { chosen } : {}) });
  const ranking = async (question: string, signal?: AbortSignal) => {
    const { found, means } = await recall.find(question, recalled, signal);
    const { passages } = store.totals();
    const worded = search(textSearch(store, chosen), question, passages, found, trust[means.names]);
    if (!encoder) return { ranked: worded, means };
    const { ranked, failed } = await byMeaning(store, encoder, question, worded, signal);
    // Chains over all passages count only where the question names what some are about.
    const isWhole = means.vectors || (failed === null && means.names !== "subject");
    return { ranked, means: { ...means, vectors: isWhole, reason: isWhole ? null : (failed ?? means.reason) } };
  };
  /** What lies in the folder that the question names. */
  const within = (question: string): Found[][] => {
    const folder = inside(store, question, chosen);
    if (!folder) return [];
    const opening = introduces(folder.text, question, folder.name);
    return [opening ?? search(folder.text, question, store.totals().passages, [], 0)];
  };
  /** What tells of each of the things that the question sets side by side. */
  const beside = async (question: string, k: number, signal?: AbortSignal): Promise<Found[][]> => {
    const told: Found[][] = [];
    for (const side of findContrast(question)?.sides ?? []) {
      const { ranked } = await ranking(side, signal);
      told.push(inTurn([openingsNamed(store, side, chosen).slice(0, openings), spread(ranked, k, side)]));
    }
    return told;
  };
  return {
    async find(question, k) {
      const { found, means } = await recall.find(question, 3 * k);
      const alone = means.vectors || means.names === "subject";
      const byText = () => search(textSearch(store, chosen), question, store.totals().passages, found, 0);
      const ranked = alone ? found : byText().map(byWords);
      const named = withNamed(store, question, oneEach(ranked), chosen);
      return { passages: named.slice(0, k).map(toPassage), ...lacking(means, encoder, store) };
    },
    async read(asked, k, signal) {
      const respelled = recall.respell(asked);
      const question = respelled?.question ?? asked;
      const unheard = recall.unheard(question);
      const said = { ...(respelled ? { respelled } : {}), ...(unheard.length > 0 ? { unheard } : {}) };
      const text = textSearch(store, chosen);
      const whole = wholeOf(store, asked, chosen) ?? (respelled && wholeOf(store, question, chosen));
      if (whole) return { passages: whole.passages.map(toPassage), outline: whole.outline };
      const opening = introduces(text, question);
      if (opening) return { passages: spread(opening, k, question).map(toPassage), ...said };
      const { ranked, means } = await ranking(question, signal);
      const embedder = means.vectors ? encoder?.name : undefined;
      const models = { ...(embedder ? { embedder } : {}), ...(means.reranker ? { reranker: means.reranker } : {}) };
      const used = Object.keys(models).length > 0 ? { models } : {};
      const release = releaseNamed(store, question, chosen);
      const lists = [release, ...within(question), ...(await beside(question, k, signal)), ranked];
      return {
        passages: withNamed(store, asked, spread(inTurn(lists), k, question), chosen)
          .slice(0, k)
          .map(toPassage),
        ...said,
        ...used,
        ...lacking(means, encoder, store),
      };
    },
  };
}

/** Passages of several lists in turn, each once. */
function inTurn(lists: readonly Found[][]): Found[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? []));
  return [...new Map(turns.flat().map((passage) => [passage.id, passage])).values()];
}

/** What would have had a say and could not: the reranker, and an encoder that is here. */
function lacking(
  { problem: unread, vectors, reason }: Means,
  encoder: Encoder | null,
  store: Store,
): Pick<Retrieved, "degraded"> {
  const role = "embedder";
  const without = "passages are found by text and graph alone";
  const remedy = "`ergo ingest` makes vectors, and says what keeps it from that";
  const lost = encoder !== null && !vectors && reason !== null && store.totals().passages > 0;
  const unseen = lost ? problem(new ErgoError("ENCODER_NONE", { role, detail: reason, without, remedy })) : null;
  const degraded = [unread, unseen].filter((each) => each !== null);
  return degraded.length > 0 ? { degraded } : {};
}

/** The opening of a folder's README where a question asks what the folder is, by its title or by what it is `called`. */
function introduces(store: TextSearch, question: string, called?: string): Found[] | null {
  const asks = findAsks(question);
  const isAskedWhat = asks.has("definition") || (called !== undefined && asks.has("action"));
  if (!isAskedWhat) return null;
  const opening = store.opening(8);
  const terms = findTerms(question).map((term) => ({ ...term, weight: 1 }));
  return agreement(terms, called ?? opening[0]?.title ?? "") === 1 ? opening : null;
}

/** The first passage of each document of a corpus, then the rest. */
function oneEach<T extends Found>(ranked: T[]): T[] {
  const seen = new Set<string>();
  const rest: T[] = [];
  const first = ranked.filter((passage) => {
    const key = `${passage.path}\n${passage.doc}`;
    if (passage.doc === null || !seen.has(key)) return seen.add(key);
    rest.push(passage);
    return false;
  });
  return [...first, ...rest];
}

/**
 * The first `k`, at most half of them from one document while others are left: what people wrote before copies and samples, and what
 * programs wrote last; a near copy that holds no more of the question behind the others.
 */
function spread(ranked: Found[], k: number, question: string): Found[] {
  const most = Math.max(2, Math.ceil(k / 2));
  const taken = new Map<string, number>();
  const chosen: { passage: Found; sketch: Sketch }[] = [];
  const rest: Found[] = [];
  const terms = findTerms(question);
  const repeats = (passage: Found, sketch: Sketch) => {
    const known = chosen.filter((other) => isCopy(sketch, other.sketch)).map((other) => stemsOf(other.passage.text));
    if (known.length === 0) return false;
    const stems = stemsOf(passage.text);
    return !terms.some((term) => held(stems, term) > 0 && known.every((other) => held(other, term) === 0));
  };
  for (const passage of byOrigin(ranked, question)) {
    if (chosen.length === k) break;
    const key = `${passage.path}\n${passage.doc ?? ""}`;
    const count = taken.get(key) ?? 0;
    const sketch = sketchOf(passage.text);
    if (count >= most || repeats(passage, sketch)) rest.push(passage);
    else {
      chosen.push({ passage, sketch });
      taken.set(key, count + 1);
    }
  }
  return [...chosen.map(({ passage }) => passage), ...rest].slice(0, k);
}

/** Copies lie where they are meant if the question names their folder. */
function byOrigin(ranked: readonly Found[], question: string): Found[] {
  const orders = { written: 0, copied: 1, made: 2 };
  const words = new Set(question.toLowerCase().match(/[\p{L}\d_-]+/gu));
  const order = ({ path, text, first }: Found) => {
    const origin = originOf(path, text, first);
    const isMeant =
      origin === "copied" &&
      path
        .toLowerCase()
        .split("/")
        .some((part) => words.has(part));
    return isMeant ? orders.written : orders[origin];
  };
  return ranked.toSorted((a, b) => order(a) - order(b));
}

/** A passage as answers and search name it. */
/** What a search of the texts found, whose score is that of its words. */
function byWords(found: Found & { why?: Why }): Found & { why?: Why } {
  return found.why ? found : { ...found, why: { text: found.score, graph: 0 } };
}

export function toPassage(found: Found & { why?: Why }): Passage {
  const { why, path, doc, title, heading, first, last, page, lead, format, text, score, hash, bytes } = found;
  return {
    path,
    ...(doc === null ? {} : { doc }),
    title,
    heading,
    lines: [first, last],
    ...(page === null ? {} : { page }),
    ...(isVerbatim(format) ? {} : { rendered: true }),
    ...(lead === 0 ? {} : { lead }),
    text,
    score,
    ...(why ? { why } : {}),
    source: { hash, size: bytes },
  };
}
