/** Dot products of a vector with many, in WebAssembly: sixteen parts in one instruction. */
export type Kernel = {
  /** Dot products with every row, up to rounding to 8 bits. */
  scan(vector: Float32Array): Float32Array;
};

/** What is used of WebAssembly: its types come with those of browsers only. */
type Assembly = {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: { f: Run } };
};
type Run = (codes: number, end: number, query: number, stop: number, scales: number, out: number) => void;

/** Parts of a row come as 8 bits, sixteen at a time, and those of the vector as 16 bits. */
const block = 16;
const page = 65_536;
/** So large that rounding is nothing beside that of rows, so small that sums of thousands of products fit 32 bits. */
const most = 8_191;

/** A copy of `rows`, each row by a scale of its own. */
export function buildKernel(rows: Float32Array, dimensions: number): Kernel {
  const count = rows.length / dimensions;
  const width = Math.ceil(dimensions / block) * block;
  const places = { codes: 0, query: count * width, scales: 0, out: 0, end: 0 };
  places.scales = places.query + 2 * width;
  places.out = places.scales + 4 * count;
  places.end = places.out + 4 * count;
  const { Memory, Module, Instance } = (globalThis as unknown as { WebAssembly: Assembly }).WebAssembly;
  const memory = new Memory({ initial: Math.ceil(places.end / page) });
  const { f: run } = new Instance(new Module(program()), { m: { m: memory } }).exports;
  const query = new Int16Array(memory.buffer, places.query, width);
  const scales = new Float32Array(memory.buffer, places.scales, count);
  const out = new Float32Array(memory.buffer, places.out, count);
  const steps = quantise(rows, dimensions, new Int8Array(memory.buffer, 0, count * width), width);
  return {
    scan(vector) {
      let top = 1e-9;
      for (const part of vector) top = Math.max(top, Math.abs(part));
      for (let at = 0; at < dimensions; at += 1) query[at] = Math.round((vector[at]! / top) * most);
      for (let p = 0; p < count; p += 1) scales[p] = (steps[p]! * top) / most;
      if (count > 0) run(0, places.query, places.query, places.scales, places.scales, places.out);
      return out.slice();
    },
  };
}

/** Rounds each row to whole steps of its greatest part's 127th; gives the length of each row's step. */
function quantise(rows: Float32Array, dimensions: number, codes: Int8Array, width: number): Float32Array {
  const steps = new Float32Array(rows.length / dimensions);
  for (let p = 0; p < steps.length; p += 1) {
    const [from, to] = [p * dimensions, p * width];
    let top = 1e-9;
    for (let at = 0; at < dimensions; at += 1) {
      const part = rows[from + at]!;
      top = part > top ? part : -part > top ? -part : top;
    }
    const scale = 127 / top;
    // Half a step more, and what lies below is cut off: parts are moved above 0 for that.
    for (let at = 0; at < dimensions; at += 1) codes[to + at] = ((rows[from + at]! * scale + 127.5) | 0) - 127;
    steps[p] = top / 127;
  }
  return steps;
}

/**
 * The module's bytes: one function over rows from `codes` to `end`; for each, its dot product with the vector from `query`
 * to `stop`, times its scale, goes to `out`.
 */
function program(): Uint8Array {
  const [codes, end, query, stop, scales, out, at, sum, part] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const [i32, v128, empty] = [0x7f, 0x7b, 0x40];
  const get = (local: number) => [0x20, local];
  const set = (local: number, ...value: number[]) => [...value, 0x21, local];
  const loop = (...body: number[]) => [0x03, empty, ...body, 0x0b];
  const again = (...unless: number[]) => [...unless, 0x0d, 0];
  const below = (a: number, b: number) => [...get(a), ...get(b), 0x49];
  const advance = (local: number, by: number) => set(local, ...get(local), 0x41, by, 0x6a);
  const load = (from: number, offset = 0) => [...get(from), 0xfd, 0, 4, offset];
  const simd = (operation: number, ...operands: number[]) => [
    ...operands,
    0xfd,
    ...(operation > 127 ? [operation, 1] : [operation]),
  ];
  const [addLanes, dot, low, high, lane] = [0xae, 0xba, 0x87, 0x88, 27];
  const body = loop(
    ...set(sum, 0xfd, 12, ...Array(16).fill(0)),
    ...set(at, ...get(query)),
    ...loop(
      ...set(part, ...load(codes)),
      ...set(sum, ...simd(addLanes, ...get(sum), ...simd(dot, ...simd(low, ...get(part)), ...load(at)))),
      ...set(sum, ...simd(addLanes, ...get(sum), ...simd(dot, ...simd(high, ...get(part)), ...load(at, 16)))),
      ...advance(codes, block),
      ...advance(at, 2 * block),
      ...again(...below(at, stop)),
    ),
    ...get(out),
    ...[0, 1, 2, 3].flatMap((at) => [...get(sum), 0xfd, lane, at, ...(at > 0 ? [0x6a] : [])]),
    ...[0xb2, ...get(scales), 0x2a, 2, 0, 0x94, 0x38, 2, 0],
    ...advance(scales, 4),
    ...advance(out, 4),
    ...again(...below(codes, end)),
  );
  const size = (count: number) => (count < 128 ? [count] : [(count & 127) | 128, count >> 7]);
  const section = (number: number, ...bytes: number[]) => [number, ...size(bytes.length), ...bytes];
  const name = [1, "m".charCodeAt(0)];
  const code = [2, 1, i32, 2, v128, ...body, 0x0b];
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 1, 0x60, 6, i32, i32, i32, i32, i32, i32, 0),
    ...section(2, 1, ...name, ...name, 2, 0, 1),
    ...section(3, 1, 0),
    ...section(7, 1, 1, "f".charCodeAt(0), 0, 0),
    ...section(10, 1, ...size(code.length), ...code),
  );
}
