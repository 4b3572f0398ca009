import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test as plain } from "vitest";
import { chromium, openPage } from "./chromium.ts";
import { ergo, folder } from "./ergo.ts";

/** A test that needs a browser. */
function test(name: string, work: () => Promise<void>): void {
  plain(name, async ({ skip }) => {
    if (chromium === undefined) skip("there is no chromium here");
    await work();
  });
}

const zoo = {
  "zoo.md":
    "# The Zoo\n\nThe Zoo was opened by Anna Reis in 1995. See [the lake](lake.md).\n\n## Animals\n\nIt has a Pelican.\n",
  "lake.md": "# The Lake\n\nOtto Beck met Anna Reis there. They say that Beck swims.\n",
};

plain("ergo map: an entity with its neighbours, ways on, and evidence", async () => {
  const dir = folder(zoo);
  const { entity, neighbours, of, paths, v } = (await ergo(["map", "anna reis", "--dir", dir, "--json"])).json();
  expect(v).toBe(1);
  expect(entity).toEqual({ name: "Anna Reis", kinds: ["thing"], aliases: [], mentions: 2, documents: 2 });
  expect(of).toBe(neighbours.length);
  expect(neighbours).toContainEqual({
    name: "Otto Beck",
    kinds: ["thing"],
    weight: expect.any(Number),
    relations: [
      {
        kind: "mentioned with",
        count: 1,
        evidence: [{ path: "lake.md", line: 3, heading: "The Lake", text: "Otto Beck met Anna Reis there." }],
      },
    ],
  });
  expect(paths.length).toBeGreaterThan(0);
  const shown = await ergo(["map", "Anna Reis", "--dir", dir, "-k", "1"]);
  expect(shown.out).toContain("2 mentions in 2 documents");
  expect(shown.out).toContain(`1 of ${of} neighbours; -k shows more`);
});

plain("ergo map: ways between two entities", async () => {
  const dir = folder(zoo);
  const { entity, to, paths } = (await ergo(["map", "1995", "Otto Beck", "--dir", dir, "--json"])).json();
  expect([entity.name, to.name]).toEqual(["1995", "Otto Beck"]);
  expect(paths[0].hops.map(({ kind, to }: { kind: string; to: string }) => [kind, to])).toEqual([
    ["dated", "Anna Reis"],
    ["mentioned with", "Otto Beck"],
  ]);
  const shown = await ergo(["map", "1995", "Otto Beck", "--dir", dir]);
  expect(shown.out).toContain("1995 ─ dated → Anna Reis ─ mentioned with → Otto Beck");
  expect(shown.out).toContain("lake.md:3  Otto Beck met Anna Reis there.");
});

plain("ergo map: what the whole holds, and what a folder without names holds", async () => {
  const dir = folder(zoo);
  const all = (await ergo(["map", "--dir", dir, "--json"])).json();
  expect(all).toMatchObject({ documents: 2, edges: { "links to": 1, "part of": 1 }, entities: { date: 1, file: 2 } });
  expect(all.most.map(({ name }: { name: string }) => name)).toContain("Anna Reis");
  const again = (await ergo(["map", "--dir", dir, "--json"])).json();
  expect(again).toEqual(all);
  const report = (await ergo(["ingest", "--no-vectors", "--dir", dir, "--json"])).json();
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((one, other) => one + other, 0);
  expect(report).toMatchObject({ entities: sum(all.entities), mentions: all.mentions, edges: sum(all.edges) });
  const doctor = (await ergo(["doctor", "--dir", dir, "--json"])).json();
  const { detail } = doctor.checks.find(({ name }: { name: string }) => name === "graph");
  expect(detail).toContain(`${report.entities} entities`);
  const answer = (await ergo(["ask", "Who did Otto Beck meet?", "--dir", dir, "--json"])).json();
  expect(answer.universe).toMatchObject({ files: 2, graph: { entities: report.entities } });
  const none = await ergo(["map", "--dir", folder()]);
  expect(none.out).toContain("0 entities");
  expect(none.out).toContain("name nothing");
});

plain("ergo map: an unknown name gets those like it; what was forgotten and deleted is gone", async () => {
  const dir = folder(zoo);
  const env = { ERGO_HOME: folder() };
  const unknown = await ergo(["map", "Ana Reis", "--dir", dir], { env });
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain("error ENTITY_UNKNOWN");
  expect(unknown.err).toContain("names like it: Anna Reis");
  expect((await ergo(["map", "a", "b", "c", "--dir", dir], { env })).code).toBe(2);
  rmSync(join(dir, "lake.md"));
  await ergo(["forget", "lake.md", "--dir", dir], { env });
  expect(readFileSync(join(dir, ".ergo/index.sqlite")).includes("otto beck")).toBe(false);
  expect((await ergo(["map", "Otto Beck", "--dir", dir], { env })).err).toContain("ENTITY_UNKNOWN");
  const { entity } = (await ergo(["map", "Anna Reis", "--dir", dir, "--json"], { env })).json();
  expect(entity).toMatchObject({ mentions: 1, documents: 1 });
});

