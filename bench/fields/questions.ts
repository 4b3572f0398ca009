/** A document as the bench reads it: its file, and its header lines by name. */
export type Row = { file: string; of: Record<string, string> };

/** What is right: values that the answer must hold, a number, exactly these files, yes or no; or no proof at all. */
export type Key = { holds: string[] } | { count: number } | { files: string[] } | { yes: boolean } | "none";

export type Question = [question: string, key: (rows: Row[]) => Key];

const of = (rows: Row[], number: number | string, name: string) =>
  rows.find((row) => row.of.PEP === String(number))!.of[name]!;
const persons = (text = "") => text.split(",").map((one) => one.replace(/<.*/, "").trim());
const where = (rows: Row[], test: (header: Record<string, string>) => boolean) => rows.filter((row) => test(row.of));
const files = (rows: Row[]): Key => ({ files: rows.map(({ file }) => file) });
const count = (rows: Row[]): Key => ({ count: rows.length });
const wrote = (name: string) => (row: Record<string, string>) => persons(row.Author).includes(name);
const months = "JanFebMarAprMayJunJulAugSepOctNovDec";
const day = (row: Record<string, string>) => {
  const [date, month, year] = row.Created!.split("-");
  return `${year}-${String(months.indexOf(month!) / 3 + 1).padStart(2, "0")}-${date!.padStart(2, "0")}`;
};

/** Over the Python Enhancement Proposals: written from the files alone. */
export const proposals: Question[] = [
  ["How many PEPs are still drafts?", (all) => count(where(all, (row) => row.Status === "Draft"))],
  ["what replaced PEP 386", () => ({ holds: ["440"] })],
  ["What is the status of PEP 8?", (all) => ({ holds: [of(all, 8, "Status")] })],
  ["Who wrote PEP 8?", (all) => ({ holds: persons(of(all, 8, "Author")) })],
  ["When was PEP 498 created?", (all) => ({ holds: [of(all, 498, "Created")] })],
  ["Which proposals did Antoine Pitrou write?", (all) => files(where(all, wrote("Antoine Pitrou")))],
  [
    "which PEPs have status Final and type Informational?",
    (all) => files(where(all, (row) => row.Status === "Final" && row.Type === "Informational")),
  ],
  ["how many proposals were rejected", (all) => count(where(all, (row) => row.Status === "Rejected"))],
  ["who is the author of the Style Guide for Python Code?", (all) => ({ holds: persons(of(all, 8, "Author")) })],
  ["Which PEPs were withdrawn?", (all) => files(where(all, (row) => row.Status === "Withdrawn"))],
  ["how many peps did Guido van Rossum write?", (all) => count(where(all, wrote("Guido van Rossum")))],
  ["How many informational PEPs are there?", (all) => count(where(all, (row) => row.Type === "Informational"))],
  ["Which PEPs have Python-Version 3.12?", (all) => files(where(all, (row) => row["Python-Version"] === "3.12"))],
  ["Who sponsored PEP 676?", () => ({ holds: ["Mariatta"] })],
  ["when was pep-0572.rst created", (all) => ({ holds: [of(all, 572, "Created")] })],
  ["Is PEP 8 a draft?", () => ({ yes: false })],
  ["Is PEP 20 active?", () => ({ yes: true })],
  [
    "list the PEPs with the topic Packaging",
    (all) => files(where(all, (row) => (row.Topic ?? "").split(", ").includes("Packaging"))),
  ],
  [
    "How many PEPs by Barry Warsaw are final?",
    (all) => count(where(all, (row) => wrote("Barry Warsaw")(row) && row.Status === "Final")),
  ],
  ["Which PEPs were created in 2009?", (all) => files(where(all, (row) => day(row).startsWith("2009")))],
  ["How many PEPs were created before 2002?", (all) => count(where(all, (row) => day(row) < "2002"))],
  ["what type is PEP 8", (all) => ({ holds: [of(all, 8, "Type")] })],
  ["Who was the BDFL-Delegate of PEP 480?", () => ({ holds: ["Donald Stufft"] })],
  ["What superseded PEP 354?", () => ({ holds: ["435"] })],
  ["What does PEP 480 require?", () => ({ holds: ["458"] })],
  ["Which PEPs has Tarek Ziadé authored?", (all) => files(where(all, wrote("Tarek Ziadé")))],
  ["How many PEPs have a sponsor?", (all) => count(where(all, (row) => "Sponsor" in row))],
  ["Which proposals are deferred?", (all) => files(where(all, (row) => row.Status === "Deferred"))],
  ["What is the title of PEP 20?", () => ({ holds: ["The Zen of Python"] })],
  ["Which Python version does PEP 572 target?", () => ({ holds: ["3.8"] })],
  [
    "Which PEPs written by Guido van Rossum were rejected?",
    (all) => files(where(all, (row) => wrote("Guido van Rossum")(row) && row.Status === "Rejected")),
  ],
  [
    "how many standards track PEPs are final?",
    (all) => count(where(all, (row) => row.Type === "Standards Track" && row.Status === "Final")),
  ],
  [
    "Which process PEPs are active?",
    (all) => files(where(all, (row) => row.Type === "Process" && row.Status === "Active")),
  ],
  ["Which PEP replaced 354?", () => ({ holds: ["435"] })],
  ["Which PEPs were created after 2024?", (all) => files(where(all, (row) => day(row) >= "2025"))],
  ["How many PEPs are superseded?", (all) => count(where(all, (row) => row.Status === "Superseded"))],
  ["who wrote the zen of python", () => ({ holds: ["Tim Peters"] })],
  ["Who wrote PEP 9999?", () => "none"],
  ["what replaced PEP 8?", () => "none"],
  ["Which PEPs are in limbo?", () => "none"],
  ["What is PEP 8 about?", () => "none"],
  ["How many PEPs does Guido van Rossum dislike?", () => "none"],
];

