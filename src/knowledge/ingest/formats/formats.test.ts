import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { sha256 } from "../../../core/digest.ts";
import { fileFormat } from "../format.ts";
import { type Parsed, parse, type Source } from "../parse.ts";
import { createParser } from "../parser.ts";

/** A zip of these files. `lie` is what each says of its unpacked size. */
function pack(files: Record<string, string>, lie?: number): Buffer {
  const [locals, centrals]: Buffer[][] = [[], []];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content);
    const data = deflateRawSync(raw);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(lie ?? raw.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    locals!.push(local);
    centrals!.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), head, place, Buffer.from(name)]));
    at += local.length;
  }
  const directory = Buffer.concat(centrals!);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(centrals!.length, 8);
  end.writeUInt16LE(centrals!.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals!, directory, end]);
}

/** A PDF with a page for each text; size 24 for its lines that begin with "# ", else 12. */
function pdf(pages: string[]): Buffer {
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"];
  const kids: string[] = [];
  for (const page of pages) {
    const lines = page.split("\n").map((line, at) => {
      const large = line.startsWith("# ");
      return `BT /F1 ${large ? 24 : 12} Tf 72 ${700 - at * 14} Td (${large ? line.slice(2) : line}) Tj ET`;
    });
    const stream = page === "" ? "" : lines.join("\n");
    const length = objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    const resources = "<< /Font << /F1 3 0 R >> >>";
    kids.push(
      `${objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources ${resources} /Contents ${length} 0 R >>`)} 0 R`,
    );
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${table}trailer << /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
  );
}

function source(path: string, content: Buffer | string): Source {
  const bytes = Buffer.from(content);
  return { path, format: fileFormat(path), hash: sha256(bytes), size: bytes.length, bytes };
}

async function read(path: string, content: Buffer | string, by: (source: Source) => AsyncIterable<Parsed> = parse) {
  const all: Parsed[] = [];
  for await (const parsed of by(source(path, content))) all.push(parsed);
  const [document] = all.flatMap(({ documents }) => documents);
  return { ...document!, note: all.at(-1)?.note ?? null };
}

const code = (path: string, content: Buffer | string, by = parse) =>
  read(path, content, by).then(
    ({ note }) => note?.code ?? "read",
    (thrown) => thrown.code,
  );

const word = (body: string) => ({ "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>` });
const says = (text: string, style = "") =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const row = (...cells: string[]) => `<w:tr>${cells.map((cell) => `<w:tc>${says(cell)}</w:tc>`).join("")}</w:tr>`;

test("Word: headings by style, lists, the title of the document, tables with their header in every part", async () => {
  const rows = Array.from({ length: 120 }, (_, at) => row(`name ${at}`, `value ${at}`)).join("");
  const { title, chunks, inferred } = await read(
    "a.docx",
    pack({
      ...word(
        `${says("Report", "H1")}${says("All is well.")}<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>first</w:t></w:r></w:p><w:del>${says("gone")}</w:del>${says("Figures", "H1")}<w:tbl>${row("Name", "Value")}${rows}</w:tbl>`,
      ),
      "word/styles.xml": `<w:styles><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>`,
      "docProps/core.xml": "<cp:coreProperties><dc:title>The Title</dc:title></cp:coreProperties>",
    }),
  );
  expect({ title, inferred }).toEqual({ title: "The Title", inferred: false });
  expect(chunks[0]).toMatchObject({ heading: "Report", text: "# Report\n\nAll is well.\n\n- first", lines: [0, 0] });
  const figures = chunks.filter(({ heading }) => heading === "Figures" && !heading.startsWith("#")).slice(1);
  expect(figures.length).toBeGreaterThan(2);
  for (const { text } of figures) expect(text).toMatch(/^\| Name \| Value \|\n\| - \| - \|\n\| name \d+ \|/);
  expect(figures.slice(1).every(({ lead }) => lead === 2)).toBe(true);
});

