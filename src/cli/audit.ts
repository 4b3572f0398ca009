import { statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { ErgoError } from "../core/error.ts";
import { type Audited, audit } from "../runtime/run/audit.ts";
import { boundsOf, contradictions, headOf, type Side } from "../runtime/run/contradictions.ts";
import { prepareState } from "../runtime/session/folder.ts";
import { openSession } from "../runtime/session/session.ts";
import type { Call } from "./call.ts";
import { interruptible } from "./interrupt.ts";
import { meter, print, printJson } from "./print.ts";
import { apart, bold, dim, green, link, quote, red, type Text, text, yellow } from "./text.ts";

/** Exit codes: 4 where a sentence is contradicted, or two texts contradict each other; 3 where a sentence is not found. */
export async function run({ values, words }: Call): Promise<number> {
  const [file, ...more] = words;
  if (file === undefined)
    throw new ErgoError("USAGE", {
      detail: "a text: ergo audit README.md, or - for stdin; or a folder, or several texts",
    });
  if (more.length > 0 || isFolder(file)) return await againstEachOther(values, words);
  const session = await openSession({ dir: values.dir as string | undefined, yes: Boolean(values.yes) });
  try {
    prepareState(session.folder);
    const shows = process.stderr.isTTY && !values.quiet;
    const tell = (done: number, total: number) => shows && meter(dim(`checking sentence ${done + 1} of ${total}`));
    const { sentences } = await interruptible((signal) => audit(session, file, { signal, tell }));
    if (shows) meter("");
    if (values.html !== undefined) await page(String(values.html), file, sentences);
    if (values.json) printJson({ v: 1, file, sentences });
    else print(...show(sentences, session.folder.root));
    const has = (verdict: Audited["verdict"]) => sentences.some((each) => each.verdict === verdict);
    return has("contradicted") ? 4 : has("not found") ? 3 : 0;
  } finally {
    await session.close();
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Sets what documents say against what others of them say. */
async function againstEachOther({ dir, yes, json, html }: Call["values"], paths: string[]): Promise<number> {
  if (html !== undefined) throw new ErgoError("USAGE", { detail: "--html is for one text" });
  const session = await openSession({ dir: dir as string | undefined, yes: Boolean(yes) });
  try {
    const { folder } = session;
    prepareState(folder);
    const files = paths.map((path) => relative(folder.root, resolve(path)).replaceAll("\\", "/"));
    const isAll = files.includes("");
    const found = await interruptible(async (signal) =>
      contradictions(await session.retriever(), isAll ? {} : { files }, signal),
    );
    if (found.missing.length > 0)
      throw new ErgoError("FILE_READ", { file: found.missing[0]!, detail: "no text of the folder" });
    const pairs = found.pairs.map(({ because, sides }) => ({ because, sides: sides.map(sideOf) }));
    const { compared, documents } = found;
    if (json) printJson({ v: 1, pairs, compared, documents });
    else
      print(
        ...apart([
          ...pairs.map(({ because, sides }) => [
            ...sides.flatMap((side) => [
              text`${link(placeOf(side), folder.root, side.path)}`,
              ...quote(side.text, bold),
            ]),
            `  the second: ${because}`,
          ]),
          [headOf(found), dim(boundsOf(found))],
        ]),
      );
    return pairs.length > 0 ? 4 : 0;
  } finally {
    await session.close();
  }
}

function sideOf({ excerpt: { path, doc, lines, plain }, date }: Side) {
  return { path, ...(doc === undefined ? {} : { doc }), lines, date, text: plain };
}

function placeOf({ path, doc, lines, date }: ReturnType<typeof sideOf>): string {
  return `${doc ?? path}${lines[0] > 0 ? `:${lines[0]}` : ""}${date === null ? "" : `  ${date}`}`;
}

async function page(target: string, file: string, sentences: Audited[]): Promise<void> {
  const [{ auditPage }, { saveAs }] = await Promise.all([
    import("../runtime/record/audited.ts"),
    import("../runtime/record/save.ts"),
  ]);
  saveAs(target, auditPage(file, sentences));
}

const paint = { proven: green, supported: green, contradicted: red, "not found": yellow, "no claim": dim };

function show(sentences: Audited[], root: string): Text[] {
  const groups = sentences
    .filter(({ verdict }) => verdict !== "no claim")
    .map((each) => [
      text`${paint[each.verdict](each.verdict)}${dim(each.lines[0] === 0 ? "" : `  line ${each.lines[0]}`)}`,
      ...quote(each.text, each.verdict === "contradicted" ? bold : undefined),
      ...(each.verdict === "supported" || each.verdict === "proven" ? [] : [`  ${each.because}`]),
      ...each.evidence.slice(0, 2).flatMap((one) => found(one, root)),
    ]);
  return apart([...groups, [dim(summary(sentences))]]);
}

function found({ path, lines, text: said }: Audited["evidence"][number], root: string): Text[] {
  if (path === undefined) return [];
  const place = lines === undefined || lines[0] === 0 ? path : `${path}:${lines[0]}`;
  return [text`  ${link(place, root, path)}`, ...quote(said.slice(0, 300), dim)];
}

function summary(sentences: Audited[]): string {
  const counts = new Map<string, number>();
  for (const { verdict } of sentences) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  if (counts.size === 0) return "there is no sentence in it";
  return [...counts].map(([verdict, n]) => `${n} ${verdict}`).join(", ");
}
