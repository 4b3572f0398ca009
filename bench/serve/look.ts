import type { Page } from "../../test/chromium.ts";

/**
 * What the page's measures need inside it: `measureView(hash, selector)` gives the milliseconds from a change of the address until something is there and
 * painted; `measureScroll(pixels, frames)` scrolls by so much each frame, and gives the milliseconds that each frame took.
 */
const inside = `
globalThis.painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
globalThis.measureView = async (hash, selector) => {
  const began = performance.now();
  if (location.hash === hash) return 0;
  location.hash = hash;
  await new Promise((resolve) => addEventListener("hashchange", () => setTimeout(resolve), { once: true }));
  while (!document.querySelector(selector)) await painted();
  await painted();
  return performance.now() - began;
};
globalThis.measureScroll = async (pixels, most) => {
  const main = document.getElementById("main");
  const frames = [];
  let [last, rows] = [performance.now(), 0];
  for (let at = 0; at < most; at++) {
    main.scrollTop += pixels;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const now = performance.now();
    frames.push(now - last);
    last = now;
    rows = Math.max(rows, document.querySelectorAll("#main li").length);
    const ended = main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
    if (ended && !document.querySelector(".grows")) break;
  }
  return { frames, rows, height: main.scrollHeight };
};
true`;

/** Puts the measures into a page. */
export async function equip(page: Page): Promise<void> {
  await page.evaluate(inside);
}

/** Milliseconds until a view of the page shows something. */
export async function opening(page: Page, hash: string, selector: string): Promise<number> {
  return await page.evaluate(`measureView(${JSON.stringify(hash)}, ${JSON.stringify(selector)})`);
}

/** How a list scrolls that is in sight, a page's height each frame, until its end or for so many frames. */
export async function scrolling(page: Page, frames: number) {
  const told: { frames: number[]; rows: number; height: number } = await page.evaluate(`measureScroll(900, ${frames})`);
  const sorted = told.frames.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
  return {
    frames: sorted.length,
    medianMs: at(0.5),
    slowestTwentiethMs: at(0.95),
    slowestMs: at(1),
    rowsHeld: told.rows,
    pixels: told.height,
  };
}

/** Milliseconds from typing into the field that `/` goes to until something is so. */
export async function typing(page: Page, words: string, expression: string): Promise<number> {
  await page.press("/");
  await page.evaluate("document.activeElement.select()");
  const began = performance.now();
  await page.type(words);
  await page.evaluate(
    `(async () => { while (!(${expression})) await new Promise((resolve) => setTimeout(resolve, 5)); })()`,
  );
  return performance.now() - began;
}
