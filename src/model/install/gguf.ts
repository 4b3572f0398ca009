import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { sha256 } from "../../core/digest.ts";
import { ErgoError, reason } from "../../core/error.ts";

/** What a GGUF file says of the model in it, as far as it matters before the model is loaded. */
export type Gguf = {
  /** Bytes of the file. */
  bytes: number;
  architecture: string;
  /** The tokens that it was trained to see at once; undefined where it does not say. */
  window: number | undefined;
  /** Bytes that each token of the window takes in memory, at 16 bits a number; 0 where that can't be told. */
  tokenBytes: number;
  /** Whether it writes texts; an encoder or a part of a model that sees pictures does not. */
  writes: boolean;
  /** Files that the model is split into. */
  parts: number;
};

type Value = number | string | boolean | number[] | undefined;
type Metadata = { keys: Map<string, Value>; lastTensor: number; end: number };

/** Metadata with large vocabularies take about 10 MB. */
const mostHeader = 256 * 1024 * 1024;
const mostItems = 1_000_000n;
/** Lists up to this length are kept; those of vocabularies are longer. */
const mostKept = 4096;

/**
 * Reads the head of a GGUF file (layout: ggml's docs/gguf.md, versions 2 and 3). Throws MODEL_FILE_MISSING for no file,
 * and MODEL_FILE_FORMAT for one that is none, damaged, or cut short.
 */
export async function readGguf(file: string): Promise<Gguf> {
  const handle = await opened(file);
  try {
    const { size } = await handle.stat();
    const { keys, lastTensor, end } = await metadataOf(handle, size, file);
    if (lastTensor > 0 && aligned(end, keys.get("general.alignment")) + lastTensor >= size)
      throw unfit(file, `it is cut short: it has ${size} bytes`);
    return described(keys, file, size);
  } finally {
    await handle.close();
  }
}

/** The head of a file that holds a whole model that writes. Throws MODEL_FILE_SPLIT and MODEL_FILE_KIND. */
export function requireWriter(file: string, head: Gguf): Gguf {
  const { parts, writes, architecture } = head;
  if (parts > 1) throw new ErgoError("MODEL_FILE_SPLIT", { file, count: parts });
  if (!writes) throw new ErgoError("MODEL_FILE_KIND", { file, detail: `its architecture is ${architecture}` });
  return head;
}

/** How many bytes are sampled at each of how many places of a file. */
const sampled = { bytes: 65_536, places: 16 };

/**
 * Twelve hexadecimal digits by which a file is known again without reading all of it: of its size, its first 64 KiB and
 * as much at fifteen places spread over the rest. Throws MODEL_FILE_MISSING and MODEL_FILE_FORMAT.
 */
export async function fingerprint(file: string): Promise<string> {
  const handle = await opened(file);
  try {
    const { size } = await handle.stat();
    const step = Math.max(0, (size - sampled.bytes) / (sampled.places - 1));
    const parts: Buffer[] = [Buffer.from(String(size))];
    for (let i = 0; i < sampled.places && (i === 0 || step > 0); i++)
      parts.push(await readAt(handle, Math.floor(i * step), Math.min(sampled.bytes, size)));
    if (parts[1]?.toString("latin1", 0, 4) !== "GGUF") throw unfit(file, "it is no GGUF file");
    return sha256(Buffer.concat(parts)).slice(0, 12);
  } finally {
    await handle.close();
  }
}

/** Tokens of a window that is as large as the model was trained for and leaves most of the memory to everything else. */
export function windowIn({ bytes, window, tokenBytes }: Omit<Gguf, "architecture">, memory: number): number {
  const trained = Math.min(window ?? usualWindow, mostWindow);
  if (tokenBytes === 0) return Math.min(trained, usualWindow);
  const room = Math.max(0, memory - bytes) / 8;
  return Math.max(leastWindow, Math.min(trained, Math.floor(room / tokenBytes / 256) * 256));
}

/** More than this no prompt of Ergo's fills, and each token costs memory whether it is used or not. */
const mostWindow = 16_384;
const usualWindow = 2048;
const leastWindow = 512;

async function opened(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") throw new ErgoError("MODEL_FILE_MISSING", { file }, { cause: error });
    throw unfit(file, reason(error));
  }
  throw unfit(file, "it is no file");
}

