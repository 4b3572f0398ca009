/**
 * What replacing secrets costs and what it takes for one: processor time on small JSON and on texts, made-up secrets of every shape
 * that are found, and what is replaced in texts that hold none. `node bench/redact.ts DIR...` names folders of such texts;
 * `--show` prints what was replaced there.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { kindsIn, redactJson, redactText } from "../src/secrets/redact.ts";
import { median, save } from "./result.ts";

const { values, positionals } = parseArgs({
  options: { show: { type: "boolean", default: false } },
  allowPositionals: true,
});

save("redact", {
  microsecondsPerSmallJson: smallJson(),
  shapes: shapes(),
  texts: positionals.map(measureTexts),
});

function smallJson(): number {
  const data = {
    effect: "read",
    request: { tool: "observe", queries: [{ see: "file", path: "docs/guide/start.md" }] },
  };
  const text = JSON.stringify(data);
  const runs = Array.from({ length: 5 }, () => {
    return (
      spent(() => {
        for (let i = 0; i < 100_000; i++) redactJson(data, text);
      }) * 10
    );
  });
  return median(runs);
}

/** Random secrets of each shape, each in the middle of a line; `found` are those of which nothing is left. */
function shapes(): Record<string, { made: number; found: number }> {
  const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  const draw = random(20261122);
  const any = (size: number, from = letters) =>
    Array.from({ length: size }, () => from[Math.floor(draw() * from.length)]).join("");
  const upper = letters.toUpperCase();
  const hex = "0123456789abcdef";
  const makers: Record<string, () => string | [before: string, secret: string, after?: string]> = {
    awsId: () => `AKIA${any(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")}`,
    awsSecret: () => ["aws_secret_access_key = ", any(40)],
    github: () => `ghp_${any(36)}`,
    githubFine: () => `github_pat_${any(22)}_${any(59)}`,
    gitlab: () => `glpat-${any(20)}`,
    slack: () => `xoxb-${any(12, "0123456789")}-${any(24)}`,
    stripe: () => `sk_live_${any(24)}`,
    openai: () => `sk-proj-${any(60)}`,
    anthropic: () => `sk-ant-api03-${any(95)}`,
    google: () => `AIza${any(35)}`,
    npm: () => `npm_${any(36)}`,
    huggingFace: () => `hf_${any(34)}`,
    sendgrid: () => `SG.${any(22)}.${any(43)}`,
    twilio: () => `SK${any(32, hex)}`,
    jwt: () => `eyJ${any(33)}.eyJ${any(60)}.${any(43)}`,
    privateKey: () => `-----BEGIN PRIVATE KEY-----\n${any(64, upper)}\n${any(64)}\n-----END PRIVATE KEY-----`,
    urlPassword: () => ["postgres://app:", any(14), "@db.internal/app"],
    bearer: () => ["Authorization: Bearer ", any(40)],
    password: () => ['password = "', any(14), '"'],
    passwordOfEnvironment: () => ["DB_PASSWORD=", any(12)],
    apiKey: () => ['"api_key": "', any(32), '"'],
    clientSecret: () => ["client_secret: ", any(32, hex)],
  };
  return Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      const made = Array.from({ length: 200 }, () => {
        const [before, secret, after = ""] = [make()].flat() as [string, string?, string?];
        return secret === undefined ? ["", before, ""] : [before, secret, after];
      });
      const found = made.filter(([before, secret, after]) => {
        const lines = redactText(`A line with ${before}${secret}${after} in it.\n`);
        return secret!.split("\n").every((part) => !lines.includes(part));
      });
      return [name, { made: made.length, found: found.length }];
    }),
  );
}

function measureTexts(dir: string) {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = files
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
    .filter(({ text }) => !text.includes("\0"));
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  let redacted: string[] = [];
  const seconds = spent(() => {
    redacted = texts.map(({ text }) => redactText(text));
  });
  const replaced = texts.flatMap(({ file, text }, i) => differing(file, text, redacted[i]!));
  if (values.show) for (const line of replaced) console.error(line);
  return {
    name: basename(dir),
    files: texts.length,
    megabytes: Math.round(bytes / 1e5) / 10,
    megabytesPerSecond: Math.round(bytes / 1e6 / seconds),
    linesReplaced: replaced.length,
  };
}

/** Seconds of processor time. */
function spent(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function differing(file: string, before: string, after: string): string[] {
  if (before === after) return [];
  const lines = after.split("\n");
  return before.split("\n").flatMap((line, i) => {
    return line === lines[i] ? [] : [`${file}:${i + 1} ${kindsIn(lines[i]!).join()} ${line.trim().slice(0, 120)}`];
  });
}

/** Mulberry32: the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