test("slides are pages, sheets are headings, cells that lie together are tables", async () => {
  const shape = (text: string, kind = "") =>
    `<p:sp><p:nvSpPr><p:nvPr>${kind && `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = (...shapes: string[]) => `<p:sld><p:cSld><p:spTree>${shapes.join("")}</p:spTree></p:cSld></p:sld>`;
  const slides = await read(
    "a.pptx",
    pack({
      "ppt/presentation.xml": '<p:presentation><p:sldId r:id="b"/><p:sldId r:id="a"/></p:presentation>',
      "ppt/_rels/presentation.xml.rels":
        '<Relationships><Relationship Id="a" Type="x/slide" Target="slides/1.xml"/><Relationship Id="b" Type="x/slide" Target="slides/2.xml"/></Relationships>',
      "ppt/slides/1.xml": slide(shape("Last words")),
      "ppt/slides/2.xml": slide(shape("We dig."), shape("Tunnels", "title")),
    }),
  );
  expect(slides.title).toBe("Tunnels");
  expect(slides.chunks.map(({ page, text }) => [page, text])).toEqual([
    [1, "# Tunnels\n\nWe dig."],
    [2, "Last words"],
  ]);
  const cell = (at: string, value: string, style = "") => `<c r="${at}" ${style}><v>${value}</v></c>`;
  const sheet = await read(
    "a.xlsx",
    pack({
      "xl/workbook.xml": '<workbook><sheets><sheet name="Leave" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/1.xml"/></Relationships>',
      "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      "xl/sharedStrings.xml": "<sst><si><t>Day</t></si><si><r><t>Hou</t></r><r><t>rs</t></r></si></sst>",
      "xl/worksheets/1.xml": `<worksheet><sheetData><row r="2">${cell("B2", "0", 't="s"')}${cell("C2", "1", 't="s"')}</row><row r="3">${cell("B3", "45292", 's="1"')}${cell("C3", "0.30000000000000004")}</row></sheetData></worksheet>`,
    }),
  );
  expect(sheet.chunks[0]?.text).toBe("## Leave\n\n| Day | Hours |\n| - | - |\n| 2024-01-01 | 0.3 |");
});

test("what people remarked on cells stands with who did and where, a thread once", async () => {
  const sheet = await read(
    "a.xlsx",
    pack({
      "xl/workbook.xml": '<workbook><sheets><sheet name="Ducks" r:id="r1"/></sheets></workbook>',
      "xl/_rels/workbook.xml.rels":
        '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/1.xml"/></Relationships>',
      "xl/worksheets/1.xml": '<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
      "xl/worksheets/_rels/1.xml.rels":
        '<Relationships><Relationship Id="c" Type="x/comments" Target="../c.xml"/><Relationship Id="t" Type="x/threadedComment" Target="../t.xml"/></Relationships>',
      "xl/c.xml":
        '<comments><authors><author>Ada</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Why so few?</t></r></text></comment><comment ref="A2" authorId="1"><text><t>[Threaded comment]</t></text></comment></commentList></comments>',
      "xl/t.xml":
        '<ThreadedComments><threadedComment ref="A2" personId="p"><text>It rained.</text></threadedComment></ThreadedComments>',
      "xl/persons/person.xml": '<personList><person displayName="Bo Reed" id="p"/></personList>',
    }),
  );
  expect(sheet.chunks[0]?.text).toContain("Comment by Ada on A1: Why so few?\n\nComment by Bo Reed on A2: It rained.");
  expect(sheet.chunks[0]?.text).not.toContain("Threaded");
});

