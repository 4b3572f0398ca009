import { readFileSync } from "node:fs";
import { test } from "vitest";
import { engines } from "../src/engines/registry.ts";
import { expectGenerated } from "./generated.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

type Ways = { n: number; right: number; low: number; high: number; tokens: number }[];
type Family = {
  engines: (Ways[number] & { engine: string })[];
  baselines: (Ways[number] & { name: string; of?: string })[];
};

/** What a model is right in by itself, and what engines are right in with it. */
function familyTable([model, families]: [string, Record<string, Family>]): string {
  const rows = Object.entries(families).flatMap(([family, { engines, baselines }]) =>
    [
      ...baselines.map(({ name, of, ...way }) => ({ way: of ? `${name}, as many tokens as ${of}` : name, ...way })),
      ...engines.map(({ engine, ...way }) => ({ way: `\`${engine}\``, ...way })),
    ].map(
      ({ way, n, right, low, high, tokens }) =>
        `| ${family} (${n}) | ${way} | ${right} | ${Math.round(100 * low)} to ${Math.round(100 * high)} | ${tokens} |\n`,
    ),
  );
  const head = "| questions | way | right | in % | tokens |\n|---|---|---|---|---|\n";
  return `\nMeasured by \`bench/families\` with ${model}; the bare model answers from one search, or in short steps where there is nothing to read:\n\n${head}${rows.join("")}`;
}

test("docs/engines.md lists every engine, and what the planning ones gain as measured", async () => {
  const loaded = await Promise.all(engines.map(({ load }) => load()));
  const listed = loaded.map(({ name, for: what, steps }) => `| \`${name}\` | ${what} | ${steps.join("; ")} |\n`);
  type Share = { share: number; low: number; high: number };
  type Figures = {
    n: number;
    first: Share;
    any: Share;
    evidence: number;
    answered: number;
    answeredRight: number;
    medianMs: number;
    gained?: number;
    lost?: number;
  };
  const { models, ...sets } = JSON.parse(read("bench/results/engines.json")).measured as { models: string[] } & Record<
    string,
    Record<string, Figures>
  >;
  const percent = (share: number) => (100 * share).toFixed(0);
  const within = ({ share, low, high }: Share) => `${percent(share)} [${percent(low)}, ${percent(high)}]`;
  const rows = Object.entries(sets).flatMap(([set, of]) =>
    Object.entries(of).map(([engine, one]) => {
      const change = one.gained === undefined ? "" : `+${one.gained} -${one.lost}`;
      const cells = [
        within(one.first),
        change,
        within(one.any),
        percent(one.evidence),
        `${one.answeredRight} of ${one.answered}`,
      ];
      return `| ${set} (${one.n}) | ${engine} | ${cells.join(" | ")} | ${Math.round(one.medianMs)} |\n`;
    }),
  );
  const head =
    "| questions | engine | right first | against cite | anywhere | evidence | right of answered | ms |\n|---|---|---|---|---|---|---|---|\n";
  const about = `\nMeasured by \`bench/engines\` with ${models.join(", ")}; in %, with 95 % intervals:\n\n`;
  type Word = { right: number; share: Share; medianTokens?: number };
  const { model, n, sure, ...word } = JSON.parse(read("bench/results/word.json")).measured as {
    model: string;
    n: number;
    sure: { n: number; right: number };
  } & Record<"bare" | "steps" | "compute", Word>;
  const ways = { "the number at once": word.bare, "in short steps": word.steps, "`compute`": word.compute };
  const solved = Object.entries(ways).map(([way, { right, share, medianTokens }]) => {
    return `| ${way} | ${right} | ${within(share)} | ${medianTokens ?? ""} |\n`;
  });
  const words = `\nMeasured by \`bench/word\` with ${model}, ${n} problems of gsm8k; where \`compute\` is sure, ${sure.right} of ${sure.n} are right:\n\n| way | right | in % | tokens |\n|---|---|---|---|\n${solved.join("")}`;
  const families = JSON.parse(read("bench/results/families.json")).measured as Record<string, Record<string, Family>>;
  expectGenerated(
    "docs/engines.md",
    `| engine | for | what it does |\n|---|---|---|\n${listed.join("")}${about}${head}${rows.join("")}${words}${Object.entries(families).map(familyTable).join("")}`,
  );
});
