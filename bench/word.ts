/**
 * Problems in words: the number that a model gives at once, the one that its short steps come to, and what the engine `compute` makes of them.
 * That takes as many tokens as two answers in steps, so the first of these is what self-consistency says at equal tokens.
 * `node bench/word.ts --data DIR --worker NAME [--limit N] [--minutes N]`, where DIR holds gsm8k. Answers are kept in $ERGO_HOME/cache, so that
 * a bench that was ended, by itself after so many minutes, goes on; the problems that were put in every way are saved.
 */
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { numberAt } from "../src/engines/program.ts";
import { ask } from "../src/runtime/run/ask.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { say } from "../src/runtime/session/say.ts";
import { openSession, type Session } from "../src/runtime/session/session.ts";
import { programOf } from "./program.ts";
import { median, save } from "./result.ts";
import { interval } from "./share.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    worker: { type: "string" },
    limit: { type: "string", default: "40" },
    minutes: { type: "string", default: "9" },
  },
});
const { data, worker } = values;
if (!data || !worker) throw new Error("say where the problems are, and which model: --data DIR --worker NAME");

type Item = { id: string; question: string; answer: string };
/** What was said, what saying it took, and of the engine whether it is sure and what the steps came to. */
type Said = { number: number | null; tokens: number; ms: number; sure?: boolean; steps?: number | null };

const ways: Record<string, (session: Session, item: Item) => Promise<Said>> = { bare, compute };

const end = Date.now() + Number(values.minutes) * 60_000;
const file = join(
  ergoHome(),
  "cache",
  `bench-word-${programOf("{src/engines/{compute,program}.ts,data/prompts/{program,steps}.json}")}.jsonl`,
);
const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
const known = new Map<string, Said>(lines.map((line) => JSON.parse(line)));
const items = readFileSync(join(data, "gsm8k/train500.jsonl"), "utf8")
  .trim()
  .split("\n")
  .slice(0, Number(values.limit))
  .map((line): Item => JSON.parse(line));
const rows = new Map(Object.keys(ways).map((way) => [way, [] as { item: Item; said: Said }[]]));
const name = worker.split("/").at(-1)!;
if (!(await answered())) console.error("not all is answered yet: go on with the same command");
for (const each of rows.values()) each.splice(rows.get("compute")!.length);
if (rows.get("compute")!.length > 0) save("word", { model: name, n: rows.get("compute")!.length, ...table() });

/** Whether every problem was put in every way before the time was up. */
async function answered(): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), "ergo-word-"));
  const models = [`worker=${worker}`, "embedder=none", "reranker=none"];
  const session = await openSession({ dir, models, engine: "compute", cache: false });
  try {
    for (const item of items) {
      for (const [way, put] of Object.entries(ways)) {
        const key = [name, way, item.id].join(" ");
        if (!known.has(key) && Date.now() > end) return false;
        const said = known.get(key) ?? (await put(session, item));
        rows.get(way)!.push({ item, said });
        if (known.has(key)) continue;
        mkdirSync(join(ergoHome(), "cache"), { recursive: true });
        appendFileSync(file, `${JSON.stringify([key, said])}\n`);
      }
    }
    return true;
  } finally {
    await session.close();
    rmSync(dir, { recursive: true });
  }
}

async function bare(session: Session, { question }: Item): Promise<Said> {
  const began = performance.now();
  const watching = { signal: AbortSignal.timeout(600_000) };
  const said = await say(session, { role: "worker", prompt: "number", values: { question } }, watching);
  const ms = performance.now() - began;
  if (!said.ok) throw new Error(said.error.message);
  return { number: numberAt(said.value.text), tokens: said.cost.tokensIn + said.cost.tokensOut, ms };
}

async function compute(session: Session, { question }: Item): Promise<Said> {
  const began = performance.now();
  const { answer, status, usage } = await ask(session, { question });
  const ms = performance.now() - began;
  const [first = ""] = answer.split("\n");
  const sure = status === "answered";
  const number = /^(?:Probably: )?-?[\d./]+$/.test(first) ? numberAt(first) : null;
  const said = /in words it comes to (-?[\d.]+)/.exec(answer)?.[1];
  const steps = sure ? number : said === undefined ? null : Number(said);
  return { number, sure, steps, tokens: usage.tokensIn + usage.tokensOut, ms };
}

function table() {
  const of = (way: string) => rows.get(way)!;
  const right = of("compute").map(({ item, said }) => isRight(said.number, item));
  const stepped = of("compute").map(({ item, said }) => isRight(said.steps ?? null, item));
  const plain = of("bare").map(({ item, said }) => isRight(said.number, item));
  const cost = (way: string) => ({
    medianTokens: median(of(way).map(({ said }) => said.tokens)),
    medianMs: median(of(way).map(({ said }) => said.ms)),
  });
  const sure = of("compute").filter(({ said }) => said.sure === true);
  const computed = of("compute").filter(({ said }) => said.number !== null);
  return {
    bare: { right: plain.filter(Boolean).length, share: interval(plain), ...cost("bare") },
    steps: { right: stepped.filter(Boolean).length, share: interval(stepped) },
    compute: {
      right: right.filter(Boolean).length,
      share: interval(right),
      ...cost("compute"),
      computed: computed.length,
    },
    sure: { n: sure.length, right: sure.filter(({ item, said }) => isRight(said.number, item)).length },
    againstBare: against(right, plain),
    againstSteps: against(right, stepped),
  };
}

function against(own: boolean[], other: boolean[]) {
  return {
    gained: own.filter((good, at) => good && !other[at]).length,
    lost: own.filter((good, at) => !good && other[at]).length,
  };
}

function isRight(number: number | null, { answer }: Item): boolean {
  return number !== null && Math.abs(number - Number(answer.replaceAll(",", ""))) < 1e-6;
}
