import type { Draft } from "../../../core/answer.ts";
import { isSource } from "../../../core/declaration.ts";
import type { Observation } from "../../../core/observation.ts";
import { isTest } from "../../../core/testfile.ts";
import { blank } from "../../../engines/state.ts";
import { callsOf, codeOf, done, functionsOf, headed, type Look, meantSources, numbered, wordIn } from "./look.ts";
import { declaredLike } from "./naming.ts";

type Use = { line: number; as: string; within?: string | null };
/** A file that holds a name; `isRead`: as code, else as a word alone, since the file can't be read whole. */
type Place = { path: string; uses: Use[]; declared: number[]; isRead: boolean; observation: Observation };

/** Where a name stands in the source files that hold it as a word: as it is used, called, imported, exported or declared. */
async function placesOf(look: Look, paths: readonly string[], name: string): Promise<Place[]> {
  const words = (await wordIn(look, [...paths], name)).filter(({ facts }) => facts.found);
  const holding = words.map(({ path }) => path);
  const code = new Map((await codeOf(look, holding)).map(({ path, facts }) => [path, facts]));
  const functions = new Map((await functionsOf(look, holding)).map(({ path, facts }) => [path, facts.functions]));
  const read = new Map((await callsOf(look, holding, name)).map((each) => [each.path, each]));
  return words.flatMap(({ path, facts: { first }, observation }): Place[] => {
    const seen = read.get(path);
    if (seen === undefined) {
      const uses = first.map(({ line }) => ({ line, as: "word" }));
      return [{ path, uses, declared: [], isRead: false, observation }];
    }
    const { calls, stands } = seen.facts;
    const imported = new Set(stands.flatMap(({ as, line }) => (as === "import" ? [line] : [])));
    const isNamed = (full: string) => full === name || full.endsWith(`.${name}`);
    const declared = [
      ...(code.get(path)?.defines ?? []).filter((each) => each.name === name && !imported.has(each.line)),
      // `exports.a = function` declares a function, though nothing in the file by its name.
      ...(functions.get(path) ?? []).filter((each) => isNamed(each.name)),
    ].map(({ line }) => line);
    const uses = [
      ...calls.map(({ line, within }) => ({ line, as: "called", within })),
      ...stands.filter(({ as, line }) => !(as === "use" && declared.includes(line))),
    ].sort((a, b) => a.line - b.line);
    const place = { path, uses, declared: [...new Set(declared)], isRead: true, observation: seen.observation };
    return uses.length > 0 || declared.length > 0 ? [place] : [];
  });
}

/** What counts as a use: not that it is handed on from file to file, or written as a text. */
function isUse({ as }: Use): boolean {
  return as === "use" || as === "called";
}

/** Where a name of the code stands. "no_plan" where no source file declares it and it is written as words of a language are. */
export async function uses(look: Look, called: string): Promise<Draft> {
  const name = (await declaredLike(look, called)) ?? called;
  const sources = meantSources(look);
  const found = await placesOf(look, sources, name);
  const declaring = found.flatMap(({ path, declared }) => declared.map((line) => `${path}:${line}`));
  const isName = declaring.length > 0 || /[_$]|[a-z][A-Z]/.test(name);
  if (found.length === 0 || !isName) return blank("no_plan", "Nothing of that name stands in the source files.");
  const isUsed = found.some((each) => each.uses.some(isUse));
  const at = declaring.length > 0 ? `${name} is declared in ${declaring.join(", ")} and stands` : `${name} stands`;
  const isOpen = found.some(({ isRead }) => !isRead);
  if (!isUsed && isOpen && look.polar) return blank("no_plan", "Whether something uses it is open.");
  const told = isUsed || !look.polar ? "" : ", but is not used there: it is only declared, imported or exported";
  const text = headed(
    look,
    isUsed,
    `${at} in ${numbered(found.length, "file")}: ${found.map(({ path }) => path).join(", ")}${told}.`,
  );
  return await done(look, [{ text, seen: found.map(sightOf) }], found.slice(0, 60).map(lineOf));
}

/** Whether nothing uses what is declared by a name, and where it stands otherwise. */
export async function unused(look: Look, called: string): Promise<Draft> {
  const name = (await declaredLike(look, called)) ?? called;
  const places = await placesOf(look, look.universe.files.filter(isSource), name);
  const all = places.filter(({ isRead }) => isRead);
  const unread = places.filter(({ isRead }) => !isRead).map(({ path }) => path);
  const isMeant = ({ path }: Place) => look.sources.includes(path) && look.wanted?.(path) !== false;
  const declaring = all.flatMap(({ path, declared }) => declared.map((line) => `${path}:${line}`));
  if (declaring.length === 0) return blank("no_plan", `Nothing is declared as ${name}.`);
  const using = all.filter((each) => each.uses.some(isUse));
  const inside = using.filter(isMeant);
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const declared = `it is declared in ${declaring.join(", ")}`;
  const isText = ({ uses: own }: Place) => own.some(({ as }) => as === "text");
  const handed = all.filter((each) => !using.includes(each) && !isText(each) && each.uses.length > 0);
  const written = all.filter((each) => !using.includes(each) && isText(each));
  const passed = handed.length > 0 ? ` and only passed on in ${handed.map(({ path }) => path).join(", ")}` : "";
  const asText =
    written.length > 0
      ? `, and stands as a text, which may name it, in ${written.map(({ path }) => path).join(", ")}`
      : "";
  const others = using.filter((each) => !inside.includes(each));
  const elsewhere = others.length > 0 ? ` Elsewhere it is used in ${others.map(({ path }) => path).join(", ")}.` : "";
  const told =
    inside.length === 0
      ? `${name} is used nowhere${where}: ${declared}${passed}${asText}.${elsewhere}`
      : `${name} is used ${inside.every(({ path }) => isTest(path)) ? "by tests alone, " : ""}in ${numbered(inside.length, "file")}${where}: ${inside.map(({ path }) => path).join(", ")}.`;
  const open = unread.length > 0 ? [`Open: ${unread.join(", ")} can't be read as code.`] : [];
  if (inside.length === 0 && unread.length > 0) return blank("no_plan", "Whether something uses it is open.");
  const text = headed(look, inside.length === 0, told);
  return await done(look, [{ text, seen: all.map(sightOf) }], [...all.slice(0, 60).map(lineOf), ...open]);
}

function sightOf({ path, uses: all, declared, observation }: Place) {
  const line = all[0]?.line ?? declared[0] ?? 1;
  return { seen: observation, show: { line, text: `${path}:${line}` } };
}

const roles: Readonly<Record<string, string>> = { import: " (import)", export: " (export)", text: " (text)" };

/** The lines of a file on which it stands, each with what it is there. */
function lineOf({ path, uses: all, declared, isRead }: Place): string {
  const at = [
    ...declared.map((line) => ({ line, told: `line ${line} (declared)` })),
    ...all.map(({ line, as, within }) => ({
      line,
      told: `line ${line}${as === "called" ? ` (called${within ? ` in ${within}` : ""})` : (roles[as] ?? "")}`,
    })),
  ].sort((a, b) => a.line - b.line);
  const more = at.length > 12 ? `, and ${at.length - 12} more` : "";
  return `${path}${isRead ? "" : " (can't be read as code)"}: ${[...new Set(at.slice(0, 12).map(({ told }) => told))].join(", ")}${more}`;
}
