import { fillPage, shownJson } from "../../trace/page.ts";
import type { Evaluated } from "./evaluate.ts";

/** What was measured as a page that needs nothing beside it: shares with their intervals, what they cost, and every scenario. */
export function evalPage(measured: Evaluated): string {
  return fillPage({
    page: "eval.html",
    styles: ["page.css", "screen.css", "eval.css"],
    scripts: ["dom.js", "measured.js", "eval.js"],
    title: measured.suite,
    data: { measured: shownJson(measured) },
  });
}
