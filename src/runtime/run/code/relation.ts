import type { RelationQuestion } from "../../../code/ask/voice.ts";
import type { Draft } from "../../../core/answer.ts";
import { writtenOf } from "../../../core/built.ts";
import { isSource } from "../../../core/declaration.ts";
import type { Universe } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { type Place, placesIn } from "../../../language/link.ts";
import { joined } from "../conclude.ts";
import { calling } from "./calling.ts";
import { callers } from "./calls.ts";
import { exported } from "./exports.ts";
import { importers, without } from "./importers.ts";
import { imports } from "./imports.ts";
import { parents, subclasses } from "./kin.ts";
import type { Look } from "./look.ts";
import { importedBy, importsOf } from "./package.ts";
import { said } from "./said.ts";
import { lies, scoped } from "./scope.ts";
import { unused, uses } from "./uses.ts";
import { whether } from "./whether.ts";

/**
 * Answers who imports, calls, uses or extends what a question names, or what that imports, calls or exports. "no_plan" where it is not here, or a
 * place is not: then something else was meant.
 */
export async function answerRelation(look: Look, asked: RelationQuestion): Promise<Draft> {
  const { yes, no } = said(asked.language);
  const isPolar =
    asked.how === "any" || (asked.asks === "whether" && asked.how !== "sites") || asked.unused || asked.than !== null;
  const tests = asked.tests === "alone" ? null : asked.tests;
  const here = scoped(isPolar ? { ...look, polar: { yes, no } } : look, asked.files, tests);
  const where = placesIn(asked.where, look.universe);
  if (here === null || where === null) return blank("no_plan", "What the question names is not here.");
  const { asks, name, subject } = asked;
  const file = name === null ? null : fileCalled(name, where, look.universe);
  if (asks === "of") return await told(here, asked, file);
  if (name === null) return asked.not ? await without(here, null) : blank("no_plan", "Nothing is named.");
  if (asks === "whether") {
    const doer = subject === null ? null : fileCalled(subject, [], look.universe);
    const whole = asked.relation === "imports" && !asked.sort ? await importedBy(here, { ...asked, name }, doer) : null;
    return whole ?? (await whether(here, { ...asked, name }, doer, file));
  }
  return await done(here, { ...asked, name }, file);
}

/** Who imports, calls, uses or extends what is named. */
async function done(here: Look, asked: RelationQuestion & { name: string }, file: string | null): Promise<Draft> {
  const { relation, name, tests, sort, not, than } = asked;
  if (relation === "imports") return not ? await without(here, name) : await importers(here, name, file, sort);
  if (relation === "extends") return await subclasses(here, name.replace(/^.*[.:]/, ""));
  const last = name.replace(/^.*[.:](?=[\w$]+$)/, "");
  if (asked.unused) return await unused(here, last);
  if (relation === "calls") return await callers(here, last, { than, isOfTests: tests === "alone" });
  // "Which files use std::io", "is lib/a.js needed by anything": what is imported by its path.
  if (/[/:]|^\w+\.[a-z]{1,4}$/.test(name)) {
    const found = await importers(here, name, file);
    if (found.stop !== "no_plan") return found;
  }
  const used = await uses(here, last);
  // A file may be called as what it declares is: then who imports it uses it as well.
  const own = used.stop === "success" && file !== null && !here.polar ? await importers(here, file, file) : null;
  if (own?.stop === "success") return joined(own, used);
  // What no file declares may be a module.
  return used.stop === "no_plan" ? await importers(here, name, file) : used;
}

/** What a file imports, or exports, or a function calls. */
async function told(here: Look, asked: RelationQuestion, file: string | null): Promise<Draft> {
  const { name, sort, from } = asked;
  // What a file uses it imports.
  const relation = asked.relation === "uses" && file !== null ? "imports" : asked.relation;
  if (relation === "extends") return await parents(here, (name ?? "").replace(/^.*[.:]/, ""));
  if (relation !== "imports" && relation !== "exports") return await calling(here, name ?? "", sort);
  const [dir] = (relation === "imports" && name !== null ? placesIn([name], here.universe) : null) ?? [];
  if (dir?.is === "dir" && sort !== null)
    return await imports(scoped(here, { ...asked.files, places: [dir.path] }) ?? here, null, { sort, from });
  const isWhole = relation === "imports" && name !== null && sort === null && from === null;
  const whole = isWhole ? await importsOf(here, { ...asked, name }, file) : null;
  if (whole) return whole;
  if (name !== null && file === null) return nothing(name);
  if (relation === "exports") {
    if (here.wanted !== null) return blank("no_plan", "What of it counts can't be told.");
    return file === null ? nothing(name ?? "") : await exported(here, file);
  }
  if (name === null) return await imports(here, null, { sort, from });
  // What narrows the things is not told apart, but for the folders that they lie in.
  if (here.wanted !== null) return blank("no_plan", "What of it counts can't be told.");
  const own = (placesIn(asked.files.places, here.universe) ?? []).flatMap(({ path, is }) =>
    is === "dir" ? [path] : [],
  );
  return await imports(here, file, { sort, from, own });
}

const nothing = (name: string) => blank("no_plan", `Nothing is called ${name}.`);

/** The source file that a name means: by the end of its path, with its ending or without, or as a module is written; null for none or several. */
function fileCalled(name: string, where: readonly Place[], { files }: Universe): string | null {
  const path = name.replace(/^(?:\.\/)+/, "").replace(/\/$/, "");
  const forms = new Set([path, ...(path.includes("/") ? [] : [path.replace(/^\.+/, "").replaceAll(".", "/")])]);
  const sources = files.filter(
    (file) => isSource(file) && (where.length === 0 || where.some((place) => lies(file, place))),
  );
  const bare = (file: string) => file.replace(/(?:\.d)?\.\w+$/, "").replace(/\/(?:index|__init__|mod)$/, "");
  const called = (among: readonly string[], meant: (one: string) => string) => {
    const isCalled = (file: string) =>
      [...forms].some((form) => file === meant(form) || file.endsWith(`/${meant(form)}`));
    const exact = among.filter((file) => isCalled(meant(file)));
    return exact.length > 0 ? exact : among.filter((file) => isCalled(meant(bare(file))) && !/\.d\.\w+$/.test(file));
  };
  const exact = called(sources, (one) => one);
  // Upper and lower case are told apart only where that makes a difference.
  const found = writtenOf(exact.length > 0 ? exact : called(sources, (one) => one.toLowerCase()), (one) => one);
  const depth = Math.min(...found.map((file) => file.split("/").length));
  const nearest = found.filter((file) => file.split("/").length === depth);
  return nearest.length === 1 ? nearest[0]! : null;
}
