/** The programs that shell lines start, templates with `{find}` included; what stands in quotes starts none. */
export function programsOf(lines: string[]): string[] {
  const starts = /(?:^|[|;&(]\s*|-exec |xargs (?:-\S+ )*)(\{find\}|[a-z][\w-]*)/g;
  const heads = lines.flatMap((line) => [...line.replace(/'[^']*'/g, "''").matchAll(starts)].map(([, head]) => head!));
  return [...new Set(heads.map((head) => (head === "{find}" ? "find" : head)))];
}
