import { fstatSync, readFileSync } from "node:fs";
import { note } from "./print.ts";

/** How long a pipe may stay silent before it is taken for one that nobody writes to; milliseconds. */
const patience = 300;

/** The whole of stdin. */
export async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Text piped beside a question; undefined where there is none. Many callers leave an open pipe that they never write
 * to, so a pipe that sends nothing at first is left unread, which is said.
 */
export async function piped(): Promise<string | undefined> {
  const kind = stdinKind();
  if (kind === "file") return readFileSync(0, "utf8") || undefined;
  if (kind !== "pipe") return undefined;
  const chunks: Buffer[] = [];
  return await new Promise((resolve) => {
    const done = () => {
      process.stdin.destroy();
      resolve(Buffer.concat(chunks).toString("utf8") || undefined);
    };
    const silent = setTimeout(() => {
      note("note: stdin is a pipe that sent nothing; it was not read");
      done();
    }, patience);
    process.stdin.on("data", (chunk: Buffer) => {
      clearTimeout(silent);
      chunks.push(chunk);
    });
    process.stdin.once("end", () => {
      clearTimeout(silent);
      done();
    });
  });
}

/** What may be read beside a question: nothing of a terminal or of /dev/null. */
export function stdinKind(): "file" | "pipe" | "none" {
  try {
    const stat = fstatSync(0);
    if (stat.isFile()) return "file";
    return stat.isFIFO() || stat.isSocket() ? "pipe" : "none";
  } catch {
    return "none";
  }
}
