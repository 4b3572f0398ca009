import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Episode, Label } from "../src/experience/episode.ts";
import { eventsFile, prune } from "../src/experience/events.ts";
import { extendIndex } from "../src/experience/indexing.ts";
import { openSession } from "../src/index.ts";
import { askItem, filesOf } from "../src/runtime/eval/item.ts";
import { readSuite } from "../src/runtime/eval/suite.ts";
import { recollect } from "../src/runtime/record/learn.ts";
import type { Folder } from "../src/runtime/session/folder.ts";
import { createRandom } from "./check/random.ts";
import { median, save } from "./result.ts";

/**
 * Experience: what it costs to bring earlier questions to mind among a million, to prune them, and what it gains without a model on tasks
 * that are asked again and on fresh ones. `node bench/experience.ts [EVENTS]`; ten minutes.
 */
const [events = "1000000"] = process.argv.slice(2);
const day = 86_400_000;
const now = Date.UTC(2026, 10, 1);
const random = createRandom(29);
const base = mkdtempSync(join(tmpdir(), "ergo-experience-"));
process.env.ERGO_HOME = join(base, "home");
const measured = { recall: await recalled(Number(events)), tasks: await tasks() };
rmSync(base, { recursive: true });
save("experience", measured);

/** Words as rare and as frequent as in a language (Zipf, exponent 1): the r-th is drawn with a share of 1/r. */
function word(): string {
  const rank = Math.floor(Math.exp((random.below(1e9) / 1e9) * Math.log(200_000)));
  return `w${rank.toString(36)}`;
}

function questionOf(): string {
  return `${["What is the", "Where does the", "How many"][random.below(3)]} ${Array.from({ length: 5 }, word).join(" ")}?`;
}

/** Two places with so many events: one in twenty is said something of, three in ten questions are asked again. */
async function recalled(count: number) {
  const state = join(base, "files/.ergo");
  const folder: Folder = { root: join(base, "files"), state, home: join(base, "home"), readOnly: false };
  const file = eventsFile(folder.home);
  mkdirSync(dirname(file), { recursive: true });
  const asked: string[] = [];
  let lines: string[] = [];
  let unread = 0;
  for (let at = 0; at < count; at += 1) {
    const time = now - 100 * day + Math.floor((at / count) * 100 * day);
    const isLabel = at > 0 && random.below(20) === 0;
    const again = asked.length > 0 && random.below(10) < 3;
    const question = again ? asked[random.below(asked.length)]! : questionOf();
    if (!isLabel && !again && asked.length < 100_000) asked.push(question);
    const event: Episode | Label = isLabel
      ? { v: 1, run: `r${at - 1}`, time, label: random.below(2) === 0 ? "good" : "bad", said: null }
      : {
          ...{ v: 1, run: `r${at}`, time, dir: `/folders/${random.below(20)}`, question, kind: "cite" },
          ...{ engine: ["cite", "react", "direct", "contract"][random.below(4)]!, recipe: null },
          ...{ stop: random.below(4) === 0 ? "not_found" : "success", paths: ["notes/a.md"] },
        };
    lines.push(JSON.stringify(event));
    if (at % 100_000 === 50_000) {
      lines.push("no event");
      unread += 1;
    }
    if (lines.length < 10_000 && at < count - 1) continue;
    appendFileSync(file, lines.map((line) => `${line}\n`).join(""));
    lines = [];
  }
  const building = timed(() => extendIndex(file, Number.POSITIVE_INFINITY));
  const known = Array.from({ length: 300 }, () => asked[random.below(asked.length)]!);
  const fresh = Array.from({ length: 300 }, questionOf);
  const recall = (questions: string[]) => {
    const times: number[] = [];
    const computed: number[] = [];
    let [found, same, most] = [0, 0, 0];
    for (const question of questions) {
      const { given, ms, cpuMs } = timed(() => recollect(folder, question, now).found);
      times.push(ms);
      computed.push(cpuMs);
      found += Number(given.length > 0);
      same += Number(given.some(({ episode }) => episode.question === question));
      const engines = Map.groupBy(given, ({ episode }) => episode.engine);
      most = Math.max(most, ...[...engines.values()].map(({ length }) => length));
    }
    const tail = (values: number[]) =>
      Math.round(values.toSorted((a, b) => a - b)[Math.floor(0.95 * values.length)]! * 100) / 100;
    const cost = {
      medianMs: median(times),
      p95Ms: tail(times),
      medianCpuMs: median(computed),
      p95CpuMs: tail(computed),
    };
    return { n: questions.length, found, same, mostOfOneEngine: most, ...cost };
  };
  const [seen, others] = [recall(known), recall(fresh)];
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  const size = { events: statSync(file).size, index: sizeOf(join(dirname(file), "index")) };
  const old = (event: { time: number }) => event.time < now - 90 * day;
  const pruning = timed(() => prune(file, old));
  const left = readFileSync(file, "utf8").split("\n");
  const kept = left.filter((line) => line === "no event").length;
  const tooOld = left.filter((line) => line.startsWith("{") && old(JSON.parse(line))).length;
  const after = recall(known);
  return {
    ...{ events: count, bytes: size, indexCpuMs: Math.round(building.cpuMs), seen, fresh: others },
    prune: { gone: pruning.given, cpuMs: Math.round(pruning.cpuMs), tooOld, unreadKept: kept === unread, after },
    ...{ peakMiB: peak, peakMiBAfterPruning: Math.round(process.resourceUsage().maxRSS / 1024) },
  };
}

/**
 * The suite that comes with Ergo, asked twice without a model: where what was asked is remembered, and where it is taken away before every
 * question. No answer is given from the cache.
 */
async function tasks() {
  const rows = [];
  for (const engine of ["auto", "react", "graph"])
    for (const remembers of [true, false]) {
      const home = mkdtempSync(join(base, "home-"));
      process.env.ERGO_HOME = home;
      const suite = readSuite("quay", home);
      const models = ["worker=none", "embedder=none", "reranker=none"];
      const session = await openSession({
        dir: suite.dir,
        models,
        cache: false,
        ...(engine === "auto" ? {} : { engine }),
      });
      const { files } = await filesOf(session);
      for (const asked of ["fresh", "again"]) {
        const items = [];
        for (const scenario of suite.scenarios) {
          const places = remembers ? [] : [home, join(suite.dir, ".ergo")];
          for (const place of places) rmSync(join(place, "experience"), { recursive: true, force: true });
          items.push(await askItem(session, scenario, files, undefined));
        }
        const right = items.filter((item) => item.right).length;
        rows.push({ engine, remembers, asked, n: items.length, right, medianMs: median(items.map(({ ms }) => ms)) });
      }
      await session.close();
    }
  return rows;
}

/** What a call gave, the time that it took, and the time that it computed, which others on the machine do not add to. */
function timed<T>(run: () => T): { given: T; ms: number; cpuMs: number } {
  const began = performance.now();
  const before = process.threadCpuUsage();
  const given = run();
  const { user, system } = process.threadCpuUsage(before);
  return { given, ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}

function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
