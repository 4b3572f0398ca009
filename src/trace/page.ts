import type { Line } from "../core/journal.ts";
type Shape = { name: string; start: string; nodes: Readonly<Record<string, { to: readonly string[] }>> };
export function renderPage(lines: Line[], graphs: Shape[]): string { return String(lines.length + graphs.length); }
