import type { Draft } from "../../../core/answer.ts";
import type { LinkFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { decide, measure } from "../../../proof/decide.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, counted, equals, every, headed, type Look, linksOf, member } from "./look.ts";

function done(look: Look, said: Said[], list: string[] = []): Promise<Draft> {
  return concluded(said, look.board, look.asking, [look.glob], list);
}

const unknown = (why: string) => blank("no_plan", why);

/** Who imports what a name means: a file, a module or a package. "no_plan" where nothing here does, and no file is called so. */
export async function importers(look: Look, name: string, file: string | null): Promise<Draft> {
  // A path is first of all one of a file; a bare name may be that of a module that is imported.
  if (file !== null && /[/.]/.test(name)) return await importersOf(look, file);
  const links = await linksOf(look, look.sources);
  const fits = fitting(name);
  const found = links.flatMap(({ path, facts, observation }) => {
    const link = facts.links.find(fits);
    return link && look.wanted?.(path) !== false ? [{ path, link, observation }] : [];
  });
  if (found.length === 0)
    return file === null ? unknown("No import of that name is here.") : await importersOf(look, file);
  const sights = found.map(({ path, link, observation }) => ({
    seen: observation,
    show: { line: link.line, text: `${path}:${link.line} imports ${link.module}` },
  }));
  const told = `${counted(found.length, "file")} import${found.length === 1 ? "s" : ""} ${name}: ${found.map(({ path }) => path).join(", ")}.`;
  const text = headed(look, true, told);
  const packages = [...new Set(found.map(({ link }) => link.package))];
  const x = { is: "name", name: "x", at: 0 } as const;
  const set = call("where", x, call("files", look.glob), call("depends", x, packages[0] ?? name));
  const claim = equals(set, found.length);
  const isOne = packages.length === 1 && packages[0] !== null && look.wanted === null;
  const isProven =
    isOne && (await decide(claim, look.board, look.asking.observe, look.asking.signal)).verdict === "provable";
  return await done(look, [isProven ? { text, claim } : { text, seen: sights }]);
}

/** Whether an import is of what a name means: a package, a module or something below it, or the end of its path. */
export function fitting(word: string): (link: LinkFacts["links"][number]) => boolean {
  const name = word.replace(/[./:]\*$/, "");
  return ({ module, package: from }) => {
    if (from === name || module === name || module === word) return true;
    // "github.com/go-chi/chi/v5" is of the package chi.
    const path = module.replace(/\/v\d+$/, "");
    const isEnd = (separator: string) => !module.startsWith(".") && path.endsWith(`${separator}${name}`);
    // Of a module's own packages each is one: "example.org/a" is not "example.org/a/b".
    const isBelow = (separator: string) =>
      module.startsWith(`${name}${separator}`) && (separator !== "/" || from !== null);
    return [".", "/", "::"].some((separator) => isBelow(separator) || isEnd(separator));
  };
}

async function importersOf(look: Look, target: string): Promise<Draft> {
  const set = call("importers", target, look.glob);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  if (value.is !== "set") return unknown(`It can't be told who imports ${target}.`);
  const wanted = look.wanted ? value.certain.filter(look.wanted) : value.certain;
  const isWhole = value.maybe.length === 0 && !value.open;
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const list = wanted.length > 0 ? `: ${wanted.join(", ")}` : "";
  const told =
    wanted.length === 0
      ? `No file${where} imports ${target}.`
      : `${isWhole ? "" : "At least "}${counted(wanted.length, "file")}${where} import${wanted.length === 1 ? "s" : ""} ${target}${list}.`;
  const text = headed(look, wanted.length > 0, told);
  const claim =
    look.wanted && wanted.length > 0
      ? every(wanted.map((path) => member(path, set)))
      : equals(set, wanted.length, isWhole ? "=" : ">=");
  if (wanted.length === 0 && !isWhole) {
    const maybe = `No import that is written down leads to ${target}; whether ${value.maybe.slice(0, 5).join(", ")} import it is open.`;
    return await done(look, [
      {
        text: maybe,
        seen: (await linksOf(look, value.maybe.slice(0, 5))).map(({ observation }) => ({ seen: observation })),
      },
    ]);
  }
  return await done(look, [{ text, claim }]);
}

/** What a file imports: all, what comes with the language, or what lies in the folders `own`. */
export async function imports(
  look: Look,
  path: string,
  { stdlib = false, own = [] }: { stdlib?: boolean; own?: readonly string[] } = {},
): Promise<Draft> {
  const [found] = await linksOf(look, [path]);
  if (!found) return unknown(`${path} is no source file.`);
  const isBuiltin = (link: LinkFacts["links"][number]) =>
    link.certain.length === 0 &&
    link.package !== null &&
    (link.module.startsWith("node:") || builtins.has(link.package) || found.facts.language !== "javascript");
  const links = found.facts.links.filter((link) => {
    if (stdlib) return isBuiltin(link) && !/^[\w-]+\.[\w.-]+\//.test(link.module);
    return own.length === 0 || link.certain.some((to) => own.some((dir) => to.startsWith(`${dir}/`)));
  });
  const modules = [...new Set(links.map(({ module }) => module))];
  const what = stdlib ? "built-in module" : own.length > 0 ? `module of ${own.join(", ")}` : "module";
  const plural = what.replace("module", modules.length === 1 ? "module" : "modules");
  const text = `${path} imports ${modules.length} ${plural}${modules.length > 0 ? `: ${modules.join(", ")}` : ""}.`;
  const claim = equals(call("imports", path), modules.length);
  const isProven =
    !stdlib &&
    own.length === 0 &&
    (await decide(claim, look.board, look.asking.observe, look.asking.signal)).verdict === "provable";
  const sights = links.map((link) => ({
    seen: found.observation,
    show: { line: link.line, text: `${path}:${link.line} imports ${link.module}` },
  }));
  return await done(look, [
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
