/**
 * Whether what an answer cites holds what was asked for: first, or anywhere. Asked from end to end over the Rust
 * book and a mixed folder of PDF, DOCX, HTML and Markdown, without any model, with the encoders, and with a model that reads
 * beside them. `node bench/cited.ts --docs DIR [--worker NAME]`, where DIR holds docs-rust-book and docs-binary.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ingestPaths } from "../src/runtime/index/ingest.ts";
import { ask } from "../src/runtime/run/ask.ts";
import { openSession } from "../src/runtime/session/session.ts";
import { contains, exactly } from "./answers/key.ts";
import { median, save } from "./result.ts";
import { interval } from "./share.ts";

const { values } = parseArgs({ options: { docs: { type: "string" }, worker: { type: "string" } } });
if (!values.docs) throw new Error("say where the documents are: --docs DIR");
const docs = values.docs;

const none = ["worker=none", "planner=none", "verifier=none"];
const means = {
  none: [...none, "embedder=none", "reranker=none"],
  encoders: none,
  ...(values.worker ? { [`encoders and ${values.worker}`]: [`worker=${values.worker}`] } : {}),
};
const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const written = (name: string): string[][] => {
  const { dev, aside } = read(`answers/${name}.json`);
  return [...dev, ...aside];
};
const sets = {
  "Rust book": [
    ...read("answers.json")["docs-rust-book"].map(([asked, , key]: string[]) => [asked, key]),
    ...written("rust"),
  ],
  mixed: written("mixed"),
};

const measured: Record<string, object> = {};
for (const [name, rows] of Object.entries(sets)) {
  const dir = folderOf(name);
  const asked = rows.map(exactly);
  measured[name] = { questions: asked.length };
  for (const [how, models] of Object.entries(means)) {
    Object.assign(measured[name]!, { [how]: await cited(dir, models, asked) });
    console.error(name, how, JSON.stringify(measured[name]));
  }
  rmSync(dir, { recursive: true });
}
save("cited", measured);

function folderOf(name: string): string {
  const dir = mkdtempSync(join(tmpdir(), "ergo-cited-"));
  const book = join(docs, "docs-rust-book");
  if (name === "Rust book") cpSync(book, dir, { recursive: true });
  else {
    cpSync(join(docs, "docs-binary"), dir, {
      recursive: true,
      filter: (path) => !/\.expected\.md$|LICENSE$/.test(path),
    });
    for (const file of readdirSync(book).filter((each) => /^appendix.*\.md$/.test(each)))
      cpSync(join(book, file), join(dir, file));
  }
  return dir;
}

async function cited(dir: string, models: string[], asked: ReturnType<typeof exactly>[]) {
  const session = await openSession({ dir, models, cache: false });
  await ingestPaths(session, []);
  const rows: { cited: number; first: boolean; any: boolean; ms: number }[] = [];
  for (const { question, keys, exact } of asked) {
    const began = performance.now();
    const { claims } = await ask(session, { question });
    const holds = claims.map(({ text }) => keys.some((key) => contains(text, key, exact)));
    rows.push({
      cited: claims.length,
      first: holds[0] ?? false,
      any: holds.includes(true),
      ms: performance.now() - began,
    });
  }
  await session.close();
  return {
    first: interval(rows.map(({ first }) => first)),
    any: interval(rows.map(({ any }) => any)),
    sentences: median(rows.map(({ cited }) => cited)),
    medianMs: median(rows.map(({ ms }) => ms)),
  };
}
