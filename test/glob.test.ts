import { expect, test } from "vitest";
import { ergo, folder, write } from "./ergo.ts";

const long = "a".repeat(200);

function place(files: Record<string, string> = {}): string {
  const dir = folder();
  write(dir, {
    "a.md": "one\n",
    "b.md": "two\n",
    "src/c.ts": "3;\n",
    "src/[id].ts": "4;\n",
    [long]: "five\n",
    ...files,
  });
  return dir;
}

/** A command that takes this many milliseconds hangs. */
const timeout = 60_000;

test("a claim reads a negated set as git, shells and docs/claims.md do", async () => {
  const dir = place();
  expect((await ergo(["check", 'files("[!a]*") = 1 and "b.md" in files("[!a]*")', "--dir", dir])).code).toBe(0);
  expect((await ergo(["check", '"a.md" in files("[!a]*")', "--dir", dir])).code).toBe(4);
});

test("--only, claims and questions read a glob in the same way", async () => {
  const dir = place();
  for (const [glob, count] of [
    ["[!a]*.md", 1],
    ["src/*", 2],
    ["src/\\[id\\].ts", 1],
    ["src/{c,d}.ts", 1],
    ["**/[[:lower:]].{md,ts}", 3],
  ] as const) {
    const checked = await ergo(["check", `files(${JSON.stringify(glob)}) = ${count}`, "--dir", dir]);
    const only = await ergo(["ask", "How many files are there?", "--only", glob, "--dir", dir, "--json"]);
    // In a question what stands behind a sign for itself is no glob.
    const asked = glob.includes("\\")
      ? []
      : [await ergo(["ask", `How many files are in \`${glob}\`?`, "--dir", dir, "--json"])];
    expect(checked.code, glob).toBe(0);
    for (const { answer, status } of [only, ...asked].map((ran) => ran.json()))
      expect([glob, answer, status]).toEqual([
        glob,
        expect.stringMatching(new RegExp(`^There (is|are) ${count} `)),
        "answered",
      ]);
  }
});

test("what is no glob is refused, with the reason, wherever one is taken", async () => {
  const dir = place();
  const asked = ["How many files are there?", "--dir", dir];
  for (const [args, code] of [
    [["ask", ...asked, "--only", "["], "GLOB_INVALID"],
    [["ask", ...asked, "--only", "!src/**"], "GLOB_INVALID"],
    [["search", "one", "--dir", dir, "--only", "{a"], "GLOB_INVALID"],
    [["forget", "*[", "--dir", dir], "GLOB_INVALID"],
    [["check", 'files("[") = 0', "--dir", dir], "CLAIM_TYPE"],
    [["check", 'files("src/") = 0', "--dir", dir], "CLAIM_TYPE"],
    [["check", 'total("{a", lines) = 0', "--dir", dir], "CLAIM_TYPE"],
  ] as const) {
    const { code: exit, err, out } = await ergo([...args]);
    expect([args, exit]).toEqual([args, 2]);
    expect(err + out).toContain(code === "GLOB_INVALID" ? "can't be read" : "claim, character");
  }
});

test("a name that holds brackets is taken for itself where a file has it", async () => {
  const dir = place({ "src/i.ts": "5;\n" });
  const { answer } = (await ergo(["ask", "Is there a file named `[id].ts`?", "--dir", dir, "--json"])).json();
  expect(answer).toBe("Yes: src/[id].ts.");
  const forgot = await ergo(["forget", "src/[id].ts", "--dir", dir]);
  expect(forgot.code).toBe(0);
});

test("no glob makes a command hang", async () => {
  const dir = place();
  const stars = (count: number) => `${"*a".repeat(count)}*[b]`;
  const checked = await ergo(["check", `files("${stars(28)}") = 0`, "--dir", dir], { timeout });
  expect(checked.code).toBe(0);
  const braces = await ergo(["check", `files("${"{a,aa}".repeat(60)}[b]") = 0`, "--dir", dir], { timeout });
  expect(braces.code).toBe(0);
  const asked = await ergo(["ask", "How many files are there?", "--only", stars(16), "--dir", dir, "--json"], {
    timeout,
  });
  expect(asked.json()).toMatchObject({ universe: { files: 0 }, status: "answered" });
  const searched = await ergo(["search", "one", "--only", stars(40), "--dir", dir, "--json"], { timeout });
  expect(searched.code).not.toBeNull();
});
