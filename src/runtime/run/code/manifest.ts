import type { Draft } from "../../../core/answer.ts";
import type { Claim } from "../../../core/claim.ts";
import type { ManifestFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, counted, equals, type Look, member } from "./look.ts";
import { manifestFor, nothing, type Read, sight, value } from "./stated.ts";

type Asked = { look: Look; parts: ReadonlySet<string>; asks: string };

/** Answers a question about what a manifest says. */
export async function manifest(asked: Asked): Promise<Draft> {
  const read = await manifestFor(asked.look);
  if (read === null) return blank("no_plan", "There is no manifest that Ergo reads.");
  const parts =
    asked.asks === "version" || asked.asks === "licence" || asked.asks === "author"
      ? singles(asked, read)
      : answers[asked.asks]!(asked, read);
  if (parts.said.length === 0) return blank("no_plan", `${read.path} says nothing of it.`);
  return await concluded(parts.said, asked.look.board, asked.look.asking, [read.path], parts.list ?? []);
}

type Parts = { said: Said[]; list?: string[] };

/** Licence, author and version, all of them that are asked for. */
function singles({ look }: Asked, read: Read): Parts {
  const text = look.question.toLowerCase();
  const wanted = [
    { key: "licence", asked: /licen[sc]e|lizenz|licencia/.test(text) },
    { key: "author", asked: /\bau(?:thor|tor|teur)\w*/.test(text) },
    { key: "version", asked: /version|versión/.test(text) },
  ].filter((each) => each.asked);
  const dependency = dependencyIn(look, read);
  if (dependency && wanted.some(({ key }) => key === "version")) return { said: [ranged(read, dependency)] };
  const said = wanted.flatMap(({ key }) => {
    const found = value(read, key, (each) => `The ${key} that ${read.path} states is ${each}.`);
    return found.length > 0 ? found : [without(read, key)];
  });
  return { said };
}

/** What is left to be filled in by what builds it. */
function without(read: Read, key: string): Said {
  const dynamic = read.facts.says.filter(
    (each) => /\bdynamic\b/.test(each.key) && (each.key.includes(key) || each.value === key),
  );
  const from = dynamic.filter((each) => each.key.includes(`.${key}`));
  if (dynamic.length === 0) return nothing(read, `${read.path} states no ${key}.`);
  const told = (from.length > 0 ? from : dynamic).map(({ key: where, value: each }) => `${where} = ${each}`).join(", ");
  return {
    text: `${read.path} states no ${key} of its own; it is dynamic: ${told}.`,
    seen: dynamic.map(({ line, key: where, value: each }) =>
      sight(read, line, `${read.path}:${line} ${where}: ${each}`),
    ),
  };
}

/** How modules of Go end from their second version on. */
const moduleVersion = /\/v\d+$/;

/** The dependency that a question names; an artifact of Maven also by its own name, or by how that begins: "junit" is junit-jupiter. */
function dependencyIn({ words }: Look, { facts }: Read): ManifestFacts["dependencies"][number] | undefined {
  const folded = (name: string) => name.toLowerCase().replaceAll("_", "-");
  return facts.dependencies.find(({ name }) =>
    words.some(
      (word) =>
        folded(word) === folded(name) ||
        (name.includes(":") && `${folded(name.replace(/^.*:/, ""))}-`.startsWith(`${folded(word)}-`)) ||
        (word.length > 2 &&
          folded(name)
            .replace(moduleVersion, "")
            .endsWith(`/${folded(word)}`)),
    ),
  );
}

function ranged(read: Read, { name, range, line, scope }: ManifestFacts["dependencies"][number]): Said {
  return {
    text: `${read.path} depends on ${name} ${range} (${scope}).`,
    seen: [sight(read, line, `${read.path}:${line} ${name} ${range}`)],
  };
}

