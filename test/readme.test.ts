import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "./ergo.ts";

const root = new URL("../", import.meta.url).pathname;
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map((match) => match[1]!);

/** This checkout, set up, as a newcomer with an empty home has it; no model is fetched. */
function newcomer() {
  return { cwd: root, env: { ...process.env, ERGO_HOME: folder(), ERGO_MODEL: "none" }, encoding: "utf8" as const };
}

test("the first two sh blocks are one line each: set up and run, set up and test", () => {
  const [first, second] = blocks("sh");
  expect(first).toMatch(/^npm ci && npx ergo ask ".+\n$/);
  expect(second).toBe("npm ci && npm test\n");
});

test("the first command's questions are answered over this very project", () => {
  const options = newcomer();
  const questions = [...blocks("sh")[0]!.matchAll(/npx ergo ask "([^"]+)"/g)].map((match) => match[1]!);
  expect(questions.length).toBe(2);
  const answers = questions.map((question) =>
    JSON.parse(execFileSync("npx", ["ergo", "ask", question, "--json"], options)),
  );
  expect(answers.map(({ status }) => status)).toEqual(["answered", "answered"]);
  expect(answers.map(({ claims }) => claims[0].verdict)).toEqual(["proven", "supported"]);
  for (const { run } of answers) {
    const verified = execFileSync("npx", ["ergo", "verify", run], options);
    expect(verified).toContain("intact, current");
  }
});

test("every command of the console block runs, and prints what the README shows", () => {
  const options = newcomer();
  for (const part of blocks("console").join("").split(/^\$ /m).slice(1)) {
    const [command, ...shown] = part.trimEnd().split("\n");
    const printed = execFileSync("sh", ["-c", command!], options);
    for (const line of shown) expect(printed).toContain(line.replace(/…$/, "").trim());
  }
});
