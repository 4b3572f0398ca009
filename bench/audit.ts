/**
 * Sentences about folders of others, written from their texts with the truth beside: true, false by one thing that was changed, or not in
 * the text. Counts what the audit says of them, without a model; those of `aside.json`, written before they were first audited, apart, and so those of `audit/aside`, which were only ever counted: whoever works on the
 * rules does not look at what becomes of each. `node bench/audit.ts --docs DIR [--show]`, where DIR holds the folders, in one place or several;
 * sentences about code, whose folder is a package of its own, are counted apart too. `--only seen,kept` measures some of them and saves nothing.
 */
import { chmodSync, cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Audited, audit } from "../src/runtime/run/audit.ts";
import { prepareState } from "../src/runtime/session/folder.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { save } from "./result.ts";

const { values } = parseArgs({
  options: {
    docs: { type: "string", multiple: true },
    show: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
if (!values.docs) throw new Error("say where the documents are: --docs DIR");

type Truth = "true" | "false" | "absent";
type Written = { folder: string; sentences: { truth: Truth; text: string; path: string }[] };
type Kind = "seen" | "aside" | "code" | "kept";
type Judged = { kind: Kind; truth: Truth; verdict: Audited["verdict"]; text: string; because: string };

const none = ["worker", "planner", "verifier", "embedder", "reranker"].map((role) => `${role}=none`);
const judged: Judged[] = [];
for (const file of globSync("audit/**/*.json", { cwd: import.meta.dirname }).sort()) {
  const written: Written = JSON.parse(readFileSync(join(import.meta.dirname, file), "utf8"));
  const kind = kindOf(file);
  if (values.only && !values.only.split(",").includes(kind)) continue;
  const docs = values.docs.find((each) => existsSync(join(each, written.folder)));
  if (docs === undefined) throw new Error(`no --docs holds ${written.folder}`);
  judged.push(...(await judge(written, docs)).map((one) => ({ ...one, kind })));
}
if (values.show)
  for (const { kind, truth, verdict, text, because } of judged)
    if (kind !== "kept" && !isRight(truth, verdict)) console.log(`${truth}, ${verdict}: ${text}\n    ${because}`);
const of = (kind: Kind) => measure(judged.filter((one) => one.kind === kind));
const measured = { ...of("seen"), aside: of("aside"), code: of("code"), kept: of("kept") };
if (values.only)
  console.log(
    JSON.stringify(
      values.only.split(",").map((kind) => of(kind as Kind)),
      null,
      1,
    ),
  );
else save("audit", measured);

function kindOf(file: string): Kind {
  if (dirname(file) !== "audit") return "kept";
  return (["aside", "code"] as const).find((each) => file.endsWith(`${each}.json`)) ?? "seen";
}

async function judge({ folder, sentences }: Written, docs: string): Promise<Omit<Judged, "kind">[]> {
  const dir = mkdtempSync(join(tmpdir(), "ergo-audit-"));
  const beside = mkdtempSync(join(tmpdir(), "ergo-audited-"));
  cpSync(join(docs, folder), join(dir, folder), { recursive: true });
  chmodSync(join(dir, folder), 0o755);
  const text = join(beside, "text.md");
  writeFileSync(text, sentences.map((one) => `${one.text}\n`).join("\n"));
  const session = await openSession({ dir: join(dir, folder), models: none, cache: false });
  prepareState(session.folder);
  const audited = (await audit(session, text)).sentences;
  await session.close();
  for (const each of [dir, beside]) rmSync(each, { recursive: true, force: true });
  if (audited.length !== sentences.length)
    throw new Error(`${audited.length} sentences were read of ${sentences.length}`);
  return sentences.map(({ truth, text }, at) => ({ truth, text, ...pick(audited[at]!) }));
}

function pick({ verdict, because }: Audited) {
  return { verdict, because };
}

/** Proven counts as supported. */
function isRight(truth: Truth, verdict: Audited["verdict"]): boolean {
  if (truth === "true") return verdict === "supported" || verdict === "proven";
  return truth === "false" ? verdict === "contradicted" : verdict === "not found";
}

function measure(judged: Judged[]) {
  return { sentences: judged.length, said: said(judged), ...shares(judged) };
}

/** How many of the true, the false and those that stand nowhere each verdict was given. */
function said(judged: Judged[]): Record<Truth, Record<string, number>> {
  const of = (truth: Truth) => {
    const verdicts = judged.filter((one) => one.truth === truth).map(({ verdict }) => verdict);
    return Object.fromEntries(
      [...new Set(verdicts)].sort().map((each) => [each, verdicts.filter((one) => one === each).length]),
    );
  };
  return { true: of("true"), false: of("false"), absent: of("absent") };
}

/** How often a verdict is right where it is given, and given where it is right. */
function shares(judged: Judged[]) {
  const share = (truth: Truth, verdicts: Audited["verdict"][]) => {
    const given = judged.filter(({ verdict }) => verdicts.includes(verdict));
    const right = given.filter((one) => one.truth === truth).length;
    const all = judged.filter((one) => one.truth === truth).length;
    return { given: given.length, right, of: all, precision: round(right / given.length), recall: round(right / all) };
  };
  return {
    supported: share("true", ["supported", "proven"]),
    contradicted: share("false", ["contradicted"]),
    "not found": share("absent", ["not found"]),
  };
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
