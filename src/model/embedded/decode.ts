import type { Generate } from "../../core/model.ts";
import type { Piece } from "../provider/stream.ts";
import type { Grammar, LlamaModel, LlamaSequence, Token } from "./llama.ts";

/** Prompt tokens evaluated at a time; between two batches an abort is noticed. */
export const batchSize = 256;

/**
 * Evaluates a prompt but for its end, keeping what the sequence already holds of its beginning. Gives that end: at least
 * the last token and at most `left`, to be evaluated with what follows, for a token alone takes a pass over all weights; and how many
 * tokens were `held`. Undefined when aborted on the way.
 */
export async function evaluatePrompt(
  sequence: LlamaSequence,
  prompt: Token[],
  { left = 1, signal }: { left?: number; signal?: AbortSignal | undefined } = {},
): Promise<{ end: Token[]; held: number } | undefined> {
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  const held = sequence.nextTokenIndex;
  let at = held;
  while (prompt.length - at > left && !signal?.aborted) {
    const batch = prompt.slice(at, Math.min(at + batchSize, prompt.length - 1));
    await sequence.evaluateWithoutGeneratingNewTokens(batch);
    at += batch.length;
  }
  return signal?.aborted ? undefined : { end: prompt.slice(at), held };
}

type Continue = Pick<Generate, "temperature" | "seed"> & {
  /** The end of the prompt, which is not evaluated yet. */
  end: Token[];
  limit: number;
  grammar: Grammar | undefined;
  signal: AbortSignal | undefined;
};

/** What the model writes after a prompt that is evaluated but for its end, token by token. Ends without `finish` only when aborted. */
export async function* continued(
  { weights, sequence }: { weights: LlamaModel; sequence: LlamaSequence },
  { end, limit, grammar, signal, temperature, seed }: Continue,
): AsyncGenerator<Piece> {
  const text = reader(weights, end.at(-1)!);
  let whole = "";
  let count = 0;
  for await (const token of sequence.evaluate(end, { temperature, seed, grammarEvaluationState: grammar })) {
    count++;
    const piece = text(token);
    whole += piece;
    const tokensOut = count;
    if (grammar && isWhole(whole)) return yield { text: piece, finish: "stop", tokensOut };
    // A grammar lets blank lines follow its value for ever.
    if (grammar && /\n{4}$/.test(whole)) return yield { finish: "stop", tokensOut };
    if (count >= limit) return yield { text: piece, finish: "length", tokensOut };
    yield { text: piece, tokensOut };
    if (signal?.aborted) return;
  }
  yield { finish: "stop", tokensOut: count };
}

/** Tells the text of each token, holding back a character until all its tokens are there. */
function reader(weights: LlamaModel, before: Token): (token: Token) => string {
  let pending: Token[] = [];
  let last = [before];
  return (token) => {
    pending.push(token);
    const text = weights.detokenize(pending, false, last);
    if (text.endsWith("\uFFFD") && pending.length < 8) return "";
    last = pending;
    pending = [];
    return text;
  };
}

function isWhole(text: string): boolean {
  if (!/[}\]]\s*$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The sum of log probabilities, in nats, of each text's tokens after `prompt`. Texts are tokenized together with what
 * stands before them; where that changes the prompt's last tokens in one, they are counted in all, so that scores of one
 * call compare. Undefined when aborted.
 */
export async function logLikelihoods(
  sequence: LlamaSequence,
  prompt: Token[],
  wholes: Token[][],
  signal?: AbortSignal,
): Promise<number[] | undefined> {
  const shared = Math.max(1, Math.min(...wholes.map((tokens) => common(prompt, tokens))));
  const sums: number[] = [];
  const first = wholes[0]!.slice(0, shared);
  if (!(await evaluatePrompt(sequence, first, { signal }))) return undefined;
  // Every text begins after the same token, so that one is asked once.
  const start = await distribution(sequence, first.at(-1)!);
  for (const tokens of wholes) {
    if (signal?.aborted) return undefined;
    await sequence.adaptStateToTokens(first, false);
    sums.push(await sumOf(sequence, tokens.slice(shared), start));
  }
  return sums;
}

async function sumOf(sequence: LlamaSequence, tokens: Token[], start: Map<Token, number>): Promise<number> {
  const before = tokens.slice(0, -1);
  const asked = before.map((token) => [token, { generateNext: { probabilities: true, options: greedy } }] as const);
  const given = before.length > 0 ? await sequence.controlledEvaluate(asked) : [];
  const spreads = [start, ...given.map((each) => each!.next.probabilities!)];
  return tokens.reduce((sum, token, i) => sum + Math.log(spreads[i]?.get(token) || floor), 0);
}

/** At any other temperature the list holds only the likeliest tokens. */
const greedy = { temperature: 0 };
/** Probabilities are single floats; below their smallest one they are 0. */
const floor = 1e-45;

async function distribution(sequence: LlamaSequence, token: Token): Promise<Map<Token, number>> {
  const [given] = await sequence.controlledEvaluate([
    [token, { generateNext: { probabilities: true, options: greedy } }],
  ]);
  return given!.next.probabilities!;
}

/** How many tokens two lists begin with in common. */
function common(a: Token[], b: Token[]): number {
  const differs = a.findIndex((token, i) => token !== b[i]);
  return differs === -1 ? a.length : differs;
}
