/**
 * Questions over what documents say of themselves: over the PEPs, over office files and over a small made site. The answers
 * are worked out from the files by another reading of them. No model is used. `node bench/fields.ts --docs DIR`, where DIR
 * holds docs-peps and docs-binary.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ask } from "../src/runtime/run/ask.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { composed, type Key, made, office, proposals, type Question, type Row, site } from "./fields/questions.ts";
import { median, save } from "./result.ts";

const { values } = parseArgs({ options: { docs: { type: "string" } } });
if (!values.docs) throw new Error("say where the documents are: --docs DIR");
const docs = values.docs;
const none = ["worker", "planner", "verifier", "embedder", "reranker"].map((role) => `${role}=none`);

const folders: [name: string, fill: (dir: string) => void, questions: Question[]][] = [
  ["proposals", (dir) => cpSync(join(docs, "docs-peps"), dir, { recursive: true }), proposals],
  ["proposals, composed", (dir) => cpSync(join(docs, "docs-peps"), dir, { recursive: true }), composed],
  ["office files", copyOffice, office],
  ["made site", writeSite, site],
];
const measured: Record<string, object> = {};
for (const [name, fill, questions] of folders) {
  const dir = mkdtempSync(join(tmpdir(), "ergo-fields-"));
  fill(dir);
  measured[name] = await asked(dir, questions);
  rmSync(dir, { recursive: true });
}
save("fields", measured);

async function asked(dir: string, questions: Question[]): Promise<object> {
  const rows = rowsIn(dir);
  const session = await openSession({ dir, models: none, cache: false });
  const counts = { exact: 0, refused: 0, wrong: 0 };
  const missed: { question: string; outcome: string; answer: string }[] = [];
  const times: number[] = [];
  for (const [question, key] of questions) {
    const start = performance.now();
    const { answer, stop, claims, evidence } = await ask(session, { question });
    times.push(performance.now() - start);
    const proven = stop === "success" && claims.length > 0 && claims.every(({ verdict }) => verdict === "proven");
    const shown = claims.every((claim) => claim.evidence.some((id) => evidence.some((one) => one.id === id)));
    const right = isRight(answer, key(rows));
    const outcome = !proven ? "refused" : right && shown ? "exact" : "wrong";
    // Where nothing can be proven, to prove nothing is right.
    const counted = key(rows) === "none" && outcome === "refused" ? "exact" : outcome;
    counts[counted] += 1;
    if (counted !== "exact") missed.push({ question, outcome, answer: answer.slice(0, 200) });
  }
  await session.close();
  return { questions: questions.length, ...counts, ms: median(times), missed };
}

function isRight(answer: string, key: Key): boolean {
  const [first = "", ...rest] = answer.split("\n");
  // Beside a file's path stands how it calls itself; sentences end in no ending of a file.
  const list = rest.map((line) => line.replace(/ \(.*\)$/, "")).filter((line) => /\.\w+$/.test(line));
  if (key === "none") return false;
  if ("holds" in key) return key.holds.every((value) => answer.includes(value));
  if ("count" in key) return first.startsWith(`${key.count} `);
  if ("yes" in key) return first.startsWith(key.yes ? "Yes" : "No");
  return JSON.stringify(list.sort()) === JSON.stringify([...key.files].sort());
}

/** Header lines by another reading than the one that is measured: up to the first blank line. */
function rowsIn(dir: string): Row[] {
  return readdirSync(dir)
    .filter((file) => file.endsWith(".rst"))
    .map((file) => {
      const head = readFileSync(join(dir, file), "utf8")
        .split(/\n\s*\n/)[0]!
        .replace(/\n[ \t]+/g, " ");
      return {
        file,
        of: Object.fromEntries(head.split("\n").map((line) => [line.split(":")[0]!, line.replace(/^[^:]*:\s*/, "")])),
      };
    });
}

function copyOffice(dir: string): void {
  const filter = (path: string) => !/\.expected\.md$|LICENSE$/.test(path);
  cpSync(join(docs, "docs-binary"), dir, { recursive: true, filter });
}

function writeSite(dir: string): void {
  for (const [path, text] of Object.entries(made)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}
