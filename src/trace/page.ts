import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Json, Line } from "../core/journal.ts";
import { visible, visibleIn } from "../core/visible.ts";

/** A graph without its functions, as far as drawing it goes. */
type Shape = { name: string; start: string; nodes: Readonly<Record<string, { to: readonly string[] }>> };

const parts = new URL("../../data/page/", import.meta.url);
const styles = ["page.css", "sheet.css", "graph.css", "record.css", "detail.css", "screen.css"];
/** In the order of their imports. */
const scripts = [
  "dom.js",
  "record.js",
  "layout.js",
  "graph.js",
  "detail.js",
  "pieces.js",
  "span.js",
  "excerpt.js",
  "derivation.js",
  "sheet.js",
  "answer.js",
  "ways.js",
  "list.js",
  "main.js",
];

/** Longer data of an event is cut, and said to be: characters of JSON, of one event and of all. */
const limits = { event: 400_000, all: 60_000_000 };

/** What is shown beside the events: the hash of the last line, the graphs passed through, and what was proven, null where that can't be told. */
type About = { head: string; graphs: readonly Shape[]; proof: object | null };

/**
 * A run as one HTML page that loads nothing: question, answer, what each claim rests on and follows from, what was not proven, the graphs it passed
 * through, and every event. What was recorded is data to the page, whatever it holds: it stands in blocks that
 * no browser runs, is shown as text alone, and a content security policy lets nothing run but the page's own script,
 * named by its hash.
 */
export function renderPage(lines: Line[], { head, graphs, proof }: About): string {
  const about = {
    head,
    proof,
    graphs: graphs.map(({ name, start, nodes }) => ({ name, start, nodes: targets(nodes) })),
  };
  return fillPage({
    page: "page.html",
    styles,
    scripts,
    title: questionOf(lines),
    data: { about: shownJson(about), events: eventsOf(lines) },
  });
}

/** A value for the data of a page: what could act on a text or hide in it is written out. */
export function shownJson(value: object): string {
  return JSON.stringify(visibleIn(value as Json));
}

/** A page of parts: names of files below `data/page`, where `page` is its body, scripts in the order of their imports, and data by the id of its element. */
type Parts = { page: string; styles: string[]; scripts: string[]; title: string; data: Record<string, string> };

/** One HTML page that loads nothing, with a policy that lets nothing run but its own script. */
export function fillPage({ page, styles, scripts, title, data }: Parts): string {
  const style = styles.map(part).join("\n");
  const script = scripts.map(part).map(unlinked).join("\n");
  const filling: Record<string, string> = {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}">`,
    title: `<title>${escaped(visible(title))} · Ergo</title>`,
    style: `<style>${style}</style>`,
    body: part(page),
    data: Object.entries(data)
      .map(([id, text]) => block(id, text))
      .join(""),
    script: `<script type="module">${script}</script>`,
  };
  return part("frame.html").replace(/<!-- (\w+) -->/g, (_, name: string) => filling[name] ?? "");
}

function part(name: string): string {
  return readFileSync(new URL(name, parts), "utf8");
}

/** A module as a part of one script: a scope of its own that hands out what the module exports. */
function unlinked(text: string): string {
  const names = [...text.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name]) => name).join(", ");
  const body = text.replace(/^import [^;]*;\n/gm, "").replace(/^export /gm, "");
  return `const { ${names} } = (() => {\n${body}\nreturn { ${names} };\n})();`;
}

/** Scripts and styles by hash alone; no address is ever asked, no form sent, no text taken for markup. */
function policyOf(style: string, script: string): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** Each event as its head, a tab and its data, so that the page can search all of them and read but a few. */
function eventsOf(lines: Line[]): string {
  let left = limits.all;
  const events = lines.map(({ seq, time, path, type, data }) => {
    const text = JSON.stringify(visibleIn(data ?? null));
    const whole = type === "run.answer" || text.length <= Math.min(limits.event, left);
    const shown = whole ? text : cut(text);
    left -= shown.length;
    return `${shownJson([seq, time, path, type])}\t${shown}\n`;
  });
  return events.join("");
}

function cut(text: string): string {
  const note = "the page does not hold all of this; `ergo trace RUN --json` prints it";
  return JSON.stringify({ cut: note, characters: text.length, begins: text.slice(0, 2000) } satisfies Json);
}

function questionOf(lines: Line[]): string {
  const about = lines.find(({ type }) => type === "run.start")?.data as { question?: string } | undefined;
  return about?.question ?? "A recorded run";
}

function targets(nodes: Shape["nodes"]): Record<string, { to: readonly string[] }> {
  return Object.fromEntries(Object.entries(nodes).map(([name, { to }]) => [name, { to }]));
}

/** JSON in an element that no browser runs. Without "<" nothing in it can end the element or begin another. */
function block(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
