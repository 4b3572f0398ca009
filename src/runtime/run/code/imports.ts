import { isTest } from "../../../code/facts/project.ts";
import type { Draft } from "../../../core/answer.ts";
import type { LinkFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { decide, measure } from "../../../proof/decide.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, counted, equals, every, type Look, linksOf, member } from "./look.ts";

type Asked = { look: Look; parts: ReadonlySet<string> };

const globs = ({ look }: Asked) => [look.glob];

function done(asked: Asked, said: Said[], list: string[] = []): Promise<Draft> {
  return concluded(said, asked.look.board, asked.look.asking, globs(asked), list);
}

const unknown = (why: string) => blank("no_plan", why);

/** Who imports a file, or a package. */
export async function importers(asked: Asked): Promise<Draft> {
  const { look, parts } = asked;
  const target = look.files.find((file) => !look.glob.split(/[{},]/).includes(file));
  if (target !== undefined) return await importersOf(asked, target);
  const links = await linksOf(look, look.sources);
  const skip = new Set([...look.dirs, ...stop]);
  for (const word of look.words.filter((each) => /^[\w@.$/*:-]{2,}$/.test(each) && !skip.has(each.toLowerCase()))) {
    const fits = fitting(word);
    const found = links.flatMap(({ path, facts, observation }) => {
      const link = facts.links.find(fits);
      return link && !(parts.has("untests") && isTest(path)) ? [{ path, link, observation }] : [];
    });
    if (found.length === 0) continue;
    const sights = found.map(({ path, link, observation }) => ({
      seen: observation,
      show: { line: link.line, text: `${path}:${link.line} imports ${link.module}` },
    }));
    const text = `${counted(found.length, "file")} import${found.length === 1 ? "s" : ""} ${word}: ${found.map(({ path }) => path).join(", ")}.`;
    const packages = [...new Set(found.map(({ link }) => link.package))];
    const set = call(
      "where",
      { is: "name", name: "x", at: 0 },
      call("files", look.glob),
      call("depends", { is: "name", name: "x", at: 0 }, packages[0] ?? word),
    );
    const claim = equals(set, found.length);
    const isOne = packages.length === 1 && packages[0] !== null && !parts.has("untests");
    const isProven =
      isOne && (await decide(claim, look.board, look.asking.observe, look.asking.signal)).verdict === "provable";
    return await done(asked, [isProven ? { text, claim } : { text, seen: sights }]);
  }
  return unknown("No import of that name is in the source files.");
}

const stop = new Set([
  "who",
  "what",
  "which",
  "where",
  "files",
  "file",
  "modules",
  "module",
  "imports",
  "import",
  "imported",
  "requires",
  "require",
  "loads",
  "depends",
  "on",
  "the",
  "in",
  "of",
  "package",
  "is",
  "are",
  "and",
  "or",
  "with",
  "an",
  "for",
  "any",
  "its",
  "one",
  "ones",
  "only",
  "count",
  "pulled",
  "statement",
  "submodules",
  "qui",
  "importe",
  "dans",
  "wer",
  "importiert",
  "does",
  "do",
  "that",
  "this",
  "it",
  "by",
  "list",
  "all",
  "everything",
  "other",
  "to",
  "from",
  "at",
]);

/** Whether an import is of what a word names: a package, a module or something below it, or the end of its path. */
function fitting(word: string): (link: LinkFacts["links"][number]) => boolean {
  const name = word.replace(/[./:]\*$/, "");
  return ({ module, package: from }) => {
    if (from === name || module === name || module === word) return true;
    return [".", "/", "::"].some(
      (separator) =>
        module.startsWith(`${name}${separator}`) || (name.includes("/") && module.endsWith(`${separator}${name}`)),
    );
  };
}

async function importersOf(asked: Asked, target: string): Promise<Draft> {
  const { look, parts } = asked;
  const set = call("importers", target, look.glob);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  if (value.is !== "set") return unknown(`It can't be told who imports ${target}.`);
  const wanted = parts.has("untests") ? value.certain.filter((path) => !isTest(path)) : value.certain;
  const isWhole = value.maybe.length === 0 && !value.open;
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const list = wanted.length > 0 ? `: ${wanted.join(", ")}` : "";
  const text =
    wanted.length === 0
      ? `No file${where} imports ${target}.`
      : `${isWhole ? "" : "At least "}${counted(wanted.length, "file")}${where} import${wanted.length === 1 ? "s" : ""} ${target}${list}.`;
  const claim =
    parts.has("untests") && wanted.length > 0
      ? every(wanted.map((path) => member(path, set)))
      : equals(set, wanted.length, isWhole ? "=" : ">=");
  if (wanted.length === 0 && !isWhole) {
    const maybe = `No import that is written down leads to ${target}; whether ${value.maybe.slice(0, 5).join(", ")} import it is open.`;
    return await done(asked, [
      {
        text: maybe,
        seen: (await linksOf(look, value.maybe.slice(0, 5))).map(({ observation }) => ({ seen: observation })),
      },
    ]);
  }
  return await done(asked, [{ text, claim }]);
}

/** What a file imports. */
export async function imports(asked: Asked): Promise<Draft> {
  const { look, parts } = asked;
  const [path] = look.files;
  const [found] = path === undefined ? [] : await linksOf(look, [path]);
  if (path === undefined || !found) return unknown("No source file is named.");
  const own = look.dirs.filter((dir) => path !== dir);
  const isBuiltin = (link: LinkFacts["links"][number]) =>
    link.certain.length === 0 &&
    link.package !== null &&
    (link.module.startsWith("node:") || builtins.has(link.package) || found.facts.language !== "javascript");
  const links = found.facts.links.filter((link) => {
    if (parts.has("builtin")) return isBuiltin(link);
    return own.length === 0 || link.certain.some((to) => own.some((dir) => to.startsWith(`${dir}/`)));
  });
  const modules = [...new Set(links.map(({ module }) => module))];
  const what = parts.has("builtin") ? "built-in module" : own.length > 0 ? `module of ${own.join(", ")}` : "module";
  const plural = what.replace("module", modules.length === 1 ? "module" : "modules");
  const text = `${path} imports ${modules.length} ${plural}${modules.length > 0 ? `: ${modules.join(", ")}` : ""}.`;
  const isPlain = !parts.has("builtin") && own.length === 0;
  const claim = equals(call("imports", path), modules.length);
  const isProven =
    isPlain && (await decide(claim, look.board, look.asking.observe, look.asking.signal)).verdict === "provable";
  const sights = links.map((link) => ({
    seen: found.observation,
    show: { line: link.line, text: `${path}:${link.line} imports ${link.module}` },
  }));
  return await done(asked, [
    isProven ? { text, claim } : { text, seen: sights.length > 0 ? sights : [{ seen: found.observation }] },
  ]);
}

const builtins = new Set([
  "fs",
  "path",
  "http",
  "https",
  "os",
  "events",
  "stream",
  "util",
  "url",
  "crypto",
  "net",
  "tls",
  "zlib",
  "child_process",
  "process",
  "assert",
  "buffer",
  "dns",
  "readline",
  "timers",
  "vm",
  "worker_threads",
  "cluster",
  "querystring",
  "string_decoder",
  "diagnostics_channel",
  "async_hooks",
  "perf_hooks",
  "module",
  "tty",
  "v8",
  "http2",
  "console",
]);

/** Whether one file imports another, or exports it on. */
export async function whether(asked: Asked): Promise<Draft> {
  const { look } = asked;
  const [path, other] = look.files;
  const [found] = path === undefined ? [] : await linksOf(look, [path]);
  if (path === undefined || !found) return unknown("No source file is named.");
  const words = look.words
    .slice(look.words.findIndex((word) => path.endsWith(word)) + 1)
    .filter((word) => !stop.has(word.toLowerCase()) && /^[\w@./-]{3,}$/.test(word) && !/^re-?exports?$/.test(word));
  const link = found.facts.links.find((each) =>
    other
      ? each.certain.includes(other)
      : words.some((word) => fitting(word)(each) || each.module.split(/[/.]/).includes(word)),
  );
  if (link) {
    const text = `Yes: ${path} imports ${link.module} (line ${link.line}).`;
    return await done(asked, [{ text, claim: call("imports", path, link.module) }]);
  }
  if (other === undefined && words.length === 0) return unknown("What it should import is not named.");
  if (other === undefined)
    return await done(asked, [
      { text: `No import of ${path} names ${words.join(", ")}.`, seen: [{ seen: found.observation }] },
    ]);
  return await done(asked, [
    {
      text: `No: ${path} does not import ${other}.`,
      claim: { is: "not", part: member(path, call("importers", other)), at: 0 },
    },
  ]);
}
