import { posix } from "node:path";
import { isManifest } from "../../code/facts/manifest.ts";
import type { Module } from "../../code/facts/module.ts";
import { makeProject } from "../../code/facts/project.ts";
import type { Source } from "../../code/kernels/kernel.ts";
import { kernels, runKernels } from "../../code/kernels/registry.ts";
import type { Blind } from "../../core/observation.ts";
import type { KernelFacts } from "../../core/project.ts";
import { redactText } from "../../secrets/redact.ts";
import type { Around } from "../../tools/sources.ts";
import { readHistory } from "./git.ts";

/** Rows that are told at most. */
const most = 40;

/**
 * What a kernel finds in the folder, those rows that meet a condition: `risk untested` has the rows of `risk` whose `untested` is not nothing,
 * `documentation at=README -found` those about a file called so for which `found` doesn't hold, and
 * `metrics of=file ^cyclomatic` has files by that figure, the greatest first.
 */
export async function measured(
  root: string,
  asked: string,
  around: Around,
  read: (path: string, text: string) => Promise<Module | null>,
  signal?: AbortSignal,
): Promise<KernelFacts | Blind> {
  const [name = "", ...conditions] = asked.split(" ");
  const kernel = kernels.find((each) => each.name === name);
  if (!kernel) return { ok: false, code: "missing", message: `There is no kernel ${name}.` };
  const texts = new Map<string, string>();
  for (const path of around.files) {
    const text = isRead(path) ? around.text(path) : null;
    if (text !== null) texts.set(path, text);
  }
  const modules: Module[] = [];
  for (const [path, text] of texts) {
    signal?.throwIfAborted();
    const module = await read(path, text);
    if (module) modules.push(module);
  }
  const history = await readHistory(root, signal);
  const project = makeProject({ files: around.files, texts, modules, history, skipped: [] });
  const { rows, open } = runKernels(project, [name], () => 0)[name]!;
  const [order] = conditions.flatMap((each) => (each.startsWith("^") ? [each.slice(1)] : []));
  const [about, others] = [conditions.filter(isPlace), conditions.filter((each) => !/[=^]/.test(each))];
  const value = (row: Source) => Number((row as unknown as Record<string, unknown>)[order ?? ""] ?? 0);
  const sorted = order === undefined ? rows : rows.toSorted((a, b) => value(b) - value(a));
  const all = sorted.filter((row) => about.every((each) => meets(row, each)));
  const some = all.filter((row) => others.every((each) => meets(row, each)));
  const told = some.slice(0, most).map((row) => {
    return { path: row.path, line: row.lines?.[0] ?? null, text: redactText(kernel.tell(row)) };
  });
  return { ok: true, means: kernel.means, rows: told, some: some.length, all: all.length, open: open.slice(0, most) };
}

/** What says which rows are looked at at all. */
function isPlace(condition: string): boolean {
  return condition.includes("=");
}

function meets(row: Source, condition: string): boolean {
  const [key = "", wanted] = condition.replace(/^-/, "").split("=");
  if (key === "at") return posix.basename(row.path).toLowerCase().startsWith(wanted!.toLowerCase());
  const value = (row as unknown as Record<string, unknown>)[key];
  if (wanted !== undefined) return String(value) === wanted;
  return Boolean(value) !== condition.startsWith("-");
}

/** Source files, documents, manifests and settings. */
export function isRead(path: string): boolean {
  return (
    isManifest(path) ||
    /\.(?:[cm]?[jt]sx?|pyi?|java|go|rs|[ch]|mdx?|rst|txt|json|ya?ml|toml|xml|cfg|ini|env|properties|sh|gradle|kts?|html?|sql)$|^(?:Makefile|Dockerfile|\.env.*)$/i.test(
      posix.basename(path),
    )
  );
}
