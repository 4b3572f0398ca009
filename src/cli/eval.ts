import { ErgoError } from "../core/error.ts";
import { auto, type Evaluated, evaluate, type Progress } from "../runtime/eval/evaluate.ts";
import type { Figures } from "../runtime/eval/figures.ts";
import { readSuite } from "../runtime/eval/suite.ts";
import type { Gain, Total } from "../runtime/eval/table.ts";
import { saveAs } from "../runtime/record/save.ts";
import { ergoHome } from "../runtime/session/folder.ts";
import { absolute } from "../runtime/settings/config.ts";
import { whole } from "./ask.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { meter, note, print, printJson } from "./print.ts";
import { apart, bold, dim, type Text, table } from "./text.ts";

export async function run({ values, words }: Call): Promise<number> {
  const [named, ...more] = words;
  if (named === undefined || more.length > 0) {
    throw new ErgoError("USAGE", {
      detail: "one suite: ergo eval SUITE.yaml, or `ergo eval quay`, `guard` or `tutor`, which come with Ergo",
    });
  }
  const home = ergoHome();
  const suite = readSuite(named, home, values.dir as string | undefined);
  const adopts = Boolean(values.adopt);
  const engines = listed(values.engine, auto);
  const asked = {
    ...{ suite, home, seed: 1, repeat: whole(values, "repeat") ?? 1 },
    // What is adopted has to be better than what routing chooses.
    engines: adopts && !engines.includes(auto) ? [auto, ...engines] : engines,
    models: listed(values.model, "default").map((name) => absolute(name, ".")),
  };
  const watch = watching(values);
  const measured = await interruptible(async (signal) => {
    try {
      return await evaluate(asked, { signal, ...(watch ? { watch } : {}) });
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      note("interrupted; what was measured is kept, and the same command goes on");
      throw new ErgoError("CANCELLED");
    }
  });
  const adopted = adopts ? (await import("../runtime/eval/adopt.ts")).adopt(home, measured) : null;
  if (values.html !== undefined) {
    const { evalPage } = await import("../runtime/eval/page.ts");
    note(saveAs(String(values.html), evalPage(measured)));
  }
  const { workers: _, ...shown } = measured;
  if (values.json) printJson({ ...shown, ...(adopted ? { adopted: adopted.models } : {}) });
  else print(...show(measured, adopted && Object.keys(adopted.models).length));
  return 0;
}

function listed(given: Call["values"][string], usual: string): string[] {
  const names = Array.isArray(given) ? given : typeof given === "string" ? [given] : [];
  return names.length === 0 ? [usual] : [...new Set(names)];
}

/** A line that goes on where stderr is a terminal, else a line for every tenth part. */
function watching(values: Call["values"]): ((progress: Progress) => void) | undefined {
  if (values.quiet) return undefined;
  let told = 0;
  return ({ done, all, kept, leftMs }) => {
    const before = kept > 0 ? `, ${kept} from before` : "";
    const left = leftMs === null || done === all ? "" : `, about ${minutes(leftMs)} left`;
    const line = `${done} of ${all}${before}${left}`;
    if (process.stderr.isTTY) return meter(done === all ? "" : dim(line));
    if (Math.floor((10 * done) / all) === told) return;
    told = Math.floor((10 * done) / all);
    note(line);
  };
}

function minutes(ms: number): string {
  return ms < 90_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}

function show({ rows, totals, baselines, gains, figures }: Evaluated, adopted: number | null): Text[] {
  const wrong = rows.filter(({ right, n }) => right < n);
  const head = ["", "right", "95 %", "tokens", "ms"].map(bold);
  const all = [
    head,
    ...totals.map((total) => line(`${total.engine} · ${total.model}`, total)),
    ...baselines.map((one) => line(`${one.name}${one.of ? ` at the tokens of ${one.of}` : ""} · ${one.model}`, one)),
  ];
  const parts: Text[][] = [table(all, "ours")];
  if (gains.length > 0) parts.push(gains.map(said));
  const ways = figures.flatMap(wayOf);
  if (ways.length > 0) parts.push([bold("on the way"), ...ways]);
  if (wrong.length > 0) {
    const cells = wrong.map(({ scenario, engine, model, n, right, stop }) => [
      scenario,
      `${engine} · ${model}`,
      `${right} of ${n}`,
      stop,
    ]);
    parts.push([bold("not right"), ...table(cells, "ours")]);
  }
  if (adopted !== null)
    parts.push([
      adopted === 0
        ? "no engine is surely better than what routing chooses: none is adopted"
        : "routing chooses by this from now on",
    ]);
  return apart(parts);
}

function line(name: string, { n, right, low, high, tokens, ms }: Omit<Total, "engine" | "model">): Text[] {
  return [name, `${percent(right / n)} of ${n}`, `${percent(low)} to ${percent(high)}`, String(tokens), String(ms)];
}

/** How an engine went about its questions, as far as there is something to say. */
function wayOf(figures: Figures): Text[] {
  const { engine, model, steps, perThousand } = figures;
  const shares: [string, Figures["planned"]][] = [
    ["plans right at once", figures.planned],
    ["recovered by reflection", figures.recovered],
    ["reflections used up", figures.exhausted],
    ["bypassed as they should be", figures.bypassed],
    ["of the words that are wanted", figures.covered],
    ["questions taken apart", figures.split],
    ["reviews that approve", figures.approved],
  ];
  const parts = [
    ...shares.flatMap(([name, ratio]) => (ratio ? [`${percent(ratio.share)} ${name} (of ${ratio.of})`] : [])),
    ...(steps === null ? [] : [`${steps} steps a plan`]),
    ...(perThousand === null ? [] : [`${perThousand} right for 1,000 tokens`]),
  ];
  return parts.length === 0 ? [] : [`${engine} · ${model}: ${parts.join(", ")}`];
}

function said({ engine, model, against, n, by, low, high }: Gain): Text {
  const sure = low > 0 ? "surely better" : high < 0 ? "surely worse" : "no difference is sure";
  const sign = by > 0 ? "+" : "";
  return `${engine} against ${against} · ${model}: ${sign}${percent(by)} (${percent(low)} to ${percent(high)}, ${n} scenarios): ${sure}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