test("OpenDocument and electronic books", async () => {
  const text = await read(
    "a.odt",
    pack({
      "content.xml":
        '<office:body><office:text><text:h text:outline-level="1">Zoo</text:h><text:p>Lions<text:s text:c="2"/>sleep.</text:p><text:list><text:list-item><text:p>hay</text:p></text:list-item></text:list></office:text></office:body>',
      "meta.xml": "<office:meta><dc:title>Guide</dc:title></office:meta>",
    }),
  );
  expect(text).toMatchObject({ title: "Guide", chunks: [{ text: "## Zoo\n\nLions sleep.\n\n- hay" }] });
  const book = await read(
    "a.epub",
    pack({
      "META-INF/container.xml": '<container><rootfile full-path="o/b.opf"/></container>',
      "o/b.opf":
        '<package><dc:title>Poems</dc:title><item id="2" href="two.xhtml" media-type="application/xhtml+xml"/><item id="1" href="one.xhtml" media-type="application/xhtml+xml"/><itemref idref="1"/><itemref idref="2"/></package>',
      "o/one.xhtml": "<html><body><h1>Dawn</h1><p>Light.</p></body></html>",
      "o/two.xhtml": "<html><body><h1>Dusk</h1><p>Dark.</p></body></html>",
    }),
  );
  expect(book.title).toBe("Poems");
  expect(book.chunks.map(({ heading, text }) => [heading, text])).toEqual([
    ["Dawn", "# Dawn\n\nLight."],
    ["Dusk", "# Dusk\n\nDark."],
  ]);
});

test("HTML and captions keep the lines of the file, tables of text their header", async () => {
  const page = await read(
    "a.html",
    '<html><head><title>Site &amp; more</title><script>no()</script></head>\n<body><h1>Top</h1>\n<p>One\ntwo &lt;b&gt;.</p>\n<h2>Next</h2>\n<ul><li>a<li>b <b>c</b></ul>\n<table><tr><th colspan="2">H</th></tr><tr><td>x</td><td>y</td></tr></table>',
  );
  expect(page.title).toBe("Site & more");
  expect(page.chunks.map(({ heading, lines, text }) => [heading, lines, text])).toEqual([
    ["Top", [2, 4], "# Top\n\nOne two <b>."],
    ["Top > Next", [5, 7], "## Next\n\n- a\n- b c\n\n| H | H |\n| - | - |\n| x | y |"],
  ]);
  const said = await read(
    "a.vtt",
    "WEBVTT\n\n1\n00:01.000 --> 00:02.000\n<v Ann>Hello &amp; hi\n\n00:03.000 --> 00:04.000\nBye\n",
  );
  expect(said.chunks).toMatchObject([{ text: "Hello & hi\nBye", lines: [4, 8] }]);
  const records = Array.from({ length: 300 }, (_, at) => `${at},"a\nb ${at}"`).join("\n");
  const table = await read("a.csv", `id,words\n${records}\n`);
  expect(table.chunks.length).toBeGreaterThan(3);
  expect(table.chunks[1]?.text).toMatch(/^id,words\n\d+,"a\nb \d+"\n/);
  expect(table.chunks[1]).toMatchObject({ lead: 1 });
});

test("PDF: pages, headings by their size, words that lines cut; pages without text are named", async () => {
  const page = "# The Engine\nIt burns oil and makes a won-\nderful noise.";
  const { chunks, note } = await read("a.pdf", pdf([page, "", "Later."]));
  expect(chunks.map((chunk) => [chunk.page, chunk.heading, chunk.text])).toEqual([
    [1, "The Engine", "# The Engine\n\nIt burns oil and makes a wonderful noise."],
    [3, "The Engine", "Later."],
  ]);
  expect(note).toMatchObject({ code: "no_text", message: expect.stringContaining("2") });
  expect((await read("b.pdf", pdf(["", ""]))).note?.message).toMatch(/none of its pages/);
});

