import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ergo, folder } from "./ergo.ts";

const files = {
  "docs/guide.md": "# Guide\n\nSessions expire after 30 minutes. The server listens on port 7878 by default.\n",
  "docs/harbour.md": "# Harbour\n\nLena Voss designed the harbour in 1911.\n",
};
const none = { ERGO_EMBEDDER: "none", ERGO_RERANKER: "none" };

test("each sentence of a report gets its verdict, with where it is said, and CI its exit code", async () => {
  const report = [
    "# Report",
    "",
    "There are 3 Markdown files. Sessions expire after 14 minutes. The harbour was designed by Lena Voss in 1911.",
    "The moon is painted green every summer. See [the guide](docs/guide.md) and [more](docs/more.md).",
    "Is that so?",
  ].join("\n");
  const dir = folder({ ...files, "report.md": report });
  const page = join(dir, "audit.html");
  const ended = await ergo(["audit", join(dir, "report.md"), "--dir", dir, "--json", "--html", page], { env: none });
  expect(ended.code).toBe(4);
  const { sentences } = ended.json() as {
    sentences: { text: string; lines: number[]; verdict: string; evidence: { path: string; lines: number[] }[] }[];
  };
  expect(sentences.map(({ verdict }) => verdict)).toEqual([
    "proven",
    "contradicted",
    "supported",
    "not found",
    "contradicted",
    "no claim",
  ]);
  expect(sentences[1]).toMatchObject({ lines: [3, 3], evidence: [{ path: "docs/guide.md", lines: [3, 3] }] });
  expect(readFileSync(page, "utf8")).toContain("Content-Security-Policy");
});

test("a report that the folder holds up ends well; one with something that is not there with 3", async () => {
  const dir = folder({
    ...files,
    "good.md": "The server listens on port 7878 by default.\n",
    "open.md": "The cat sleeps on warm stones.\n",
  });
  const audit = async (name: string) => (await ergo(["audit", join(dir, name), "--dir", dir], { env: none })).code;
  expect(await audit("good.md")).toBe(0);
  expect(await audit("open.md")).toBe(3);
  expect(await audit("gone.md")).toBe(2);
});

test("what a statement tells of a field or of listed facts is decided by them", async () => {
  const dir = folder({
    "plan.md": "---\ntitle: Plan\nstatus: Final\ncreated: 2024-03-05\n---\n\n# Plan\n",
    "other.md": "---\ntitle: Other\nstatus: Draft\n---\n\n# Other\n",
    "people.csv": "name,age,manager\nBen,41,Anna\nCleo,38,Ben\n",
    "report.txt": [
      "The status of Plan is Final.",
      "The status of Plan is Draft.",
      "The status of Plan is under way.",
      "Plan was created on 5 March 2024.",
      "Plan was created on 6 March 2024.",
      "The manager of Ben is Anna.",
      "The manager of Ben is Cleo.",
      "Ben is older than 40.",
    ].join("\n\n"),
  });
  const ended = await ergo(["audit", join(dir, "report.txt"), "--dir", dir, "--json"], { env: none });
  const { sentences } = ended.json() as { sentences: { text: string; verdict: string }[] };
  expect(sentences.map(({ verdict }) => verdict)).toEqual([
    ...["proven", "contradicted", "not found", "proven", "contradicted"],
    ...["proven", "contradicted", "proven"],
  ]);
});

