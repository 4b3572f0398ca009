import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultOf, type Schema } from "../src/core/schema.ts";
import { routes } from "../src/serve/app.ts";
import { opened, text, test as viewed } from "./browser.ts";
import { served } from "./server.ts";
import { zip } from "./zip.ts";

/** A PDF of pages of lines, after ISO 32000. */
function pdf(pages: string[][]): Buffer {
  const objects = ["<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"];
  const kids = pages.map((lines) => {
    const stream = lines.map((line, at) => `BT /F1 12 Tf 72 ${700 - at * 14} Td (${line}) Tj ET`).join("\n");
    const content = objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
    const resources = "<< /Font << /F1 3 0 R >> >>";
    const box = `/MediaBox [0 0 612 792] /Resources ${resources} /Contents ${content} 0 R`;
    return `${objects.push(`<< /Type /Page /Parent 2 0 R ${box} >>`)} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`;
  let text = "%PDF-1.4\n";
  const table = objects.map((object, at) => {
    const offset = String(text.length).padStart(10, "0");
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${offset} 00000 n \n`;
  });
  const size = objects.length + 1;
  const head = `xref\n0 ${size}\n0000000000 65535 f \n${table.join("")}`;
  return Buffer.from(`${text}${head}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`);
}

const word = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const heading = (text: string) => `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const docx = (body: string) =>
  zip([["word/document.xml", Buffer.from(`<w:document xmlns:w="http://w"><w:body>${body}</w:body></w:document>`)]], 8);

test("of a document that is no text, the lines are those of the text that was read from it, with its pages and sections", async () => {
  const server = await served({ "notes.md": "# Notes\n\nPlain.\n" });
  const pages = [["The harbour was built in 1890."], ["Ships of the northern line call on Mondays.", "A key is sk."]];
  writeFileSync(join(server.dir, "harbour.pdf"), pdf(pages));
  const body = `${heading("Tides")}${word("The tide is two metres.")}${heading("Winds")}${word("The wind is from the west.")}`;
  writeFileSync(join(server.dir, "sea.docx"), docx(body));
  const gives = routes.find(({ path }) => path === "/api/source")!.gives as Schema;
  const source = async (query: string) => {
    const given = await server.get(`/api/source?${query}`);
    expect(faultOf(gives, given)).toBeUndefined();
    return given;
  };
  const read = await source("path=harbour.pdf");
  expect(read).toMatchObject({ converted: "pdf", from: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/), note: null });
  expect(read.parts.map(({ page }: { page: number }) => page)).toEqual([1, 2]);
  expect(read.lines.join("\n")).toContain("built in 1890");
  const second = await source("path=harbour.pdf&page=2");
  expect(second).toMatchObject({ from: read.parts[1].line, of: read.of });
  expect(second.lines[0]).toContain("northern line");
  const answer = await server.post("/api/ask", { question: "When do ships of the northern line call?" });
  const [cited] = answer.evidence;
  expect(cited).toMatchObject({ path: "harbour.pdf", page: 2 });
  expect((await source(`path=harbour.pdf&page=${cited.page}`)).lines.join(" ")).toContain("call on Mondays");
  const winds = (await source("path=sea.docx")).parts.at(-1);
  expect(await source(`path=sea.docx&heading=${encodeURIComponent(winds.heading)}`)).toMatchObject({
    ...{ converted: "docx", from: winds.line },
    lines: expect.arrayContaining([expect.stringContaining("wind is from the west")]),
  });
  const plain = await source("path=notes.md");
  expect(plain).toMatchObject({ lines: ["# Notes", "", "Plain."] });
  expect(plain.converted).toBeUndefined();
  writeFileSync(join(server.dir, "broken.pdf"), "%PDF-1.4 and nothing");
  const broken = await server.fetch("/api/source?path=broken.pdf");
  expect(broken.status).toBe(404);
  expect(await broken.json()).toMatchObject({ error: { code: "FILE_UNREADABLE" } });
});

viewed("the page shows what is cited of such a document in the text that was read from it", async () => {
  const server = await served({});
  const pages = [["The harbour was built in 1890."], ["Ships of the northern line call on Mondays."]];
  writeFileSync(join(server.dir, "harbour.pdf"), pdf(pages));
  const { run } = await server.post("/api/ask", { question: "When do ships of the northern line call?" });
  const page = await opened(server, `#runs/${run}/proof`);
  await page.until(text(".proof-card:last-child mark"));
  await page.evaluate("document.querySelector('.proof-card:last-child .chip').click()");
  expect(await page.until(text("#source mark"))).toContain("northern line call on Mondays");
  expect(await page.evaluate(text("#source .meant"))).toContain("page 2");
  expect(await page.evaluate(text("#source"))).toContain("as Ergo read it");
});
