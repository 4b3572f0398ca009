import { fillPage, shownJson } from "../../trace/page.ts";

/** What the page shows of a sentence. */
type Shown = {
  text: string;
  lines: readonly [number, number];
  verdict: string;
  because: string;
  evidence: readonly { path?: string; lines?: readonly [number, number]; text: string }[];
};

/** An audited text as one page that needs nothing beside it: its sentences by their verdicts, the evidence beside each. */
export function auditPage(file: string, sentences: readonly Shown[]): string {
  return fillPage({
    page: "audit.html",
    styles: ["page.css", "screen.css", "audit.css"],
    scripts: ["dom.js", "audit.js"],
    title: file,
    data: { about: shownJson({ file, sentences: [...sentences] }) },
  });
}
