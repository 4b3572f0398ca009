import { basename } from "node:path";
import { type DifferenceRow, differencesSchema } from "../../code/kernels/difference.ts";
import type { Kernel, Source } from "../../code/kernels/kernel.ts";
import { plural } from "../../code/kernels/kernel.ts";
import { type OutlineRow, outlineSchema } from "../../code/kernels/outline.ts";
import { kernels } from "../../code/kernels/registry.ts";
import { drawnOf } from "../../code/report/drawn.ts";
import { sarif } from "../../code/report/sarif.ts";
import type { Schema } from "../../core/schema.ts";
import { fillPage, shownJson } from "../../trace/page.ts";
import type { Folder } from "../session/folder.ts";
import { version } from "../settings/version.ts";
import type { CodeReport } from "./code.ts";

/** A kernel's result for people: what it is about, and its rows, the first of them in a sentence each; `isKernel`: it is asked for by that name. */
export type Told = {
  name: string;
  means: string;
  isKernel: boolean;
  rows: number;
  lines: { text: string; at: Source }[];
  /** Why there is nothing to measure; null where there is. */
  without: string | null;
  open: string[];
};

/** The same as a kernel for what is asked for by an option. */
const others: Readonly<Record<string, Pick<Kernel, "means" | "schema" | "tell">>> = {
  outline: {
    means: "the system for a newcomer",
    schema: outlineSchema,
    tell: (row) => (row as OutlineRow).worded ?? (row as OutlineRow).say,
  },
  diff: {
    means: "what the change does",
    schema: differencesSchema,
    tell: (row) => {
      const { path, what, name, before, after } = row as DifferenceRow;
      const of = name === path ? what : `${what} ${name}`;
      if (what === "break") return `breaks: ${after}`;
      // What is untested was not told of before.
      if (what === "untested" && after !== null) return `${of}: ${after}`;
      if (before === null) return `new ${of}: ${after}`;
      return after === null ? `${of} is gone: ${before}` : `${of}: ${before} → ${after}`;
    },
  },
};

function kernelCalled(name: string): Pick<Kernel, "means" | "schema" | "tell" | "history"> {
  return kernels.find((each) => each.name === name) ?? others[name]!;
}

/** What each kernel found in at most `most` lines; of a file's or folder's rows, those that are about it. */
export function toldReport(report: CodeReport, most: number): Told[] {
  return Object.entries(report.kernels).map(([name, { rows, open }]) => {
    const { means, tell, history } = kernelCalled(name);
    const shown = rows.filter((row) => !isPlain(name, row)).slice(0, most);
    const lines = shown.map((at) => ({ text: tell(at), at }));
    const without = rows.length === 0 && history ? (open[0] ?? null) : null;
    return { name, means, isKernel: !(name in others), rows: rows.length, lines, without, open };
  });
}

/** Rows that say that nothing is wrong, or only list what is there. */
function isPlain(name: string, row: Source): boolean {
  const { what, of, found, tests } = row as Source & { what?: string; of?: string; found?: boolean; tests?: string[] };
  if (name === "structure") return what === "file";
  if (name === "metrics") return of === "file";
  if (name === "documentation") return found === true;
  return name === "tests" && (tests?.length ?? 0) > 0;
}

/** The JSON Schema of `--json`: what each kernel gives. */
export function codeSchema(): Schema {
  const texts: Schema = { type: "array", items: { type: "string" } };
  const skipped: Schema = {
    type: "array",
    items: {
      type: "object",
      properties: { path: { type: "string" }, message: { type: "string" } },
      required: ["path", "message"],
    },
  };
  const named = [
    ...kernels.map(({ name, means, schema }) => ({ name, means, schema })),
    ...Object.entries(others).map(([name, each]) => ({ name, ...each })),
  ];
  const properties = Object.fromEntries(
    named.map(({ name, means, schema }): [string, Schema] => [
      name,
      {
        description: means,
        type: "object",
        properties: {
          rows: { type: "array", items: schema },
          complete: { type: "boolean" },
          open: texts,
          skipped,
          ms: { type: "integer", minimum: 0 },
        },
        required: ["rows", "complete", "open", "skipped", "ms"],
      },
    ]),
  );
  const fresh: Schema = {
    description: "with --diff, by kernel, the rows that say that something is wrong and were not there at the revision",
    type: "object",
    properties: Object.fromEntries(kernels.map(({ name, schema }) => [name, { type: "array", items: schema }])),
    additionalProperties: false,
  };
  return {
    title: "What `ergo code --json` prints",
    type: "object",
    properties: { kernels: { type: "object", properties, additionalProperties: false }, fresh },
    required: ["kernels"],
  };
}

/** What kernels found for other programs; beside a revision, what is new since and what it breaks, and nothing else. */
export function sarifReport(report: CodeReport): string {
  const { kernels: found, fresh } = report;
  const rows = fresh && Object.fromEntries(Object.entries(fresh).map(([name, each]) => [name, { rows: each }]));
  return `${JSON.stringify(sarif(rows ? { ...rows, diff: found.diff! } : found, version()), null, 2)}\n`;
}

/** Rows of a kernel that stand in Markdown at most. */
const written = 40;

/** The report as Markdown: a section a kernel, a line a row. What files say is text in it, never markup. */
export function markdownReport(folder: Folder, report: CodeReport): string {
  const { all, code } = report.files;
  const sections = toldReport(report, written).flatMap(({ name, means, rows, lines, without, open }) => [
    `## ${name}`,
    `${plainText(means)}.`,
    lines.map(({ text, at }) => `- ${plainText(placeOf(at))} ${plainText(text)}`).join("\n") ||
      (without === null ? "Nothing." : `Nothing to measure: ${plainText(without)}.`),
    ...(rows > lines.length ? [`${rows - lines.length} more rows.`] : []),
    ...(open.length > 0
      ? [`Not complete: ${plainText(open[0]!)}${open.length > 1 ? `, and ${open.length - 1} more reasons` : ""}.`]
      : []),
  ]);
  const head = [`# ${plainText(basename(folder.root))}`, `${plural(code, "source file")} of ${plural(all, "file")}.`];
  return `${[...head, ...sections].join("\n\n")}\n`;
}

function placeOf({ path, lines }: Source): string {
  return `${path || "."}${lines ? `:${lines[0]}` : ""}`;
}

/** A text in one line in which no character is markup. */
function plainText(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|~&!]/g, "\\$&");
}

/** Rows of a kernel that the page holds at most. */
const held = 2000;

/** The report as one page that loads nothing. What files say is data to the page, and shown as text alone. */
export function codePage(folder: Folder, report: CodeReport): string {
  const sections = Object.entries(report.kernels).map(([name, { rows, open, ms, skipped }]) => {
    const { means, tell } = kernelCalled(name);
    const shown = rows.slice(0, held).map((row) => ({ ...row, tell: tell(row) }));
    return { name, means, rows: shown, of: rows.length, open, ms, skipped: skipped.length };
  });
  const about = { folder: basename(folder.root), files: report.files, ms: report.ms };
  return fillPage({
    page: "code.html",
    styles: ["page.css", "screen.css", "code.css"],
    scripts: ["dom.js", "plot.js", "treemap.js", "trend.js", "table.js", "code.js"],
    title: `${about.folder}: ${plural(report.files.code, "source file")}`,
    data: { about: shownJson(about), report: shownJson(sections), drawn: shownJson(drawnOf(report.kernels)) },
  });
}
