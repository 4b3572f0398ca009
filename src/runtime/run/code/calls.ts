import type { RelationQuestion } from "../../../code/ask/voice.ts";
import type { Draft } from "../../../core/answer.ts";
import { isSource } from "../../../core/declaration.ts";
import type { CallFacts } from "../../../core/observation.ts";
import { isTest } from "../../../core/testfile.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import { measure } from "../../../proof/decide.ts";
import type { Said } from "../conclude.ts";
import { callsOf, done, headed, type Look, numbered, type Seen } from "./look.ts";
import { declaredLike } from "./naming.ts";

type Narrowed = Pick<RelationQuestion, "than"> & { isOfTests: boolean };

/**
 * Who calls a function, by its name: how many times, in which functions and files. `than`: whether so many do; `isOfTests`: whether tests
 * alone do. "no_plan" where nothing is called so.
 */
export async function callers(look: Look, called: string, narrowed: Partial<Narrowed> = {}): Promise<Draft> {
  const all = look.universe.files.filter(isSource);
  const name = await spelled(look, all, called);
  if (name === null) return blank("no_plan", "Nothing of that name is declared or called in the source files.");
  const calling = (await callsOf(look, all, name)).filter(({ facts }) => facts.calls.length > 0);
  const isMeant = (path: string) => look.sources.includes(path) && look.wanted?.(path) !== false;
  const inside = calling.filter(({ path }) => isMeant(path));
  const elsewhere = calling.filter(({ path }) => !isMeant(path));
  return inside.length > 0 ? await some(look, name, inside, narrowed) : await none(look, name, elsewhere);
}

/** A name as the code calls it, or else as it declares it. */
async function spelled(look: Look, all: readonly string[], name: string): Promise<string | null> {
  const isCalled = (await callsOf(look, [...all], name)).some(({ facts }) => facts.calls.length > 0);
  return isCalled ? name : await declaredLike(look, name);
}

/** The calls of files, by the functions in which they stand. */
async function some(
  look: Look,
  name: string,
  inside: Seen<CallFacts>[],
  { than, isOfTests }: Partial<Narrowed>,
): Promise<Draft> {
  const set = call("sites", name, look.glob);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  const isWhole = value.is === "set" && value.maybe.length === 0 && !value.open;
  const sites = inside.reduce((sum, { facts }) => sum + facts.calls.length, 0);
  const functions = new Set(
    inside.flatMap(({ path, facts }) => facts.calls.map(({ within }) => JSON.stringify([path, within]))),
  );
  const places = inside.map(({ path, facts }) => `${path} (${withinOf(facts)})`);
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const told = `${name} is called ${isWhole ? "" : "at least "}${numbered(sites, "time")}${where}, in ${numbered(inside.length, "file")}: ${places.slice(0, most).join(", ")}.`;
  const isEnough = !than || (functions.size >= than.least && (than.most === null || functions.size <= than.most));
  // What may be called in more places is not said to be called in so few.
  if (than && !isWhole && (than.most !== null ? isEnough : !isEnough))
    return blank("no_plan", "Whether more of them call it is open.");
  if (isOfTests && !isWhole && inside.every(({ path }) => isTest(path)))
    return blank("no_plan", "Whether something else calls it is open.");
  const isSo = isOfTests ? inside.every(({ path }) => isTest(path)) : isEnough;
  const text = headed(look, isSo, told);
  const claim = every([
    equals(set, value.is === "set" ? value.certain.length : 0, isWhole ? "=" : ">="),
    ...inside.flatMap(({ path, facts }) =>
      facts.calls.map(({ line, within }) => member(`${path}:${line}${within === null ? "" : ` in ${within}`}`, set)),
    ),
  ]);
  const more = places.slice(most);
  const files = await measure(call("callers", name, look.glob), look.board, look.asking.observe, look.asking.signal);
  const open = files.is === "set" ? openOf(files.maybe, name) : [];
  return await done(look, [{ text, claim }], [...more, ...open]);
}

/** So many files stand in a sentence. */
const most = 40;

/** The functions of a file in which calls stand, each with its lines. */
function withinOf({ calls }: CallFacts): string {
  const lines = new Map<string | null, number[]>();
  for (const { line, within } of calls) lines.set(within, [...(lines.get(within) ?? []), line]);
  return [...lines]
    .map(
      ([within, at]) => `${within === null ? "" : `in ${within}, `}line${at.length === 1 ? "" : "s"} ${at.join(", ")}`,
    )
    .join("; ");
}

function openOf(maybe: readonly string[], name: string): string[] {
  if (maybe.length === 0) return [];
  const more = maybe.length > 5 ? ` and ${maybe.length - 5} more` : "";
  const verb = maybe.length === 1 ? "calls" : "call";
  return [`Whether ${maybe.slice(0, 5).join(", ")}${more} ${verb} ${name} under another name is open.`];
}

/** That nothing which counts calls it, and what else does. */
async function none(look: Look, name: string, elsewhere: Seen<CallFacts>[]): Promise<Draft> {
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const set = call("callers", name, look.glob);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  const isWhole = value.is === "set" && value.maybe.length === 0 && !value.open;
  const text = headed(
    look,
    false,
    `${name} is not called${where || (look.wanted ? "" : " anywhere")}${look.wanted ? " by those that count" : ""}.`,
  );
  const rest: Said[] =
    elsewhere.length > 0
      ? [
          {
            text: `Elsewhere it is called in ${elsewhere.map(({ path, facts }) => `${path} (${withinOf(facts)})`).join(", ")}.`,
            claim: every(elsewhere.map(({ path }) => call("calls", path, name))),
          },
        ]
      : [];
  if (isWhole && !look.wanted) return await done(look, [{ text, claim: equals(set, 0) }, ...rest]);
  if (isWhole) {
    const inside = value.certain;
    const claim = every([equals(set, inside.length), ...inside.map((path) => member(path, set))]);
    return await done(look, [{ text, claim }, ...rest]);
  }
  const seen = (await callsOf(look, look.sources, name)).map(({ observation }) => ({ seen: observation }));
  const open = value.is === "set" ? openOf(value.maybe, name) : [];
  return await done(look, [{ text: `No call of ${name} is seen${where}.`, seen }, ...rest], open);
}
