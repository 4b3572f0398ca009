import { posix } from "node:path";
import { isTest } from "../../core/testfile.ts";
import { leaksIn } from "../facts/leaks.ts";
import type { Project } from "../facts/project.ts";
import { hasRules, unreadEndings } from "../facts/sinkrules.ts";
import type { Sink } from "../facts/sinks.ts";
import { isDocument } from "./documentation.ts";
import { kernel, partly, plural, rowOf, type Source, worst } from "./kernel.ts";

/** `pattern`: what was recognised; `given`: what it is given. No more is said than was seen. */
export type SecurityRow = Source & {
  what: string;
  pattern: string;
  given: string;
  cwe: string;
  why: string;
  test: boolean;
};

/** Secrets of known shapes, and calls that may do harm with what they are given: pattern and reason, no verdict. */
export const security = kernel<SecurityRow>({
  name: "security",
  means: "texts with the shape of a secret, and calls that may do harm with what they are given",
  schema: rowOf({ what: "text", pattern: "text", given: "text", cwe: "text", why: "text", test: "flag" }),
  run(project) {
    const places = [...project.modules.values()].flatMap(({ path, sinks }) => sinks.map((sink) => rowFor(path, sink)));
    return { rows: worst([...secrets(project), ...places], weight), open: [...partly(project), ...unknown(project)] };
  },
  tell: ({ what, pattern, why }) => `${what === "secret" ? "" : `${what}: `}${pattern} ${why}`,
});

/** What is put together from parts comes first after secrets; what stands in tests and documents last. */
function weight({ what, given, test, path }: SecurityRow): number {
  if (what === "secret") return isDocument(path) ? 0.5 : test ? 1.5 : 4;
  return (given === "made" ? 3 : given === "value" ? 2 : 1) - (test ? 2.5 : 0);
}

/** Why there may be more: languages whose calls no rule is for, and source files of such that Ergo doesn't parse. */
function unknown({ files, modules }: Project): string[] {
  const spoken = [...new Set([...modules.values()].map(({ language }) => language))];
  const bare = spoken.filter((language) => !hasRules(language));
  const endings = new Set(unreadEndings());
  const counts = new Map<string, number>();
  for (const file of files) {
    const ending = posix.extname(file).slice(1).toLowerCase();
    if (endings.has(ending)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const unread = [...counts].map(([ending, count]) => `${plural(count, "file")} .${ending}`);
  return [
    ...bare.map((language) => `no pattern of calls that may do harm is known for ${language}`),
    ...(unread.length > 0
      ? [`${unread.join(", ")}: of a language that Ergo doesn't parse, so looked at for secrets alone`]
      : []),
  ];
}

function rowFor(path: string, { id, pattern, given, cwe, why, line }: Sink): SecurityRow {
  return { path, lines: [line, line], what: id, pattern, given, cwe, why, test: isTest(path) };
}

/** Lines that hold what looks like a secret: what is known of source files, and what is seen in other texts. */
function secrets({ texts, modules, leaks }: Project): SecurityRow[] {
  return [...texts].flatMap(([path, text]) =>
    (modules.get(path)?.leaks ?? leaks.get(path) ?? leaksIn(text)).map(({ line, kinds }) => ({
      path,
      lines: [line, line] as [number, number],
      what: "secret",
      pattern: kinds.map((kind) => (kind === "secret" ? "a value under a telling name" : kind)).join(", "),
      given: "constant",
      cwe: "CWE-798",
      why: isDocument(path)
        ? "has the shape of a secret, in a document perhaps a placeholder"
        : "has the shape of a secret",
      test: isTest(path),
    })),
  );
}