test("what a statement tells of code and of a manifest is decided by the same readers as questions", async () => {
  const dir = folder({
    "pyproject.toml":
      '[project]\nname = "Quay"\nversion = "1.2.0"\nlicense = "BSD-3-Clause"\nrequires-python = ">=3.9"\ndependencies = ["berth>=2"]\n',
    "src/quay/app.py":
      "import berth\n\n\nCOOKIE_SECURE = False\nMAX_SIZE = 4093\n\n\ndef create_app():\n    return berth.App()\n",
    "src/quay/cli.py": "def main():\n    pass\n",
    "README.md": "# Quay\n\nQuay moors ships.\n",
  });
  const said: [string, string][] = [
    ["`create_app` is defined in src/quay/app.py.", "proven"],
    ["`create_app` is defined in src/quay/cli.py.", "contradicted"],
    ["`create_app` is not defined in src/quay/app.py.", "contradicted"],
    ["src/quay/app.py imports berth.", "proven"],
    ["Quay depends on berth.", "supported"],
    ["Quay depends on crane.", "not found"],
    ["Crane depends on berth.", "not found"],
    ["requires Python 3.9 or newer", "proven"],
    ["Quay requires Python 3.7 or newer.", "contradicted"],
    ["Crane requires Python 3.7 or newer.", "not found"],
    ["The licence is MIT.", "contradicted"],
    ["Quay is licensed under the BSD License.", "proven"],
    ["COOKIE_SECURE is True by default.", "contradicted"],
    ["The default of COOKIE_SECURE is False.", "proven"],
    ["MAX_SIZE defaults to 4093.", "proven"],
    ["`berth` is not `App`.", "not found"],
    ["`berth` has an `App`.", "not found"],
    ["MAX_SIZE is 8192 by default.", "contradicted"],
    ["src/quay has more than 2 Python files.", "contradicted"],
    ["The version of Quay is 1.2.0.", "proven"],
  ];
  const input = said.map(([text]) => text).join("\n\n");
  const ended = await ergo(["audit", "-", "--dir", dir, "--json"], { env: none, input });
  const { sentences } = ended.json() as { sentences: { text: string; verdict: string }[] };
  expect(sentences.map(({ verdict }, at) => [said[at]![0], verdict])).toEqual(said);
});

test("the document that a sentence names is what it is about", async () => {
  const dir = folder({
    "guide-0008.md":
      "---\nguide: 8\ntitle: Style\ncreated: 2001-07-05\n---\n\n# Style\n\nLimit all lines to a maximum of 79 characters. Comments should be sentences. This guide tells how code is laid out.\n",
    "guide-0009.md":
      "---\nguide: 9\ntitle: Prose\ncreated: 2002-01-01\n---\n\n# Prose\n\nSome keep to a maximum of 99 characters. This guide tells how prose is laid out.\n",
    "guide-0010.md": "---\nguide: 10\ntitle: Names\ncreated: 2002-01-01\n---\n\n# Names\n\nUse short names.\n",
  });
  const said: [string, string][] = [
    ["Guide 8 sets a maximum of 79 characters.", "supported"],
    ["Guide 8 sets a strict maximum of 79 characters.", "not found"],
    ["Guide 8 sets a maximum of 99 characters.", "not found"],
    ["Guide 9 sets a maximum of 99 characters.", "not found"],
    ["Guide 9 sets a maximum of 79 characters.", "not found"],
    ["Guide 8 says that comments should be sentences.", "supported"],
    ["Guide 8 says that comments should not be sentences.", "contradicted"],
    ["Guide 8 tells how code is laid out.", "supported"],
    ["Guide 9 tells how code is laid out.", "not found"],
    ["Guide 8 was created in 2001.", "proven"],
    ["Guide 8 was created in July 2001.", "proven"],
    ["Guide 8 was created in 2002.", "contradicted"],
  ];
  const input = said.map(([text]) => text).join("\n\n");
  const ended = await ergo(["audit", "-", "--dir", dir, "--json"], { env: none, input });
  const { sentences } = ended.json() as { sentences: { text: string; verdict: string }[] };
  expect(sentences.map(({ verdict }, at) => [said[at]![0], verdict])).toEqual(said);
});

test("where documents contradict each other, both places are shown, and CI is told", async () => {
  const dir = folder({
    "a.md": "The service listens on port 8080. Employees get 30 days of leave. Backups are kept.\n",
    "b.md": "The service listens on port 9090. Employees get 14 days of leave. Backups are not kept.\n",
  });
  const text = "The service listens on port 8080.\n\nEmployees get 14 days of leave.\n\nBackups are kept.\n";
  const ended = await ergo(["audit", "-", "--dir", dir], { env: none, input: text });
  expect(ended.code).toBe(4);
  expect(ended.out).toContain("a.md says so, but b.md does not: it says 9090, not 8080");
  expect(ended.out).toContain("b.md says so, but a.md does not: it says 30, not 14");
  expect(ended.out).toContain("a.md says so, but b.md does not: it denies that");
  expect(ended.out.match(/[ab]\.md:1/g)).toHaveLength(6);
});