test("source code is cut at its declarations, with the comment above them, under what they are part of", async () => {
  const body = Array.from({ length: 30 }, (_, at) => `        do_something(with_this, and_that, ${at})`).join("\n");
  const code = `import os\n\n# Keeps animals.\nclass Zoo:\n    """A zoo."""\n\n    def feed(self):\n        # Hay first.\n${body}\n\n    def close(self):\n${body}\n\n\ndef alone():\n${body}\n`;
  const symbols = new URL("../../../tools/symbols.ts", import.meta.url).href;
  const { chunks } = await read("zoo.py", code, (given) => parse({ ...given, symbols }));
  expect(chunks.map(({ heading, lines, text }) => [heading, lines[0], text.split("\n")[0]])).toEqual([
    ["", 1, "import os"],
    ["Zoo", 3, "# Keeps animals."],
    ["Zoo > feed", 7, "    def feed(self):"],
    ["Zoo > close", 40, "    def close(self):"],
    ["alone", 73, "def alone():"],
  ]);
});

test("files that want to do harm, or are not what they are called, are refused with a code", async () => {
  const filler = " ".repeat(260 * 2 ** 20);
  expect(await code("bomb.docx", pack(word(filler)))).toBe("bomb");
  expect(await code("liar.docx", pack(word(" ".repeat(1_000_000)), 1000))).toBe("damaged");
  expect(await code("deep.docx", pack(word("<w:p>".repeat(10_000))))).toBe("deep");
  expect(await code("deep.html", "<div>".repeat(10_000))).toBe("deep");
  expect(await code("out.docx", pack({ ...word(says("in")), "../../x": "out" }))).toBe("damaged");
  expect(await code("text.docx", "plain words")).toBe("damaged");
  expect(await code("part.xlsx", pack(word(says("a letter"))))).toBe("damaged");
  expect(await code("cut.docx", pack(word(says("hello"))).subarray(0, 60))).toBe("damaged");
  expect(await code("empty.epub", "")).toBe("damaged");
  expect(await code("no.pdf", "%PDF-1.4 and nothing")).toBe("damaged");
  expect(await code("bytes.txt", Buffer.from([0xff, 0xfe, 0xfd]))).toBe("binary");
  const entities = Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join("");
  const laughs = {
    "word/document.xml": `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><w:body>${says("&e30;")}</w:body>`,
  };
  expect((await read("laughs.docx", pack(laughs))).chunks[0]?.text).toBe("&e30;");
  const cells = '<table:table-cell table:number-columns-repeated="16384"/>';
  const rows = `<table:table-row table:number-rows-repeated="1048576">${cells}</table:table-row>`;
  const sheet = `<office:body><office:spreadsheet><table:table table:name="T">${rows}</table:table></office:spreadsheet></office:body>`;
  expect((await read("rows.ods", pack({ "content.xml": sheet }))).chunks).toHaveLength(1);
});

test("lines that patterns could stumble over are read in time that grows with their length", async () => {
  for (const text of [
    "#".repeat(100_000),
    "# ".repeat(50_000),
    `| a\n${"-".repeat(100_000)}`,
    "*".repeat(200_000),
    "word ".repeat(200_000),
  ]) {
    expect((await read("a.md", text)).chunks.length).toBeGreaterThan(0);
  }
});

test("a parser within limits: what takes too long or too much is refused, and the next file is read", async () => {
  const book = pack({
    "META-INF/container.xml": '<container><rootfile full-path="b.opf"/></container>',
    "b.opf": `<package><item id="x" href="x.html" media-type="text/html"/>${'<itemref idref="x"/>'.repeat(15_000)}</package>`,
    "x.html": `<p>${"long ".repeat(20_000)}`,
  });
  const hasty = createParser({ ms: 8_000 });
  expect(await code("slow.epub", book, hasty.parse)).toBe("slow");
  expect(await code("a.docx", pack(word(says("fine"))), hasty.parse)).toBe("read");
  await hasty.close();
  const small = createParser({ heapMiB: 40 });
  expect(await code("wide.html", "<p>x".repeat(600_000), small.parse)).toBe("memory");
  expect(await code("a.md", "# fine", small.parse)).toBe("read");
  await small.close();
});
