import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../src/core/digest.ts";
import { openEncoder, openReranker } from "../src/model/encoder/encoder.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";

/** An encoder that keeps what it made in `$ERGO_HOME/cache`, so that a bench runs again quickly. */
export type Cached = {
  name: string;
  dimensions: number;
  encode(texts: string[]): Promise<Float32Array[]>;
  /** Milliseconds and texts that were really encoded since the start. */
  spent: { ms: number; texts: number };
  save(): void;
  close(): Promise<void>;
};

const atOnce = 256;

export async function openCached(): Promise<Cached> {
  const opened = await openEncoder({ home: ergoHome() });
  if (!opened.ok) throw new Error(`${opened.error.message} ${opened.error.remedy}`);
  const { name, dimensions, key, embed, close } = opened.value;
  const folder = join(ergoHome(), "cache");
  const file = join(folder, `bench-${sha256(key).slice(0, 12)}`);
  const known = read(file, dimensions);
  const spent = { ms: 0, texts: 0 };
  return {
    name,
    dimensions,
    spent,
    async encode(texts) {
      const missing = [...new Set(texts.filter((text) => !known.has(sha256(text))))];
      for (let at = 0; at < missing.length; at += atOnce) {
        const part = missing.slice(at, at + atOnce);
        const began = performance.now();
        const made = await embed(part);
        spent.ms += performance.now() - began;
        spent.texts += part.length;
        if (!made.ok) throw new Error(made.error.message);
        for (const [place, vector] of made.value.vectors.entries()) known.set(sha256(part[place]!), vector);
      }
      return texts.map((text) => known.get(sha256(text))!);
    },
    save() {
      mkdirSync(folder, { recursive: true });
      // Another bench may have saved meanwhile.
      for (const [key, vector] of read(file, dimensions)) if (!known.has(key)) known.set(key, vector);
      const vectors = new Float32Array(known.size * dimensions);
      for (const [at, vector] of [...known.values()].entries()) vectors.set(vector, at * dimensions);
      writeFileSync(`${file}.new`, [...known.keys()].join("\n"));
      writeFileSync(`${file}.f32`, vectors);
      renameSync(`${file}.new`, `${file}.keys`);
    },
    close,
  };
}

/** A cross-encoder that keeps its scores in the same place. */
export type CachedReader = {
  name: string;
  score(query: string, texts: string[]): Promise<number[]>;
  spent: { ms: number; pairs: number };
  save(): void;
  close(): Promise<void>;
};

export async function openCachedReader(): Promise<CachedReader> {
  const opened = await openReranker({ home: ergoHome() });
  if (!opened.ok) throw new Error(`${opened.error.message} ${opened.error.remedy}`);
  const { name, key, score, close } = opened.value;
  const folder = join(ergoHome(), "cache");
  const file = join(folder, `bench-${sha256(key).slice(0, 12)}.json`);
  const load = () =>
    new Map(existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as [string, number][]) : undefined);
  const known = load();
  const spent = { ms: 0, pairs: 0 };
  return {
    name,
    spent,
    async score(query, texts) {
      const keys = texts.map((text) => sha256(`${query}\n${text}`));
      const missing = texts.filter((_, at) => !known.has(keys[at]!));
      const began = performance.now();
      const made = await score(query, missing);
      if (!made.ok) throw new Error(made.error.message);
      spent.ms += performance.now() - began;
      spent.pairs += missing.length;
      for (const [at, text] of missing.entries()) known.set(sha256(`${query}\n${text}`), made.value.scores[at]!);
      return keys.map((each) => known.get(each)!);
    },
    save() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, JSON.stringify([...new Map([...load(), ...known])]));
    },
    close,
  };
}

function read(file: string, dimensions: number): Map<string, Float32Array> {
  if (!existsSync(`${file}.keys`)) return new Map();
  const keys = readFileSync(`${file}.keys`, "utf8").split("\n");
  const bytes = readFileSync(`${file}.f32`);
  const vectors = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return new Map(keys.map((key, at) => [key, vectors.slice(at * dimensions, (at + 1) * dimensions)]));
}