const final = (row: Record<string, string>) => row.Status === "Final";
const ordered = (all: Row[]) => [...all].sort((one, other) => (day(one.of) < day(other.of) ? -1 : 1));
const most = (values: string[]) => {
  const counts = Map.groupBy(values, (value) => value);
  const sorted = [...counts].sort(([, one], [, other]) => other.length - one.length);
  return [sorted[0]![0], String(sorted[0]![1].length)];
};

/** Over the same: what is not so, either of two, the first and the most, two documents, titles, and other languages. */
export const composed: Question[] = [
  ["How many PEPs have no sponsor?", (all) => count(where(all, (row) => !("Sponsor" in row)))],
  ["how many documents have no author?", () => ({ count: 0 })],
  ["Which PEPs are not final?", (all) => ({ count: where(all, (row) => !final(row)).length })],
  ["How many PEPs did Guido not write?", (all) => count(where(all, (row) => !wrote("Guido van Rossum")(row)))],
  ["How many PEPs are final or active?", (all) => count(where(all, (row) => final(row) || row.Status === "Active"))],
  [
    "How many PEPs are neither final nor rejected?",
    (all) => count(where(all, (row) => !final(row) && row.Status !== "Rejected")),
  ],
  [
    "Which PEPs are by Barry Warsaw and Guido van Rossum?",
    (all) => files(where(all, (row) => wrote("Barry Warsaw")(row) && wrote("Guido van Rossum")(row))),
  ],
  ["Who has written the most PEPs?", (all) => ({ holds: most(all.flatMap((row) => persons(row.of.Author))) })],
  ["Which status has the most PEPs?", (all) => ({ holds: most(all.map((row) => row.of.Status!)) })],
  [
    "How many documents are there per status?",
    (all) => ({ holds: [`Rejected: ${where(all, (row) => row.Status === "Rejected").length} `] }),
  ],
  ["What is the latest PEP?", (all) => ({ holds: [ordered(all).at(-1)!.file] })],
  ["Who wrote the oldest PEP?", (all) => ({ holds: persons(ordered(all)[0]!.of.Author) })],
  ["When was the last final PEP created?", (all) => ({ holds: [day(ordered(where(all, final)).at(-1)!.of)] })],
  ["Which is older, PEP 8 or PEP 20?", () => ({ holds: ["pep-0008.rst is older"] })],
  ["Are the authors of PEP 8 and PEP 20 the same?", () => ({ yes: false })],
  [
    "Do PEP 8 and PEP 12 have a common author?",
    (all) => ({ yes: persons(of(all, 8, "Author")).some((one) => persons(of(all, 12, "Author")).includes(one)) }),
  ],
  [
    "How many PEPs were created between 2001 and 2003?",
    (all) => count(where(all, (row) => day(row) >= "2001" && day(row) < "2004")),
  ],
  [
    "How many PEPs did Guido write in 2001?",
    (all) => count(where(all, (row) => wrote("Guido van Rossum")(row) && day(row).startsWith("2001"))),
  ],
  ["Does PEP 8 have a sponsor?", () => ({ yes: false })],
  ["welche PEPs hat Barry Warsaw geschrieben?", (all) => files(where(all, wrote("Barry Warsaw")))],
  ["Status von PEP 572", (all) => ({ holds: [of(all, 572, "Status")] })],
  ["Combien de PEP sont rejetées ?", (all) => count(where(all, (row) => row.Status === "Rejected"))],
  ["qué PEPs escribió Guido van Rossum", (all) => files(where(all, wrote("Guido van Rossum")))],
  // Which of the two is denied is open; PEP 435 is not here; what is about a thing need not say so in its title.
  ["Which PEPs are not by Barry Warsaw and Guido van Rossum?", () => "none"],
  ["Who wrote the PEP that replaced PEP 354?", () => "none"],
  ["Which PEP has the most authors?", () => "none"],
];