const answers: Record<string, (asked: Asked, read: Read) => Parts> = {
  requires({ look }, read) {
    const found = read.facts.says.filter(({ key }) => key.startsWith("requires."));
    const wanted = /node|python|\bgo\b|rust|java/.exec(look.question.toLowerCase())?.[0];
    const fits = found.filter(({ key }) => wanted === undefined || key === `requires.${wanted}`);
    const dependency = dependencyIn(look, read);
    const more = dependency ? [ranged(read, dependency)] : [];
    if (fits.length === 0)
      return {
        said: [
          nothing(
            read,
            `${read.path} has no ${read.facts.format === "npm" ? "engines field, so it requires no version of Node" : "field that requires a version"}.`,
          ),
          ...more,
        ],
      };
    return {
      said: [
        ...fits.flatMap(({ key }) =>
          value(read, key, (each) => `${read.path} requires ${key.slice("requires.".length)} ${each}.`),
        ),
        ...more,
      ],
    };
  },
  dependencies({ look, parts }, read) {
    const dependency = dependencyIn(look, read);
    if (dependency) {
      const claim: Claim = member(dependency.name, call("dependencies", read.path));
      const isAsked = /^\s*(?:does|do|is|are)\b/i.test(look.question);
      const first: Said = {
        text: `${isAsked ? "Yes: " : ""}${read.path} names ${dependency.name} ${dependency.range} as a ${dependency.scope} dependency.`,
        claim,
      };
      const runs = /\bgo version\b|\bgo\.mod\b/.test(look.question.toLowerCase())
        ? value(read, "requires.go", (each) => `${read.path} says go ${each}.`)
        : [];
      return {
        said: [
          ...runs,
          dependency.range
            ? {
                text: first.text,
                seen: [
                  sight(
                    read,
                    dependency.line,
                    `${read.path}:${dependency.line} ${dependency.name} ${dependency.range}`,
                  ),
                ],
              }
            : first,
        ],
      };
    }
    const scope = parts.has("notdev")
      ? "runtime"
      : parts.has("dev")
        ? "dev"
        : /\bpeer\b/i.test(look.question)
          ? "peer"
          : null;
    const found = read.facts.dependencies.filter((each) => scope === null || each.scope === scope);
    const names = [...new Set(found.map(({ name }) => name))];
    const set = scope === null ? call("dependencies", read.path) : call("dependencies", read.path, scope);
    const what = `${scope === null ? "" : `${scope} `}${names.length === 1 ? "dependency" : "dependencies"}`;
    const text = names.length === 0 ? `${read.path} names no ${what}.` : `${read.path} names ${names.length} ${what}.`;
    return {
      said: [{ text, claim: equals(set, names.length) }],
      list: found.map(({ name, range, scope: as }) => `${name} ${range}${scope === null ? ` (${as})` : ""}`),
    };
  },
  scripts({ look }, read) {
    const [, wanted] = /\b(?:npm|pnpm|yarn)(?: run)? ([\w:.-]+)/i.exec(look.question) ?? [];
    const found = read.facts.scripts.filter(({ name }) => name === wanted);
    if (found.length > 0)
      return {
        said: found.map(({ name, value: each, line }) => ({
          text: `The script ${name} of ${read.path} runs: ${each}`,
          seen: [sight(read, line, `${read.path}:${line} ${name}: ${each}`)],
        })),
      };
    const names = read.facts.scripts.map(({ name }) => name);
    const text =
      names.length === 0
        ? `${read.path} names no scripts.`
        : `${read.path} names ${counted(names.length, "script")}: ${names.join(", ")}.`;
    return {
      said: [{ text, claim: equals(call("scripts", read.path), names.length) }],
      list: read.facts.scripts.map(({ name, value: each }) => `${name}: ${each}`),
    };
  },
  entry(_asked, read) {
    const { entries } = read.facts;
    if (entries.length === 0) return { said: [nothing(read, `${read.path} names no entry point.`)] };
    const text = `${read.path} names ${counted(entries.length, "entry point")}: ${entries
      .slice(0, 12)
      .map(({ name, value: each }) => `${name} → ${each}`)
      .join(", ")}.`;
    return {
      said: [
        {
          text,
          seen: entries.map(({ name, value: each, line }) =>
            sight(read, line, `${read.path}:${line} ${name}: ${each}`),
          ),
        },
      ],
    };
  },
  subpaths(_asked, read) {
    const names = [
      ...new Set(
        read.facts.says.flatMap(
          ({ key }) =>
            /^exports\.(\.(?:\/[^ ]*?)?)(?:\.(?:import|require|types|default|node|browser|module|@zod\/source|[\w-]+))*$/.exec(
              key,
            )?.[1] ?? [],
        ),
      ),
    ];
    const paths = [
      ...new Set(
        read.facts.entries
          .filter(({ name }) => name.startsWith("exports "))
          .map(({ name }) => name.slice("exports ".length)),
      ),
    ];
    const all = paths.length > 0 ? paths : names;
    if (all.length === 0) return { said: [nothing(read, `${read.path} has no exports map.`)] };
    const seen = read.facts.entries
      .filter(({ name }) => name.startsWith("exports "))
      .map(({ name, value: each, line }) => sight(read, line, `${read.path}:${line} ${name}: ${each}`));
    return {
      said: [{ text: `The exports of ${read.path} have ${counted(all.length, "subpath")}: ${all.join(", ")}.`, seen }],
    };
  },
  key({ look }, read) {
    const keys = new Set(read.facts.says.map(({ key }) => key.split(".")[0]!));
    const wanted =
      look.words.find((word) => read.facts.says.some(({ key }) => key === word)) ??
      look.words.find((word) => keys.has(word));
    if (wanted === undefined) return { said: [] };
    const exact = value(read, wanted, (each) => `${wanted} of ${read.path} is ${each}.`);
    if (exact.length > 0) return { said: exact };
    const below = read.facts.says.filter(({ key }) => key.startsWith(`${wanted}.`)).slice(0, 40);
    const text = `${wanted} of ${read.path}: ${below.map(({ key, value: each }) => `${key.slice(wanted.length + 1)} = ${each}`).join(", ")}.`;
    return {
      said: [
        {
          text,
          seen: below.map(({ key, value: each, line }) => sight(read, line, `${read.path}:${line} ${key}: ${each}`)),
        },
      ],
    };
  },
  exports(_asked, read) {
    const found = read.facts.entries.filter(({ name }) => name === "exports");
    if (found.length === 0) return { said: [] };
    const text = `${read.path} exports ${counted(found.length, "package")}: ${found.map((each) => each.value).join(", ")}.`;
    return {
      said: [
        { text, seen: found.map(({ value: each, line }) => sight(read, line, `${read.path}:${line} exports ${each}`)) },
      ],
    };
  },
};

/** Kinds of questions that manifests answer. */
export const manifestAsks = new Set([...Object.keys(answers), "version", "licence", "author"]);
