import { sha256 } from "../../core/digest.ts";
import { requireEngine } from "../../engines/registry.ts";
import { program } from "../run/begin.ts";
import { openSession, type Session } from "../session/session.ts";
import { version } from "../settings/version.ts";
import { askBare, type Bare, majority, samplesFor } from "./bare.ts";
import { type Figures, figuresOf, type Told } from "./figures.ts";
import { askItem, filesOf, type Item } from "./item.ts";
import { isTextual, judgeText } from "./judge.ts";
import { type Kept, keptIn } from "./kept.ts";
import { keepResult } from "./results.ts";
import type { Scenario, Suite } from "./suite.ts";
import { type Baseline, type Gain, gainOf, type Row, rowOf, type Series, sum, type Total, totalOf } from "./table.ts";

/**
 * What is to be measured: every engine with every model, each scenario so often. "auto" is whichever engine a question is routed to;
 * "contract:deep" is an engine with a preset.
 */
export type Evaluating = {
  suite: Suite;
  engines: string[];
  models: string[];
  repeat: number;
  seed: number;
  home: string;
};

/** What was measured; `workers` are the full names of the models that wrote. */
export type Evaluated = {
  suite: string;
  rows: Row[];
  totals: Total[];
  baselines: Baseline[];
  gains: Gain[];
  levels: Level[];
  figures: Figures[];
  workers: Record<string, string>;
  seed: number;
};

/** On which level of questions an engine was right how often, beside what routing chooses. */
type Level = { level: string; engine: string; model: string; n: number; right: number; auto: number };

/** How far it is: items done and to do, how many of them were kept from before, and the milliseconds that are left, if that can be told. */
export type Progress = { done: number; all: number; kept: number; leftMs: number | null };

export type Watched = { signal?: AbortSignal; watch?: (progress: Progress) => void };

/** The name of an engine that stands for the one that routing chooses. */
export const auto = "auto";

/** Series by the name of their scenario. */
type Asked = {
  engine: string;
  model: string;
  worker: string;
  series: Map<string, Series>;
  levels: Map<string, string>;
  figures: Figures;
};

/**
 * Runs a suite. Results are kept below `home`: what is measured already is not measured again, as long as the suite, the folder, the
 * model and the program are as they were; what they come to is kept too. Throws USAGE for an engine that there is not, and what the signal gives as its reason.
 */
export async function evaluate(asked: Evaluating, watching: Watched = {}): Promise<Evaluated> {
  const { suite, engines, models, repeat, seed, home } = asked;
  for (const engine of engines) if (engine !== auto) requireEngine(engine.replace(/:.*/, ""));
  const textual = suite.scenarios.filter(isTextual);
  const bare = models.filter((model) => model !== "none").length * textual.length;
  const count = counting(models.length * engines.length * suite.scenarios.length * repeat + bare, watching);
  const kept = keptIn<Item & Bare>(home, `${suite.name}-${sha256(suite.hash + version() + program()).slice(0, 12)}`);
  const every: Asked[] = [];
  const plain = new Map<string, Map<string, Bare>>();
  for (const model of models) {
    for (const engine of engines) every.push(await inSession(asked, { engine, model }, { kept, count, watching }));
    const own = every.filter((each) => each.model === model);
    if (model !== "none") plain.set(model, await plainly(asked, model, own, { kept, count, watching }));
  }
  const rows = every.flatMap(({ engine, model, series }) =>
    [...series.values()].map((each) => rowOf(each, engine, model)),
  );
  const totals = every.map(({ engine, model, series }) => ({ engine, model, ...totalOf([...series.values()]) }));
  const { baselines, against } = compared(every, plain, textual);
  const gains = gainsOf(every, against, seed);
  const measured = {
    ...{ suite: suite.name, rows, totals, baselines, gains, levels: levelsOf(every) },
    figures: every.map(({ figures }) => figures),
    workers: Object.fromEntries(every.map(({ model, worker }) => [model, worker])),
    seed,
  };
  keepResult(asked, measured);
  return measured;
}

/** Counted up when items come to hold other things; those that were kept before are measured again. */
const itemShape = "item 2";

type Means = { kept: Kept<Item & Bare>; count: Counting; watching: Watched };

async function inSession(
  { suite, repeat }: Evaluating,
  { engine, model }: { engine: string; model: string },
  means: Means,
): Promise<Asked> {
  const { kept, count, watching } = means;
  return await withSession(suite, model, engine, async (session, place) => {
    const [series, levels] = [new Map<string, Series>(), new Map<string, string>()];
    const told: Told[] = [];
    for (const scenario of suite.scenarios) {
      const items: Item[] = [];
      for (let time = 0; time < repeat; time += 1) {
        watching.signal?.throwIfAborted();
        const key = JSON.stringify([itemShape, place.hash, engine, place.model, time, scenario]);
        const before = kept.get(key);
        const started = performance.now();
        const item: Item = before ?? (await askItem(session, scenario, place.files, watching.signal));
        if (!before) kept.put(key, item as Item & Bare);
        items.push(item);
        told.push({ scenario, item });
        count.one(before ? null : performance.now() - started);
      }
      series.set(scenario.id, seriesOf(scenario.id, items));
      if (items[0]!.level !== null) levels.set(scenario.id, items[0]!.level);
    }
    return { engine, model, worker: place.worker, series, levels, figures: figuresOf(engine, model, told) };
  });
}

function seriesOf(scenario: string, items: Item[]): Series {
  return {
    scenario,
    right: items.map(({ right }) => Number(right)),
    tokens: items.map(({ tokens }) => tokens),
    ms: items.map(({ ms }) => ms),
    stops: items.map(({ stop }) => stop),
  };
}