/** Over office files, by their properties. */
export const office: Question[] = [
  ["Who is the author of lorem_ipsum.docx?", () => ({ holds: ["Maxim Lysak"] })],
  ["Who created equations.docx?", () => ({ holds: ["Rafael Teixeira de Lima"] })],
  ["When was docx_lists.docx created?", () => ({ holds: ["2024-09-26"] })],
  ["Who last modified powerpoint_with_image.pptx?", () => ({ holds: ["Cesar Berrospi Ramis"] })],
  ["What is the title of xlsx_03_chartsheet.xlsx?", () => ({ holds: ["Wild Duck Observations"] })],
  ["who is the publisher of epub_purvis_poetry.epub", () => ({ holds: ["Standard Ebooks"] })],
  ["Which company is xlsx_05_table_with_title.xlsx from?", () => ({ holds: ["IBM Research"] })],
  ["who wrote normal_4pages.pdf?", () => ({ holds: ["김창호"] })],
  ["Which documents did Peter Staar write?", () => ({ files: peter })],
  ["Who is the author of docx_vml_images.docx?", () => "none"],
];
const peter = [
  ...["docx/unit_test_headers.docx", "docx/docx_lists.docx", "xlsx/xlsx_01.xlsx", "pdf/odf_presentation_01.odp.pdf"],
  ...["pdf/odf_table_with_title_01.ods.pdf", "pdf/text_document_01.odt.pdf", "pdf/text_document_03.odt.pdf"],
].map((path) => `docling/${path}`);

/** Over a small site: decisions with front matter, a page, a citation file, a memo with a list of editors. */
export const made: Record<string, string> = {
  "adr/0001-use-postgres.md":
    "---\nstatus: accepted\ndate: 2021-03-04\ndeciders: [Ann Reed, Bo Lindt]\n---\n\n# Use Postgres\n\nWe store data in it.\n",
  "adr/0002-drop-redis.md":
    "---\nstatus: superseded\ndate: 2021-06-01\nsuperseded-by: ADR 4\n---\n\n# Drop Redis\n\nNo cache.\n",
  "adr/0003-use-grpc.md":
    "# Use gRPC\n\n- Status: proposed\n- Date: 2022-01-10\n- Owner: Cara Diaz\n\n## Context\n\nCalls.\n",
  "adr/0004-use-valkey.md":
    "---\nstatus: accepted\ndate: 2023-02-02\nreplaces: ADR 2\n---\n\n# Use Valkey\n\nA cache again.\n",
  "site/about.html":
    '<html><head><title>About us</title>\n<meta name="author" content="Dora Finn">\n<meta name="date" content="2024-05-06"></head><body><p>Hello.</p></body></html>\n',
  "CITATION.cff":
    'cff-version: 1.2.0\ntitle: "Fast Trees"\nauthors:\n  - family-names: Okafor\n    given-names: Ife\n  - family-names: Park\n    given-names: Min\nversion: 2.4.1\ndate-released: 2022-09-30\nlicense: MIT\n',
  "memo.txt":
    "Title: Storage memo\nEditors:\n    Gus Hale\n    Ines Jung\nStatus: Working draft\n\nText of the memo.\n",
};
export const site: Question[] = [
  ["Which decisions are accepted?", () => ({ files: ["adr/0001-use-postgres.md", "adr/0004-use-valkey.md"] })],
  ["How many decisions are accepted?", () => ({ count: 2 })],
  ["What is the status of 0003-use-grpc.md?", () => ({ holds: ["proposed"] })],
  ["Who is the owner of the decision Use gRPC?", () => ({ holds: ["Cara Diaz"] })],
  ["What superseded 0002-drop-redis.md?", () => ({ holds: ["ADR 4"] })],
  ["who wrote about.html?", () => ({ holds: ["Dora Finn"] })],
  ["Who are the authors of CITATION.cff?", () => ({ holds: ["Ife Okafor", "Min Park"] })],
  ["What version is Fast Trees?", () => ({ holds: ["2.4.1"] })],
  ["Who edited memo.txt?", () => ({ holds: ["Gus Hale", "Ines Jung"] })],
  ["What is the date of Use Valkey?", () => ({ holds: ["2023-02-02"] })],
  ["Who decided on Use Postgres?", () => "none"],
  ["Which license does Fast Trees have?", () => ({ holds: ["MIT"] })],
];
