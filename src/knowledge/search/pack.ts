/** Numbers in a row, or words without a line break. */
export type Part = Uint8Array | Uint32Array | Int32Array | Float32Array | Float64Array | string[];

const kinds = { Uint8Array, Uint32Array, Int32Array, Float32Array, Float64Array };
type Kind = keyof typeof kinds;
type Entry = { name: string; kind: Kind | "words"; from: number; bytes: number };

/** Every part begins at a multiple of so many bytes, so that it is read in place. */
const step = 8;

/** Named parts as one run of bytes, in the byte order of the machine: a cache, not a format to exchange. */
export function pack(parts: Record<string, Part>): Uint8Array {
  const bodies = Object.entries(parts).map(([name, part]) => {
    const kind: Entry["kind"] = Array.isArray(part) ? "words" : (part.constructor.name as Kind);
    const bytes = Array.isArray(part)
      ? new TextEncoder().encode(part.join("\n"))
      : new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    return { name, kind, bytes };
  });
  let end = 0;
  const entries = bodies.map(({ name, kind, bytes }): Entry => {
    const entry: Entry = { name, kind, from: end, bytes: bytes.length };
    end += round(bytes.length);
    return entry;
  });
  const head = new TextEncoder().encode(JSON.stringify(entries));
  const start = round(4 + head.length);
  const packed = new Uint8Array(start + end);
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, 4);
  for (const [at, { bytes }] of bodies.entries()) packed.set(bytes, start + entries[at]!.from);
  return packed;
}

/** The parts that were packed; their numbers stand in the same memory where they can. */
export function unpack(packed: Uint8Array): Record<string, Part> {
  const aligned = packed.byteOffset % step === 0 ? packed : packed.slice();
  const buffer = aligned.buffer as ArrayBuffer;
  const size = new DataView(buffer, aligned.byteOffset).getUint32(0, true);
  const entries = JSON.parse(new TextDecoder().decode(aligned.subarray(4, 4 + size))) as Entry[];
  const start = round(4 + size);
  return Object.fromEntries(
    entries.map(({ name, kind, from, bytes }) => {
      const at = aligned.byteOffset + start + from;
      if (kind !== "words") return [name, new kinds[kind](buffer, at, bytes / kinds[kind].BYTES_PER_ELEMENT)];
      const text = new TextDecoder().decode(aligned.subarray(start + from, start + from + bytes));
      return [name, text === "" ? [] : text.split("\n")];
    }),
  );
}

function round(bytes: number): number {
  return Math.ceil(bytes / step) * step;
}
