import type { Store, StoredPassage } from "../store/store.ts";
import { buildLexis, type Lexis, type Source } from "../text/lexis.ts";
import type { Vocabulary } from "../text/word.ts";
import { buildVectors, type Vectors } from "./dense.ts";
import type { Index } from "./first.ts";
import { buildGraph, type Graph, type Trie } from "./graph.ts";
import { type Part, pack, unpack } from "./pack.ts";
import type { Corpus } from "./question.ts";

/** Raised whenever words or names would be read differently; what was kept under another name is made anew. */
const kept = "corpus-2";

/**
 * The chunks of an index, ready to be ranked. What is made of the whole corpus is kept in the index until it changes; of
 * some files (`chosen`) it is made each time. Vectors are used once every chunk has one.
 */
export function assemble(store: Store, encoder: string | null, chosen?: (path: string) => boolean): Index {
  return store.snapshot(() => {
    const corpus = chosen ? build(store, chosen) : (load(store) ?? build(store));
    return { ...corpus, vectors: encoder === null ? null : loadVectors(store, encoder, corpus.lexis.ids) };
  });
}

/** Makes what search needs of the whole corpus and keeps it, so that no search has to. */
export function prepareCorpus(store: Store): void {
  if (!store.derives(kept))
    keepAssembled(
      store,
      store.version(),
      store.snapshot(() => build(store)),
    );
}

/** Keeps what was made of the whole corpus, if it still is as it was. */
export function keepAssembled(store: Store, version: number, corpus: Corpus): void {
  if (!store.derives(kept)) store.keep(kept, version, packCorpus(corpus));
}

function build(store: Store, chosen?: (path: string) => boolean): Corpus {
  const sources: Source[] = [];
  for (const passage of store.passages()) if (chosen?.(passage.path) ?? true) sources.push(sourceOf(passage));
  const lexis = buildLexis(sources);
  return { lexis, graph: buildGraph(lexis) };
}

/** A chunk is about what its innermost heading names, or else its document's own title. */
function sourceOf({ id, title, inferred, heading, text, language }: StoredPassage): Source {
  const own = inferred ? "" : title;
  const parts = heading === "" ? [] : heading.split(" > ");
  const subject = parts.pop() ?? own;
  const above = [own, ...parts].filter((part) => part !== "" && part !== subject);
  return { id, title: subject, text: above.length === 0 ? text : `${above.join(". ")}.\n\n${text}`, language };
}

/** The vectors in the order of the passages; null while one is missing. */
function loadVectors(store: Store, encoder: string, ids: Float64Array): Vectors | null {
  if (ids.length === 0 || store.embedded(encoder) < ids.length) return null;
  const places = new Map([...ids].map((id, place) => [id, place]));
  let rows: Float32Array | undefined;
  let found = 0;
  for (const { id, value } of store.vectors(encoder)) {
    const place = places.get(id);
    if (place === undefined) continue;
    rows ??= new Float32Array(ids.length * value.length);
    rows.set(value, place * value.length);
    found += 1;
  }
  return rows && found === ids.length ? buildVectors(rows, rows.length / ids.length) : null;
}

function load(store: Store): Corpus | null {
  const packed = store.derived(kept);
  return packed && unpackCorpus(unpack(packed));
}

function packCorpus({ lexis, graph }: Corpus): Uint8Array {
  const { vocabulary, mean, ...arrays } = lexis;
  const { names, known: _, titles, mentions, places, things, holders, pages, weights, subjects } = graph;
  return pack({
    ...arrays,
    mean: Float64Array.of(mean),
    words_: vocabulary.words,
    forms: vocabulary.forms,
    stems: Int32Array.from(vocabulary.stems),
    names,
    titles: Uint32Array.from(flatten(titles)),
    ...Object.fromEntries(
      Object.entries({ mentions, things, holders_: holders, pages }).flatMap(([name, { starts, columns }]) => [
        [`${name}.starts`, starts],
        [`${name}.columns`, columns],
      ]),
    ),
    places,
    weights,
    subjects,
  });
}

function unpackCorpus(parts: Record<string, Part>): Corpus {
  const part = <T extends Part>(name: string) => parts[name] as T;
  const numbers = (name: string) => part<Uint32Array>(name);
  const sparse = (name: string) => ({ starts: numbers(`${name}.starts`), columns: numbers(`${name}.columns`) });
  const places = (list: string[]) => new Map(list.map((word, place) => [word, place]));
  const [words, forms, names] = ["words_", "forms", "names"].map((name) => part<string[]>(name));
  const vocabulary: Vocabulary = {
    words: words!,
    numbers: places(words!),
    stems: [...part<Int32Array>("stems")],
    forms: forms!,
    roots: places(forms!),
  };
  const lexis: Lexis = {
    vocabulary,
    ids: part("ids"),
    words: numbers("words"),
    starts: numbers("starts"),
    bodies: numbers("bodies"),
    heads: numbers("heads"),
    holders: numbers("holders"),
    counts: part("counts"),
    lengths: part("lengths"),
    mean: part<Float64Array>("mean")[0]!,
  };
  const graph: Graph = {
    names: names!,
    known: places(names!),
    titles: grow(numbers("titles")),
    mentions: sparse("mentions"),
    places: numbers("places"),
    things: sparse("things"),
    holders: sparse("holders_"),
    weights: part("weights"),
    subjects: part("subjects"),
    pages: sparse("pages"),
  };
  return { lexis, graph };
}

/** A trie as its paths: how many words, the words, the thing. */
function flatten(trie: Trie, path: number[] = [], paths: number[] = []): number[] {
  if (trie.thing >= 0) paths.push(path.length, ...path, trie.thing);
  for (const [word, next] of trie.next) flatten(next, [...path, word], paths);
  return paths;
}

function grow(paths: Uint32Array): Trie {
  const trie: Trie = { next: new Map(), thing: -1 };
  for (let at = 0; at < paths.length; ) {
    const size = paths[at]!;
    let node = trie;
    for (const word of paths.subarray(at + 1, at + 1 + size)) {
      const next = node.next.get(word) ?? { next: new Map(), thing: -1 };
      node.next.set(word, next);
      node = next;
    }
    node.thing = paths[at + 1 + size]!;
    at += size + 2;
  }
  return trie;
}
