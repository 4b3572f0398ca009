/**
 * Bytes of a valid GGUF file of a random llama model of two layers and 350 tokens, half a megabyte: the real runtime can
 * be tried with it where no weights are at hand. What it writes means nothing. Layout: ggml's docs/gguf.md.
 */
export function tinyModel({ template }: { template?: string } = {}): Buffer {
  const keys = metadata(template);
  const shapes = tensors();
  const head = [Buffer.from("GGUF"), u32(3), u64(shapes.length), u64(keys.length), ...keys];
  let offset = 0;
  for (const { name, shape } of shapes) {
    head.push(str(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset));
    offset += aligned(4 * product(shape));
  }
  const header = Buffer.concat(head);
  const random = generator(42);
  const body = shapes.map(({ shape, scale }) => {
    const values = new Float32Array(aligned(4 * product(shape)) / 4);
    for (let i = 0; i < product(shape); i++) values[i] = scale === "ones" ? 1 : (random() - 0.5) * scale;
    return Buffer.from(values.buffer);
  });
  return Buffer.concat([header, Buffer.alloc(aligned(header.length) - header.length), ...body]);
}

const width = 64;
const inner = 128;
const layers = 2;
const heads = 4;

const letters = [...'▁abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789{}[]":,.-_\n<>|/'];
const bytes = Array.from({ length: 256 }, (_, i) => `<0x${i.toString(16).toUpperCase().padStart(2, "0")}>`);
const words = ["▁the", "▁a", "th", "he", "in", "er", "an", "re", "on"];
/** Unknown, beginning, end, then one token a byte, letters, a few words. Kinds: 1 text, 2 unknown, 3 control, 6 byte. */
const vocabulary = ["<unk>", "<s>", "</s>", ...bytes, ...letters, ...words];
const kinds = [2, 3, 3, ...bytes.map(() => 6), ...letters.map(() => 1), ...words.map(() => 1)];

function metadata(template = "{% for m in messages %}<|{{ m.role }}|>{{ m.content }}\n{% endfor %}"): Buffer[] {
  const sizes = {
    context_length: 2048,
    embedding_length: width,
    block_count: layers,
    feed_forward_length: inner,
    "attention.head_count": heads,
    "attention.head_count_kv": heads,
    "rope.dimension_count": width / heads,
    vocab_size: vocabulary.length,
  };
  return [
    key("general.architecture", 8, str("llama")),
    ...Object.entries(sizes).map(([name, value]) => key(`llama.${name}`, 4, u32(value))),
    key("llama.attention.layer_norm_rms_epsilon", 6, f32(1e-5)),
    key("tokenizer.ggml.model", 8, str("llama")),
    key("tokenizer.ggml.tokens", 9, array(8, vocabulary.map(str))),
    key(
      "tokenizer.ggml.scores",
      9,
      array(
        6,
        vocabulary.map((_, i) => f32(-i)),
      ),
    ),
    key("tokenizer.ggml.token_type", 9, array(5, kinds.map(u32))),
    key("tokenizer.ggml.bos_token_id", 4, u32(1)),
    key("tokenizer.ggml.eos_token_id", 4, u32(2)),
    key("tokenizer.ggml.unknown_token_id", 4, u32(0)),
    key("tokenizer.chat_template", 8, str(template)),
  ];
}

type Tensor = { name: string; shape: number[]; scale: number | "ones" };

function tensors(): Tensor[] {
  const square = [width, width];
  const block = (i: number): Tensor[] => [
    { name: `blk.${i}.attn_norm.weight`, shape: [width], scale: "ones" },
    ...["q", "k", "v", "output"].map((part) => ({ name: `blk.${i}.attn_${part}.weight`, shape: square, scale: 1 })),
    { name: `blk.${i}.ffn_norm.weight`, shape: [width], scale: "ones" },
    { name: `blk.${i}.ffn_gate.weight`, shape: [width, inner], scale: 1 },
    { name: `blk.${i}.ffn_up.weight`, shape: [width, inner], scale: 1 },
    { name: `blk.${i}.ffn_down.weight`, shape: [inner, width], scale: 1 },
  ];
  return [
    { name: "token_embd.weight", shape: [width, vocabulary.length], scale: 1 },
    ...Array.from({ length: layers }, (_, i) => block(i)).flat(),
    { name: "output_norm.weight", shape: [width], scale: "ones" },
    { name: "output.weight", shape: [width, vocabulary.length], scale: 4 },
  ];
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function product(shape: number[]): number {
  return shape.reduce((a, b) => a * b, 1);
}

function aligned(size: number): number {
  return Math.ceil(size / 32) * 32;
}

function key(name: string, type: number, value: Buffer): Buffer {
  return Buffer.concat([str(name), u32(type), value]);
}

function array(type: number, items: Buffer[]): Buffer {
  return Buffer.concat([u32(type), u64(items.length), ...items]);
}

function str(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

function f32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(value);
  return buffer;
}
