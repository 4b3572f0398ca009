import { readFileSync } from "node:fs";
import { isTest } from "../../core/testfile.ts";
import { parseWords } from "../../core/words.ts";
import type { Called } from "../facts/called.ts";
import { leaksIn } from "../facts/leaks.ts";
import type { Project } from "../facts/project.ts";
import { kernel, partly, rowOf, type Source, worst } from "./kernel.ts";

/** `pattern`: what was recognised; `given`: what the first argument is. No more is said than was seen. */
export type SecurityRow = Source & {
  what: string;
  pattern: string;
  given: string;
  cwe: string;
  why: string;
  test: boolean;
};

type Sink = {
  id: string;
  languages: string[];
  name: string;
  on?: string;
  free?: boolean;
  when: "always" | "made" | "value";
  cwe: string;
  why: string;
};

type Ready = Sink & { named: RegExp; holder: RegExp | null };

let loaded: Ready[] | undefined;

function sinks(): Ready[] {
  loaded ??= parseWords<{ sinks: Sink[] }>(
    readFileSync(new URL("../../../data/code/sinks.json", import.meta.url), "utf8"),
  ).sinks.map((sink) => ({
    ...sink,
    named: new RegExp(`^(?:${sink.name})$`),
    holder: sink.on === undefined ? null : new RegExp(`^(?:${sink.on})$`),
  }));
  return loaded;
}

/** Secrets of known shapes, and calls that may do harm with what they are given: pattern and reason, no verdict. */
export const security = kernel<SecurityRow>({
  name: "security",
  means: "texts with the shape of a secret, and calls that may do harm with what they are given",
  schema: rowOf({ what: "text", pattern: "text", given: "text", cwe: "text", why: "text", test: "flag" }),
  run(project) {
    const named = sinksByName();
    const calls = [...project.modules.values()].flatMap(({ path, language, calls: all }) => {
      const spoken = family(language);
      return all.flatMap((call) => {
        const sink = named(spoken, call.name).find((each) => isCallOf(call, each));
        return sink ? [rowFor(path, call, sink)] : [];
      });
    });
    const rows = [...secrets(project), ...calls];
    const weight = ({ what, given, test }: SecurityRow) =>
      (what === "secret" ? 4 : given === "made" ? 3 : given === "value" ? 2 : 1) - (test ? 2.5 : 0);
    return { rows: worst(rows, weight), open: partly(project) };
  },
  tell: ({ what, pattern, why }) => `${what}: ${pattern} ${why}`,
});

/** The sinks of a language that may be called so, looked for once for each name. */
function sinksByName() {
  const known = new Map<string, Ready[]>();
  return (language: string, name: string): Ready[] => {
    const key = `${language} ${name}`;
    const found =
      known.get(key) ?? sinks().filter(({ languages, named }) => languages.includes(language) && named.test(name));
    known.set(key, found);
    return found;
  };
}

function family(language: string): string {
  return /script|tsx/.test(language) ? "ecmascript" : language;
}

function isCallOf({ on, of, bound, first }: Called, { holder, free, when }: Ready): boolean {
  if (free && (on !== null || of === "file" || of === "import")) return false;
  if (holder && !holder.test(on ?? "") && !(bound && holder.test(bound.module))) return false;
  if (when === "made") return first === "made";
  return when === "always" || first === "made" || first === "value";
}

function rowFor(path: string, { name, on, line, first }: Called, { id, cwe, why }: Sink): SecurityRow {
  return {
    path,
    lines: [line, line],
    what: id,
    pattern: on === null ? `${name}()` : `${on}.${name}()`,
    given: first,
    cwe,
    why,
    test: isTest(path),
  };
}

/** Lines that hold what looks like a secret: what is known of source files, and what is seen in other texts. */
function secrets({ texts, modules }: Project): SecurityRow[] {
  return [...texts].flatMap(([path, text]) =>
    (modules.get(path)?.leaks ?? leaksIn(text)).map(({ line, kinds }) => ({
      path,
      lines: [line, line] as [number, number],
      what: "secret",
      pattern: kinds.join(", "),
      given: "constant",
      cwe: "CWE-798",
      why: "has the shape of a secret",
      test: isTest(path),
    })),
  );
}
