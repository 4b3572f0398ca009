import { expect, onTestFinished, test } from "vitest";
import { sha256 } from "../../core/digest.ts";
import { createRetriever } from "./retrieve.ts";

/** A retriever over texts by their paths. */
function over(files: Record<string, string>) {
  const retriever = createRetriever({
    store: ":memory:",
    list: async () => Object.entries(files).map(([path, text]) => ({ path, bytes: text.length, modified: 0 })),
    read: async (path) => ({ text: files[path]!, hash: sha256(files[path]!), size: files[path]!.length }),
  });
  onTestFinished(() => retriever.close());
  return retriever;
}

const files = {
  "tides/ch02-00-moon.md": "# The Moon's Pull\n\nThe moon draws the sea twice a day.\n",
  "tides/ch02-01-springs.md": "# Spring Tides\n\nThey come with a full moon.\n",
  "rules.rst":
    "Rule: 7\nTitle: Mooring of small boats\nAuthor: Lena Voss\n\nAbstract\n========\n\nThis rule says where small boats lie.\n\nFees\n====\n\nA berth costs 9 crowns a night. Owners pay on arrival.\n",
  "notes.txt": "Nothing of interest lies here today.\n",
};

test.each([
  ["what is chapter 2 about?", "document", "The Moon's Pull", "The moon draws"],
  ["please summarise the mooring proposal for me", "document", "Mooring of small boats", "This rule says"],
  ["Can you give me a short overview of rules.rst?", "document", "Mooring of small boats", "This rule says"],
  ["What does the fees section of rules.rst cover?", "section", "Fees", "A berth costs"],
  ["spring tides page, what's it about?", "document", "Spring Tides", "They come"],
  ["What does the springs page of the mooring rules cover?", "document", "Spring Tides", "They come"],
  ["What will I find in rules.rst?", "document", "Mooring of small boats", "This rule says"],
  ["summarise what the mooring proposal deals with", "document", "Mooring of small boats", "This rule says"],
  ["What is the spring tides page good for?", "document", "Spring Tides", "They come"],
  ["Worum geht es in rules.rst?", "document", "Mooring of small boats", "This rule says"],
])("%s", async (question, of, title, opening) => {
  const { outline, passages } = await over(files).retrieve(question, 12);
  expect(outline).toMatchObject({ of, title });
  expect(passages[0]!.text).toContain(opening);
});

test.each(["what is this collection of documents about?", "De quoi parle cette collection de documents ?"])(
  "%s",
  async (question) => {
    const { outline } = await over(files).retrieve(question, 12);
    expect(outline).toMatchObject({ of: "folder", path: "." });
  },
);

test("the headings of a document are its parts", async () => {
  const { outline } = await over(files).retrieve("summarise rules.rst", 12);
  expect(outline).toMatchObject({ path: "rules.rst", parts: ["Abstract", "Fees"], more: 0 });
});

test("a folder is what introduces it, and its documents", async () => {
  const { outline, passages } = await over({
    ...files,
    "README.md": "# Harbour\n\nAll about one harbour.\n",
  }).retrieve("what is this folder about", 12);
  expect(outline).toMatchObject({ of: "folder", title: "Harbour", kinds: "3 md, 1 rst, 1 txt" });
  expect(passages[0]!.text).toContain("All about one harbour");
});

test("where nothing introduces a folder only what lies in it is told", async () => {
  const { outline, passages } = await over(files).retrieve("give an overview of the tides folder", 12);
  expect(outline).toMatchObject({ of: "folder", path: "tides", kinds: "2 md" });
  expect(outline!.parts).toEqual([
    "The Moon's Pull (tides/ch02-00-moon.md)",
    "Spring Tides (tides/ch02-01-springs.md)",
  ]);
  expect(passages).toEqual([]);
});

test.each(["what is the weather about?", "What does a berth cost?", "When do spring tides come?"])(
  "%s is no question about a whole",
  async (question) => {
    expect((await over(files).retrieve(question, 12)).outline).toBeUndefined();
  },
);

test("a question that asks to look into a document is answered from that alone, whatever others say of it", async () => {
  const rules = over({
    "rfc-0008.md": "# Sailing\n\nLines are at most 79 metres long.\n",
    "rfc-0012.md": "# Mooring\n\nThe line length of RFC 8, 79 metres, is the maximum line length.\n",
    "rfc-0014.md": "# Paint\n\nPaint is blue.\n",
  });
  const asked = async (question: string) => {
    const { passages, within } = await rules.retrieve(question, 5);
    return { of: new Set(passages.map(({ path }) => path)).size, asked: within?.question };
  };
  expect(await asked("maximum line length in RFC 8?")).toEqual({ of: 1, asked: "maximum line length in it?" });
  expect(await asked("what does RFC 8 say about lines")).toEqual({ of: 1, asked: "what does it say about lines" });
  expect((await asked("does RFC 8 differ from RFC 12 in line length?")).asked).toBeUndefined();
  expect(await asked("how long are lines according to rfc-0008.md?")).toEqual({
    of: 1,
    asked: "how long are lines according to it?",
  });
  for (const other of ["in RFC 8 and in RFC 12", "when does RFC 8 expire", "which length has the line of RFC 8"])
    expect((await asked(`${other}: what is the line length?`)).asked).toBeUndefined();
});
