import { browse, chromium } from "../../test/chromium.ts";

/** Milliseconds until the page at an address is first painted (First Contentful Paint), in a new browser each time; none without one. */
export async function painted(address: string, times: number): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; chromium !== undefined && at < times; at++) {
    const closing: (() => Promise<void>)[] = [];
    try {
      const page = await browse(address, { closing });
      all.push(await page.until("performance.getEntriesByName('first-contentful-paint')[0]?.startTime"));
    } finally {
      for (const close of closing) await close();
    }
  }
  return all;
}
