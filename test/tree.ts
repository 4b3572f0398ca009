import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { type Answer, type Generate, openSession, type SessionOptions } from "../src/index.ts";
import { type Reply, scripted } from "../src/testing.ts";
import { readTrace } from "../src/trace/read.ts";
import { folder } from "./ergo.ts";
import { documents } from "./measured.ts";

/** Texts, and questions about them: of one fact, of two side by side, and of two of which one needs the other. */
export const files = {
  ...documents,
  "harbour.md": `${documents["harbour.md"]}\nThe old harbour was closed in 1954.\n`,
};
export const two = "Who painted the old harbour and when was it closed?";
export const painted = "Who painted the old harbour?";
export const nested = "Who cast the bell of the town Tomas Rehn lives in?";

/** A folder opened with a model that follows a script, or with none. */
export async function opened(
  engine: string,
  reply: ((request: Generate) => Reply) | null,
  options: SessionOptions = {},
) {
  vi.stubEnv("ERGO_HOME", folder());
  const model = reply && scripted(reply);
  const models = ["embedder=none", "reranker=none", ...(model ? [] : ["worker=none"])];
  const session = await openSession({ dir: folder(files), engine, models, ...(model ? { model } : {}), ...options });
  onTestFinished(async () => {
    await session.close();
    vi.unstubAllEnvs();
  });
  const file = (run: string) => join(session.folder.state, "traces", `${run}.jsonl`);
  const notes = (run: string, type: string) =>
    [...readTrace(file(run))].flatMap((line) => (line.type === type ? [line.data as Record<string, never>] : []));
  return { session, model, file, notes };
}

/** What a request asks for: the prompt that it was made of, and the question in it. The examples of the prompt are left out. */
export function asked({ prompt }: Generate): { kind: string; question: string; text: string } {
  const whole = typeof prompt === "string" ? prompt : prompt.map(({ content }) => content).join("\n\n");
  const text = whole.split("\n\n").at(-1)!;
  const kinds: [RegExp, string][] = [
    [/Smaller questions:/, "decompose"],
    [/Also asked as:/, "reword"],
    [/Verdict:/, "review"],
    [/Corrected answer:/, "revise"],
    [/Supported:/, "judge"],
  ];
  const solves = whole.includes("Known: Which lighthouse") ? "solve" : "read";
  const kind = kinds.find(([mark]) => mark.test(text))?.[1] ?? solves;
  return { kind, question: /Question: (.*)/.exec(text)?.[1] ?? "", text };
}

/** An answer without what differs from run to run. */
export function lasting({ answer, status, stop, claims, evidence, confidence, degraded }: Answer) {
  return { answer, status, stop, claims, evidence, confidence, degraded };
}
