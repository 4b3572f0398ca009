import { type Answer, exitOf } from "../core/answer.ts";
import { ErgoError } from "../core/error.ts";
import { type Asked, ask, plan } from "../runtime/run/ask.ts";
import { openSession, type Session } from "../runtime/session/session.ts";
import type { Row } from "./batch.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { print, printJson } from "./print.ts";
import { progress } from "./progress.ts";
import { showAnswer, showPlan } from "./show.ts";
import { piped, readAll } from "./stdin.ts";
import { within } from "./supervised.ts";

type Values = Call["values"];

export async function run({ values, words }: Call): Promise<number> {
  if (values.batch !== undefined) return await runBatch(String(values.batch), values);
  const [question = values.goal as string | undefined, ...more] = words;
  if (question === undefined || more.length > 0) {
    throw new ErgoError("USAGE", { detail: 'one question, in quotes: ergo ask "How many files are there?"' });
  }
  const goal = values.goal === undefined ? {} : { goal: String(values.goal) };
  // What is asked in the background reads its own text.
  const asked: Asked = values.background
    ? { question, ...goal }
    : question === "-"
      ? { question: await readAll() }
      : { question, stdin: await piped(), ...goal };
  if (asked.question.trim() === "") throw new ErgoError("USAGE", { detail: "the question is empty" });
  const session = await openSession(options(values, values.dir as string | undefined));
  try {
    if (values.background) {
      const { background } = await import("./background.ts");
      await background(session, Boolean(values.json));
      return 0;
    }
    if (values["dry-run"]) return await dryRun(session, asked, Boolean(values.json));
    const run = nameIn(values);
    const answer = await interruptible((signal) =>
      within(session.config.budget.ms, () =>
        ask(session, asked, { signal, watch: progress(values), ...(run === undefined ? {} : { run }) }),
      ),
    );
    if (values.json) printJson(answer);
    else print(...showAnswer(answer, session.folder.root));
    return exitOf(answer.stop);
  } finally {
    await session.close();
  }
}

/** The name that the run is to have; undefined for one of its own. */
export function nameIn({ as: name }: Values): string | undefined {
  if (name === undefined) return undefined;
  if (/^\d{8}-\d{6}-[\da-f]{6}$/.test(String(name))) return String(name);
  throw new ErgoError("USAGE", { detail: `--as ${String(name)}: a name such as 20261122-093000-1f2e3d` });
}

async function dryRun(session: Session, asked: Asked, json: boolean): Promise<number> {
  const planned = await plan(session, asked);
  if (json) printJson(planned);
  else print(...showPlan(planned));
  return 0;
}

/** One session a folder: its models and caches serve every line of the batch. */
async function runBatch(file: string, values: Values): Promise<number> {
  const { batch, field } = await import("./batch.ts");
  const sessions = new Map<string, Promise<Session>>();
  const session = (dir: string | undefined) => {
    const key = dir ?? ".";
    if (!sessions.has(key)) sessions.set(key, openSession(options(values, dir)));
    return sessions.get(key)!;
  };
  const answerRow = async (row: Row, line: number, signal: AbortSignal): Promise<Answer> => {
    const dir = row.dir === undefined ? (values.dir as string | undefined) : field(row, "dir", line);
    const asked = { question: field(row, "question", line) };
    const opened = await session(dir);
    return await within(opened.config.budget.ms, () => ask(opened, asked, { signal, watch: progress(values) }));
  };
  try {
    return await interruptible((signal) => batch(file, (row, line) => answerRow(row, line, signal), signal));
  } finally {
    for (const opened of await Promise.allSettled(sessions.values())) {
      if (opened.status === "fulfilled") await opened.value.close();
    }
  }
}

/** What a session is opened with. */
export function options(values: Values, dir: string | undefined) {
  return {
    dir,
    yes: Boolean(values.yes),
    attended: values.batch === undefined && process.stdin.isTTY && process.stdout.isTTY,
    engine: values.engine as string | undefined,
    preset: values.preset as string | undefined,
    profile: values.profile as string | undefined,
    models: (values.model as string[] | undefined) ?? [],
    only: values.only as string | undefined,
    budgetMs: whole(values, "budget-ms"),
    budgetTokens: whole(values, "budget-tokens"),
    cache: values["no-cache"] !== true,
  };
}

/** The whole number of an option, undefined where it is not given. Throws USAGE. */
export function whole(values: Values, name: string): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new ErgoError("USAGE", { detail: `--${name} ${String(text)}: a whole number from 1 on` });
  }
  return number;
}