test("the map as a page opens offline: names are searched, neighbours chosen, evidence read", async () => {
  const dir = folder(zoo);
  const file = join(folder(), "map.html");
  const made = await ergo(["map", "Anna Reis", "--dir", dir, "--html", file]);
  expect(made).toMatchObject({ code: 0, out: `${file}\n` });
  const page = await openPage(file);
  const title = () => page.evaluate("document.getElementById('name').textContent");
  const found = () => page.evaluate("[...document.querySelectorAll('[role=option]')].map((row) => row.textContent)");
  expect(await title()).toBe("Anna Reis");
  expect(await page.evaluate("document.querySelectorAll('.star .spot').length")).toBeGreaterThan(2);
  expect(await page.evaluate("document.getElementById('list').textContent")).toContain(
    "Otto Beck met Anna Reis there.",
  );
  expect(await page.evaluate("document.getElementById('list').textContent")).toContain("lake.md · line 3");
  await page.press("/");
  await page.type("zoo");
  expect(await found()).toEqual([expect.stringContaining("Zoo")]);
  await page.press("Enter");
  expect(await title()).toBe("Zoo");
  expect(await page.evaluate("document.getElementById('said').textContent")).toContain("also called zoo.md");
  await page.evaluate(
    "[...document.querySelectorAll('.near button')].find((b) => b.textContent === 'Anna Reis').click()",
  );
  expect(await title()).toBe("Anna Reis");
  await page.press("/");
  await page.type("no such thing");
  expect(await found()).toEqual([]);
  await page.press("Escape");
  expect(await page.evaluate("document.getElementById('found').hidden")).toBe(true);
  await page.evaluate(
    "document.querySelector('.star .spot').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
  );
  expect(await title()).not.toBe("Anna Reis");
  expect(page.asked).toEqual([]);
  expect(page.complaints).toEqual([]);
});

test("what hostile files say is shown as text on the page and runs nothing", async () => {
  const bad = `</script><script>document.title="owned"</script><img src=x onerror="document.title='owned'"> $& $1 <!--`;
  const dir = folder({
    "a.md": `# ${bad}\n\nWe met Anna Reis there ${bad} with Otto Beck.\n`,
    "b.md": `Title: ${bad}\nAuthor: Anna Reis\n\n\`</script>\` and Anna Reis\n`,
  });
  const file = join(folder(), "map.html");
  await ergo(["map", "--dir", dir, "--html", file]);
  const page = await openPage(file);
  const ids = await page.evaluate("JSON.parse(document.getElementById('atlas').textContent).entities.length");
  for (let id = 0; id < ids; id++) await page.evaluate(`location.hash = "${id}"`);
  await page.press("/");
  await page.type("script");
  expect(await page.evaluate("document.title")).not.toBe("owned");
  expect(await page.evaluate("document.querySelectorAll('img, iframe').length")).toBe(0);
  expect(page.asked).toEqual([]);
  expect(page.complaints).toEqual([]);
});

test("a page of thousands of names stays quick, and fits a small screen", async () => {
  const name = (at: number) =>
    `Ada${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + (Math.floor(at / 26) % 26))} Lund${at}`;
  const lines = Array.from({ length: 3000 }, (_, at) => `We met ${name(at)} with ${name(at * 7)} and Anna Reis there.`);
  const dir = folder({ "a.txt": `${lines.join("\n\n")}\n` });
  const file = join(folder(), "map.html");
  await ergo(["map", "--dir", dir, "--html", file]);
  expect(readFileSync(file).length).toBeLessThan(8_000_000);
  const page = await openPage(file, { width: 390, height: 800 });
  expect(await page.evaluate("document.getElementById('name').textContent")).toBe("Anna Reis");
  expect(await page.evaluate("document.querySelectorAll('.star .spot').length")).toBeLessThan(30);
  await page.press("/");
  await page.type("lund");
  expect(await page.evaluate("document.querySelectorAll('[role=option]').length")).toBeLessThanOrEqual(40);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  expect(page.complaints).toEqual([]);
});

plain("the page goes to stdout, and holds no address to load from", async () => {
  const { code, out } = await ergo(["map", "--dir", folder(zoo), "--html"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^<!doctype html>/);
  expect(out).toContain("default-src 'none'");
  expect(out.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:\/\/|(src|href)="(?!#|data:,)/);
});