test("short sentences are looked up, files are looked for, and links are followed wherever the text comes from", async () => {
  const dir = folder({ "docs/guide.md": "# Guide\n\nIterators are lazy.\n" });
  const text = [
    "Iterators are lazy. Iterators are eager. Rust has exceptions.",
    "The file ch99.md exists. The folder contains a file called guide.md. guide.md has 3 lines.",
    "See [this](docs/guide.md) and [that](docs/gone.md). Well.",
  ].join("\n\n");
  const ended = await ergo(["audit", "-", "--dir", dir, "--json"], { env: none, input: text });
  const { sentences } = ended.json() as { sentences: { verdict: string }[] };
  expect(sentences.map(({ verdict }) => verdict)).toEqual([
    ...["supported", "not found", "not found"],
    ...["contradicted", "proven", "proven"],
    ...["contradicted", "no claim"],
  ]);
  expect((await ergo(["audit", "-", "--dir", dir], { env: none, input: "" })).out).toContain("there is no sentence");
});

test("of a README badges, requests and lists of links claim nothing, and a link that leads nowhere is found", async () => {
  const dir = folder({
    ...files,
    "Cargo.toml": '[package]\nname = "quay"\nversion = "1.0.0"\nlicense = "MIT"\n',
    "README.md": [
      "# quay",
      "[![Chat with us][chat-badge]][chat-url]",
      "- [Command line interface](https://quay.example/cli)\n- [Sessions expire after 14 minutes](docs/guide.md)",
      "Please report what you find to our friends. See the pages of the guild for more of it.",
      "To take part, read [the rules](./RULES.md) and [the guide](./docs/guide.md).",
      "quay is provided under the MIT license.",
    ].join("\n\n"),
  });
  const ended = await ergo(["audit", join(dir, "README.md"), "--dir", dir, "--json"], { env: none });
  const { sentences } = ended.json() as { sentences: { verdict: string; because: string }[] };
  expect(sentences.map(({ verdict }) => verdict).filter((each) => each !== "no claim")).toEqual([
    "contradicted",
    "contradicted",
    "proven",
  ]);
  expect(sentences.map(({ because }) => because)).toContain("RULES.md is not there");
});

test("a folder, or several files, are set against each other", async () => {
  const dir = folder({
    "docs/old.md":
      "# Old\n\nSessions expire after 30 minutes.\n\n## Limits\n\n| Plan | Price |\n|---|---|\n| Basic | 10 |\n",
    "docs/new.md":
      "# New\n\nSessions expire after 14 minutes.\n\n## Limits\n\n| Plan | Price |\n|---|---|\n| Basic | 12 |\n",
    "other.md": "# Other\n\nSessions expire after 90 minutes.\n",
  });
  const pairsOf = async (...paths: string[]) => {
    const ended = await ergo(["audit", ...paths.map((path) => join(dir, path)), "--dir", dir, "--json"], { env: none });
    const { pairs } = ended.json() as { pairs: { sides: { path: string; lines: number[]; text: string }[] }[] };
    return { code: ended.code, pairs };
  };
  const { code, pairs } = await pairsOf("docs");
  expect(code).toBe(4);
  expect(pairs.map(({ sides }) => sides.map(({ path, lines: [line], text }) => `${path}:${line} ${text}`))).toEqual([
    ["docs/new.md:3 Sessions expire after 14 minutes.", "docs/old.md:3 Sessions expire after 30 minutes."],
    ["docs/new.md:9 Plan: Basic; Price: 12", "docs/old.md:9 Plan: Basic; Price: 10"],
  ]);
  expect(await pairsOf("docs/old.md", "other.md")).toMatchObject({ code: 4, pairs: [{}] });
  expect(
    (await ergo(["audit", join(dir, "docs/old.md"), join(dir, "none.md"), "--dir", dir], { env: none })).code,
  ).toBe(2);
});

test("a sentence that points back is about what the one before it is about, and otherwise only found word for word", async () => {
  const dir = folder({
    "docs/gate.md": "# Gate\n\nThe gate is old. The gate opens at noon every day. This change is fully compatible.\n",
  });
  const audited = async (text: string) => {
    const file = join(folder({ "text.md": text }), "text.md");
    const { sentences } = (await ergo(["audit", file, "--dir", dir, "--json"], { env: none })).json() as {
      sentences: { verdict: string }[];
    };
    return sentences.map(({ verdict }) => verdict);
  };
  expect(await audited("The gate is old. It opens at noon every day.\n")).toEqual(["supported", "supported"]);
  expect(await audited("The moon is green. It opens at noon every day.\n")).toEqual(["not found", "not found"]);
  expect(await audited("This change is compatible. This change is not fully compatible.\n")).toEqual([
    "not found",
    "not found",
  ]);
});