/** What the bare model says to every scenario that words alone judge, as often as the dearest engine pays for. */
async function plainly(
  { suite }: Evaluating,
  model: string,
  own: Asked[],
  { kept, count, watching }: Means,
): Promise<Map<string, Bare>> {
  return await withSession(suite, model, auto, async (session, place) => {
    const found = new Map<string, Bare>();
    for (const { id, input } of suite.scenarios.filter(isTextual)) {
      watching.signal?.throwIfAborted();
      const spent = own.map(({ series }) => sum(series.get(id)!.tokens) / series.get(id)!.tokens.length);
      const tokens = Math.round(Math.max(0, ...spent));
      const key = JSON.stringify(["bare", place.hash, place.model, input, tokens]);
      const before = kept.get(key);
      const started = performance.now();
      const bare: Bare = before ?? (await askBare(session, input, tokens, watching.signal));
      if (!before) kept.put(key, bare as Item & Bare);
      found.set(id, bare);
      count.one(before ? null : performance.now() - started);
    }
    return found;
  });
}

type Place = { files: string[]; hash: string; model: string; worker: string };

async function withSession<T>(
  suite: Suite,
  model: string,
  engine: string,
  work: (session: Session, place: Place) => Promise<T>,
): Promise<T> {
  const [name, preset] = engine.split(":");
  const session = await openSession({
    dir: suite.dir,
    models: modelsOf(model),
    cache: false,
    ...(engine === auto ? {} : { engine: name, preset }),
  });
  try {
    const { planner, worker, verifier } = session.config.models;
    return await work(session, { ...(await filesOf(session)), model: [planner, worker, verifier].join(" "), worker });
  } finally {
    await session.close();
  }
}

/**
 * What a model's name means to a session: "none", the worker, or the model of the role that it names, and of more roles after commas
 * ("A,verifier=B"); "default" is what is configured.
 */
function modelsOf(model: string): string[] {
  if (model === "default") return [];
  const role = "(?:planner|worker|verifier|tutor|embedder|reranker)=";
  const parts = model.split(new RegExp(`,(?=${role})`));
  return parts.map((part) => (new RegExp(`^${role}`).test(part) ? part : `worker=${part}`));
}

/** Right or not, scenario by scenario, of what an engine is compared with. */
type Against = { name: string; engine: string; model: string; right: Map<string, number> };

function compared(every: Asked[], plain: Map<string, Map<string, Bare>>, textual: Scenario[]) {
  const baselines: Baseline[] = [];
  const against: Against[] = [];
  const note = (
    name: Baseline["name"],
    { engine, model }: Asked,
    own: Map<string, Bare>,
    budget: (id: string) => number,
  ) => {
    const series = textual.map((scenario): Series => {
      const bare = own.get(scenario.id)!;
      const n = samplesFor(bare, budget(scenario.id));
      const right = Number(judgeText(scenario, majority(bare, n)).right);
      return { scenario: scenario.id, right: [right], tokens: [bare.tokens * n], ms: [bare.ms * n], stops: [] };
    });
    const right = new Map(series.map((each) => [each.scenario, each.right[0]!]));
    against.push({ name, engine, model, right });
    if (name === "self-consistency" || !baselines.some((one) => one.name === name && one.model === model))
      baselines.push({ name, model, ...(name === "bare" ? {} : { of: engine }), ...totalOf(series) });
  };
  for (const each of every) {
    const own = plain.get(each.model);
    if (!own || textual.length === 0) continue;
    note("bare", each, own, () => 0);
    note("self-consistency", each, own, (id) => sum(each.series.get(id)!.tokens) / each.series.get(id)!.tokens.length);
  }
  return { baselines, against };
}

function gainsOf(every: Asked[], against: Against[], seed: number): Gain[] {
  const shareOf = ({ right }: Series) => sum(right) / right.length;
  return every.flatMap((each) => {
    const { engine, model, series } = each;
    const routed = every.find((other) => other.engine === auto && other.model === model && engine !== auto);
    const others = [
      ...(routed ? [{ name: auto, right: new Map([...routed.series].map(([id, one]) => [id, shareOf(one)])) }] : []),
      ...against.filter((other) => other.engine === engine && other.model === model),
    ];
    return others.map(({ name, right }) => {
      const pairs = [...right].map(([id, value]) => [shareOf(series.get(id)!), value] as const);
      return { engine, model, against: name, ...gainOf(pairs, seed) };
    });
  });
}

function levelsOf(every: Asked[]): Level[] {
  return every.flatMap(({ engine, model, series }) => {
    const routed = every.find((other) => other.engine === auto && other.model === model);
    if (!routed || engine === auto) return [];
    const byLevel = Map.groupBy(routed.levels, ([, level]) => level);
    return [...byLevel].map(([level, entries]) => {
      const share = (all: Map<string, Series>) =>
        sum(entries.map(([id]) => sum(all.get(id)!.right) / all.get(id)!.right.length));
      return { level, engine, model, n: entries.length, right: share(series), auto: share(routed.series) };
    });
  });
}

type Counting = { one(ms: number | null): void };

/** Counts items, and tells how long those that are left will take as long as they take what others took. */
function counting(all: number, { watch }: Watched): Counting {
  let [done, kept, spent] = [0, 0, 0];
  return {
    one(ms) {
      done += 1;
      if (ms === null) kept += 1;
      else spent += ms;
      const measured = done - kept;
      watch?.({ done, all, kept, leftMs: measured === 0 ? null : Math.round((spent / measured) * (all - done)) });
    },
  };
}
