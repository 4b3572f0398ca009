import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const rules =
  "If X imports Y then X depends on Y.\nIf X imports Y and Y depends on Z then X depends on Z.\nIf X imports Y and Y does not import X then X leans on Y.\n";
const code = {
  "src/a.ts": 'import { b } from "./b.ts";\nexport const a = b;\n',
  "src/b.ts": 'import { c } from "./c.ts";\nexport const b = c;\n',
  "src/c.ts": "export const c = 1;\n",
};

/** What CHECK makes of a statement about a folder. */
async function judged(files: Record<string, string>, subject: string, relation: string, object: string) {
  const claim = `fact(${[subject, relation, object].map((each) => JSON.stringify(each)).join(", ")})`;
  const { out } = await ergo(["check", "--json", claim], { cwd: folder(files) });
  return (JSON.parse(out) as { verdict: string }).verdict;
}

test.each([
  ["src/a.ts", "depends on", "src/c.ts", "provable"],
  ["src/a.ts", "imports", "src/b.ts", "provable"],
  ["src/a.ts", "leans on", "src/b.ts", "provable"],
  // Of imports all is seen, of what rules give not all is said.
  ["src/c.ts", "imports", "src/a.ts", "refutable"],
  ["src/a.ts", "does not import", "src/c.ts", "provable"],
  ["src/c.ts", "depends on", "src/a.ts", "undecidable"],
  // Nothing is said of what is not there, or is called otherwise.
  ["src/x.ts", "imports", "src/b.ts", "undecidable"],
  ["src/A.ts", "imports", "src/b.ts", "undecidable"],
  ["src/a.ts", "imports", "react", "undecidable"],
])("rules rest on what source files import: %s %s %s", async (subject, relation, object, verdict) => {
  expect(await judged({ ...code, "rules.md": rules }, subject, relation, object)).toBe(verdict);
});

test("what is not stated is false only where all imports can be seen", async () => {
  const closed = { ...code, "rules.md": `${rules}Everything not stated is false.\n` };
  expect(await judged(closed, "src/c.ts", "depends on", "src/a.ts")).toBe("refutable");
  const open = { "src/d.ts": "export const load = (name: string) => import(name);\n" };
  expect(await judged({ ...closed, ...open }, "src/c.ts", "depends on", "src/a.ts")).toBe("undecidable");
  expect(await judged({ ...code, ...open, "rules.md": rules }, "src/c.ts", "imports", "src/a.ts")).toBe("undecidable");
  expect(await judged({ ...code, ...open, "rules.md": rules }, "src/b.ts", "leans on", "src/c.ts")).toBe("undecidable");
  expect(await judged({ ...code, ...open, "rules.md": rules }, "src/a.ts", "depends on", "src/c.ts")).toBe("provable");
});

test("a table that tells what imports what is not about code", async () => {
  const files = { ...code, "rules.md": rules, "trade.csv": "country,imports\nPeru,tea\n" };
  expect(await judged(files, "Peru", "depends on", "tea")).toBe("provable");
  expect(await judged(files, "src/a.ts", "imports", "src/b.ts")).toBe("undecidable");
});

test("a plain question is answered by rules over imports, with the lines that they rest on", async () => {
  const [cwd, ERGO_HOME] = [folder({ ...code, "rules.md": rules }), folder()];
  const { out } = await ergo(["ask", "--json", "Does src/a.ts depend on src/c.ts?"], { cwd, env: { ERGO_HOME } });
  const { answer, claims, evidence } = JSON.parse(out);
  expect(answer).toBe("Yes: src/a.ts depends on src/c.ts.");
  expect(claims[0].verdict).toBe("proven");
  expect(evidence).toContainEqual(expect.objectContaining({ path: "src/a.ts", lines: [1, 1] }));
});
