import { isSource } from "../../core/declaration.ts";
import { ErgoError } from "../../core/error.ts";
import type { FactQuestion, Lexicon } from "../../language/fact.ts";
import { holdsMark } from "../../secrets/redact.ts";
import type { Session } from "../session/session.ts";
import type { Asked } from "./begin.ts";
import { type Circumstances, exactBy } from "./exact.ts";
import { goalStated, withGoal } from "./goal.ts";
import { type Intent, intentOf } from "./intent.ts";

/**
 * Understands a question once: by rules, by what the folder has of what it names, and by the fields that the folder's documents have where nothing
 * else answers it. Throws CLAIM_SYNTAX and CLAIM_TYPE for a goal that is no claim.
 */
export async function understand(
  session: Session,
  { question, stdin, after, goal }: Asked,
  now: number,
  signal?: AbortSignal,
): Promise<Intent> {
  const { engine = null, preset, own, calibrated, folder } = session;
  const piped = stdin !== undefined;
  if (goal !== undefined) await requireClaim(goal);
  if (engine === "tutor" && goal === undefined) {
    const stated = await goalStated(question);
    if (stated !== null) return intentOf(question, { now, engine, goal: stated });
  }
  const about: Circumstances = { now, root: folder.root, engine, preset, own, calibrated, piped, beside: stdin, goal };
  const isOpen = !piped && goal === undefined && after === undefined && (engine === null || engine === "direct");
  if (!isOpen) return intentOf(question, about);
  const lexicon = await lexiconIn(session, signal);
  return await withGoal(await looked(session, question, about, lexicon, signal), about);
}

/**
 * Understands a question by what is in the folder as well. Its words are read once, and once more only where the folder has none of what they ask of;
 * what listed facts or fields answer is known by them, and not read by its words.
 */
async function looked(
  session: Session,
  question: string,
  about: Circumstances,
  lexicon: Lexicon | null,
  signal?: AbortSignal,
): Promise<Intent> {
  const facts = lexicon && (await factsOf(question, lexicon));
  if (facts) return intentOf(question, { ...about, facts });
  const read = intentOf(question, about);
  const linked = await isLinked(session, read, signal);
  const coded = (linked && !isOfCode(read)) || (await isCodeBase(session, signal));
  const intent = linked && coded ? read : intentOf(question, { ...about, linked, coded });
  const fields = await fieldsOf(session, intent, about.now, signal);
  return fields ? intentOf(question, { ...about, fields, linked, coded }) : intent;
}

async function requireClaim(goal: string): Promise<void> {
  const [{ parseClaim }, { checkTypes }] = await Promise.all([
    import("../../proof/grammar.ts"),
    import("../../proof/types.ts"),
  ]);
  checkTypes(parseClaim(goal));
}

/** Whether what a question asks of amounts of files is of something that is here. */
async function isLinked({ observer }: Session, { exact }: Intent, signal?: AbortSignal): Promise<boolean> {
  const amount = exactBy(exact, "amount")?.amount;
  if (!amount) return true;
  const { isAbout } = await import("./amount.ts");
  try {
    return await isAbout(amount, observer.observe, signal);
  } catch (thrown) {
    if (thrown instanceof ErgoError) return true;
    throw thrown;
  }
}

/** Whether source files or manifests are there. Where the folder can't be looked at, the run that follows says why. */
async function isCodeBase({ observer }: Session, signal?: AbortSignal): Promise<boolean> {
  try {
    const [listing] = await observer.observe([{ see: "universe" }], signal);
    const { seen } = listing!;
    const { isManifest } = await import("../../code/facts/manifest.ts");
    return seen.ok && "files" in seen && seen.files.some((path) => isSource(path) || isManifest(path));
  } catch (thrown) {
    if (thrown instanceof ErgoError) return false;
    throw thrown;
  }
}

/**
 * Understands a question that a run puts to itself, by rules and by the fields of documents. `lexicon`: what the folder's tables and rules speak of,
 * where it was looked for already.
 */
export async function intentWithin(
  session: Session,
  question: string,
  { now, piped, lexicon }: { now: number; piped: boolean; lexicon?: Lexicon | null },
  signal?: AbortSignal,
): Promise<Intent> {
  const about: Circumstances = { now, root: session.folder.root, piped };
  if (piped) return intentOf(question, about);
  const known = lexicon === undefined ? await lexiconIn(session, signal) : lexicon;
  return await looked(session, question, about, known, signal);
}

/** What a question asks of the tables and rules of the folder, where every word of it is found there. */
async function factsOf(question: string, lexicon: Lexicon): Promise<FactQuestion | null> {
  if (holdsMark(question)) return null;
  const { readFactQuestion } = await import("../../language/fact.ts");
  return readFactQuestion(question, lexicon);
}

/** What the tables and rules of the folder speak of; null where there are none. Where they can't be looked at, others answer. */
export async function lexiconIn({ observer, only }: Session, signal?: AbortSignal): Promise<Lexicon | null> {
  if (only !== undefined) return null;
  try {
    const { factBase, lexiconOf } = await import("./factbase.ts");
    const base = await factBase((queries) => observer.observe(queries, signal), signal);
    return base && lexiconOf(base);
  } catch (thrown) {
    if (thrown instanceof ErgoError || signal?.aborted) return null;
    throw thrown;
  }
}

/**
 * What a question asks of fields, where it asks nothing of code and nothing is to be done: each word of it names a field or a value that documents
 * here have, so it is none of what files hold. Where the index can't be read, the run that follows says why.
 */
async function fieldsOf(session: Session, intent: Intent, now: number, signal?: AbortSignal) {
  const { question, exact, proposal, kind } = intent;
  // Who wrote a document it says itself, where it has words for that.
  const isDeclared = exact.some((one) => one.is === "code" && one.code.asks !== "history");
  if (isDeclared || proposal !== null || kind === "converse" || holdsMark(question)) return null;
  try {
    const { readFieldQuestion } = await import("../../fields/question.ts");
    return readFieldQuestion(question, await (await session.retriever()).catalog(signal), now);
  } catch (thrown) {
    if (thrown instanceof ErgoError || signal?.aborted) return null;
    throw thrown;
  }
}

/** Whether a question needs code to be answered: which files of two folders grew is a matter of any. */
function isOfCode({ exact }: Intent): boolean {
  const code = exactBy(exact, "code")?.code;
  return code !== undefined && (code.folders?.grown ?? null) === null;
}
