import axe from "axe-core";
import { expect, test as plain } from "vitest";
import { chromium, openPage, type Page } from "./chromium.ts";
import type { Served } from "./server.ts";

/** A test that needs a browser. */
export function test(name: string, work: () => Promise<void>): void {
  plain(name, async ({ skip }) => {
    if (chromium === undefined) skip("there is no chromium here");
    await work();
  });
}

/** The page of a server, past its door. */
export async function opened(server: Served, at = "", size = {}): Promise<Page> {
  const page = await openPage(server.opened, size);
  await page.until("document.querySelector('#nav a')");
  if (at !== "") await page.evaluate(`location.hash = ${JSON.stringify(at)}`);
  return page;
}

export const text = (selector: string) => `document.querySelector(${JSON.stringify(selector)})?.textContent`;

/** Nothing was asked of another address, and no script or policy complained. */
export function expectQuiet(page: Page, server: Served): void {
  expect(page.asked.filter((address) => !address.startsWith(server.url) && !address.startsWith("data:"))).toEqual([]);
  expect(page.complaints).toEqual([]);
}

/** Levels of the headings of what is shown that leave one out, each with the one before it. */
export async function headingJumps(page: Page): Promise<string[]> {
  const levels: number[] = await page.evaluate(
    "[...document.querySelectorAll('main :is(h1, h2, h3, h4)')].map((heading) => Number(heading.tagName[1]))",
  );
  return levels.flatMap((level, at) => (level > (levels[at - 1] ?? 0) + 1 ? [`h${levels[at - 1]} h${level}`] : []));
}

/** What axe calls serious or critical in what is shown, by light and in the dark. */
export async function seriousFaults(page: Page): Promise<string[][]> {
  await page.evaluate(`if (!globalThis.axe) { ${axe.source} } true`);
  const found =
    "axe.run(document, { iframes: false }).then(({ violations }) => violations.map(({ id, impact, nodes }) => [id, impact, nodes[0].html]))";
  const faults: string[][] = [];
  for (const scheme of ["light", "dark"]) {
    await page.scheme(scheme);
    const all: string[][] = await page.evaluate(found);
    faults.push(...all.filter(([, impact]) => /serious|critical/.test(impact!)).map((each) => [scheme, ...each]));
  }
  return faults;
}