/** Reads more and more of the file until its head is whole. */
async function metadataOf(handle: FileHandle, size: number, file: string): Promise<Metadata> {
  for (let length = 1 << 23; ; length *= 4) {
    const buffer = await readAt(handle, 0, Math.min(length, size));
    try {
      return parsed(buffer, file);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (buffer.length >= size) throw unfit(file, `it is cut short: it has ${size} bytes`);
      if (length >= mostHeader) throw unfit(file, "its header is damaged");
    }
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Throws RangeError where the buffer ends before the head does. */
function parsed(buffer: Buffer, file: string): Metadata {
  if (buffer.toString("latin1", 0, 4) !== "GGUF") throw unfit(file, "it is no GGUF file");
  const version = buffer.readUInt32LE(4);
  if (version !== 2 && version !== 3) throw unfit(file, `it is a GGUF file of version ${version}, not 2 or 3`);
  const [tensors, count] = [buffer.readBigUInt64LE(8), buffer.readBigUInt64LE(16)];
  if (tensors > mostItems || count > mostItems) throw unfit(file, "its header is damaged");
  const read = reader(buffer, 24, () => unfit(file, "its header is damaged"));
  const keys = new Map<string, Value>();
  for (let i = 0; i < count; i++) {
    const key = read.text();
    keys.set(key, read.value(read.number(4)));
  }
  let lastTensor = 0;
  for (let i = 0; i < tensors; i++) {
    read.skip(read.number(10));
    const dimensions = read.number(4);
    read.skip(8 * dimensions + 4);
    lastTensor = Math.max(lastTensor, read.number(10));
  }
  return { keys, lastTensor, end: read.at() };
}

/** Bytes of a value by its kind; 8 is a text and 9 a list. */
const widths: Record<number, number> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };

function reader(buffer: Buffer, start: number, damaged: () => ErgoError) {
  let at = start;
  const skip = (bytes: number) => {
    at += bytes;
    if (at > buffer.length) throw new RangeError("it ends here");
  };
  const number = (kind: number): number => {
    const from = at;
    skip(widths[kind] ?? 0);
    if (kind === 6) return buffer.readFloatLE(from);
    if (kind === 12) return buffer.readDoubleLE(from);
    if (kind === 11) return Number(buffer.readBigInt64LE(from));
    if (kind === 10) return buffer.readUInt32LE(from) + 2 ** 32 * buffer.readUInt32LE(from + 4);
    const width = widths[kind]!;
    const signed = kind === 1 || kind === 3 || kind === 5;
    return signed ? buffer.readIntLE(from, width) : buffer.readUIntLE(from, width);
  };
  const text = () => {
    const length = number(10);
    skip(length);
    return buffer.toString("utf8", at - length, at);
  };
  const value = (kind: number): Value => {
    if (kind === 8) return text();
    if (kind === 7) return number(7) !== 0;
    if (kind === 9) return list();
    if (widths[kind] === undefined) throw damaged();
    return number(kind);
  };
  const list = (): number[] | undefined => {
    const kind = number(4);
    const count = number(10);
    if (kind === 8) for (let i = 0; i < count; i++) skip(number(10));
    else if (kind === 9 || widths[kind] === undefined) throw damaged();
    else if (count > mostKept) skip(count * widths[kind]);
    else return Array.from({ length: count }, () => number(kind));
    return undefined;
  };
  return { skip, number, text, value, at: () => at };
}

function described(keys: Map<string, Value>, file: string, bytes: number): Gguf {
  const architecture = String(keys.get("general.architecture") ?? "");
  if (architecture === "") throw unfit(file, "it does not say what kind of model it holds");
  const of = (name: string) => keys.get(`${architecture}.${name}`);
  const count = (name: string) => (typeof of(name) === "number" ? (of(name) as number) : undefined);
  const split = Number(keys.get("split.count") ?? /-\d{5}-of-(\d{5})\.gguf$/i.exec(basename(file))?.[1] ?? 1);
  return {
    bytes,
    architecture,
    window: count("context_length"),
    tokenBytes: tokenBytes(of),
    writes: of("attention.causal") !== false && !silent.test(architecture),
    parts: Math.max(1, split),
  };
}

/** Architectures of parts that see or hear for another model, and of adapters. */
const silent = /^(?:clip|mmproj|wav|t5encoder)/;

/** Keys and values of all layers, two bytes each number. */
function tokenBytes(of: (name: string) => Value): number {
  const [layers, width, heads] = [of("block_count"), of("embedding_length"), of("attention.head_count")];
  if (typeof layers !== "number" || typeof width !== "number") return 0;
  const most = Array.isArray(heads) ? Math.max(...heads) : Number(heads ?? 0);
  const kept = of("attention.head_count_kv") ?? heads;
  const all = Array.isArray(kept) ? kept.reduce((sum, each) => sum + each, 0) : layers * Number(kept ?? 0);
  const size = (name: string) => Number(of(name) ?? (most > 0 ? width / most : 0));
  return 2 * all * (size("attention.key_length") + size("attention.value_length"));
}

function aligned(at: number, alignment: Value): number {
  const step = typeof alignment === "number" && alignment > 0 ? alignment : 32;
  return Math.ceil(at / step) * step;
}

function unfit(file: string, detail: string): ErgoError {
  return new ErgoError("MODEL_FILE_FORMAT", { file, detail });
}
