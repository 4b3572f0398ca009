import type { RelationQuestion } from "../../../code/ask/relation.ts";
import type { Draft } from "../../../core/answer.ts";
import { isSource } from "../../../core/declaration.ts";
import type { Universe } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { type Place, placesIn } from "../../../language/link.ts";
import { callers, uses } from "./calls.ts";
import { exported } from "./exports.ts";
import { importers, imports } from "./imports.ts";
import { parents, subclasses } from "./kin.ts";
import type { Look } from "./look.ts";
import { said } from "./said.ts";
import { lies, scoped } from "./scope.ts";
import { whether } from "./whether.ts";

/**
 * Answers who imports, calls, uses or extends what a question names, or what that imports or exports. "no_plan" where it is not here, or a
 * place is not: then something else was meant.
 */
export async function answerRelation(look: Look, asked: RelationQuestion): Promise<Draft> {
  const { yes, no } = said(asked.language);
  const isPolar = asked.how === "any" || asked.asks === "whether";
  const here = scoped(isPolar ? { ...look, polar: { yes, no } } : look, asked.files, asked.tests);
  const where = placesIn(asked.where, look.universe);
  if (here === null || where === null) return blank("no_plan", "What the question names is not here.");
  const { relation, asks, name, subject } = asked;
  const file = fileCalled(name, where, look.universe);
  if (asks === "of" && relation === "extends") return await parents(here, name.replace(/^.*[.:]/, ""));
  if (asks === "of") return await told(here, asked, file);
  if (asks === "whether") {
    const doer = subject === null ? null : fileCalled(subject, [], look.universe);
    return await whether(here, asked, doer, file);
  }
  if (relation === "imports") return await importers(here, name, file);
  if (relation === "calls") return await callers(here, name, { isOfSites: asked.how === "sites" });
  if (relation === "extends") return await subclasses(here, name.replace(/^.*[.:]/, ""));
  const used = await uses(here, [name.replace(/^.*[.:]/, "")]);
  // What no file declares may be a module.
  return used.stop === "no_plan" ? await importers(here, name, file) : used;
}

/** What a file imports, or exports. */
async function told(here: Look, asked: RelationQuestion, file: string | null): Promise<Draft> {
  const { relation, stdlib, files } = asked;
  // What narrows the things is not told apart, but for the folders that they lie in.
  if (here.wanted !== null) return blank("no_plan", "What of it counts can't be told.");
  if (file === null) return blank("no_plan", "No file is called so.");
  if (relation === "exports") return await exported(here, file);
  if (relation !== "imports") return blank("no_plan", "That is asked of functions, not of files.");
  const own = placesIn(files.places, here.universe) ?? [];
  return await imports(here, file, { stdlib, own: own.flatMap(({ path, is }) => (is === "dir" ? [path] : [])) });
}

/** The source file that a name means: by the end of its path, with its ending or without, or as a module is written; null for none or several. */
function fileCalled(name: string, where: readonly Place[], { files }: Universe): string | null {
  const path = name.replace(/^(?:\.\/)+/, "").replace(/\/$/, "");
  const forms = new Set([path, ...(path.includes("/") ? [] : [path.replace(/^\.+/, "").replaceAll(".", "/")])]);
  const sources = files.filter(
    (file) => isSource(file) && (where.length === 0 || where.some((place) => lies(file, place))),
  );
  const bare = (file: string) => file.replace(/(?:\.d)?\.\w+$/, "").replace(/\/(?:index|__init__|mod)$/, "");
  const isCalled = (file: string) => [...forms].some((form) => file === form || file.endsWith(`/${form}`));
  const exact = sources.filter((file) => isCalled(file));
  const found = exact.length > 0 ? exact : sources.filter((file) => isCalled(bare(file)) && !/\.d\.\w+$/.test(file));
  const depth = Math.min(...found.map((file) => file.split("/").length));
  const nearest = found.filter((file) => file.split("/").length === depth);
  return nearest.length === 1 ? nearest[0]! : null;
}
