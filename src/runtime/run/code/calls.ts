import type { Draft } from "../../../core/answer.ts";
import type { CallFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { measure } from "../../../proof/decide.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, callsOf, codeOf, counted, equals, every, headed, type Look, member, type Seen, wordIn } from "./look.ts";

const done = (look: Look, said: Said[], list: string[] = []) =>
  concluded(said, look.board, look.asking, [look.glob], list);

const unknown = (why: string) => blank("no_plan", why);

const place = ({ path }: { path: string }, { line, within }: CallFacts["calls"][number]) =>
  `${path}:${line}${within === null ? "" : ` (in ${within})`}`;

/** Who calls a function, by its name, and how many times where `isOfSites`. */
export async function callers(look: Look, called: string, { isOfSites = false } = {}): Promise<Draft> {
  const name = called.replace(/^.*[.:](?=[\w$]+$)/, "");
  const all = look.universe.files.filter((path) => /\.(?:[cm]?[jt]sx?|pyi?|go|java|rs|[ch])$/.test(path));
  const found = (await callsOf(look, all, name)).filter(({ path }) => look.wanted?.(path) !== false);
  const calling = found.filter(({ facts }) => facts.calls.length > 0);
  const isDeclared = async () =>
    (await codeOf(look, all)).some(({ facts }) => facts.defines.some((each) => each.name === name));
  if (calling.length === 0 && !(await isDeclared()))
    return unknown("Nothing of that name is declared or called in the source files.");
  const inside = calling.filter(({ path }) => look.sources.includes(path));
  const elsewhere = calling.filter(({ path }) => !look.sources.includes(path));
  return isOfSites && inside.length > 0
    ? await toldSites(look, name, inside)
    : await toldCalls(look, name, inside, elsewhere);
}

/** How many calls are written, file by file. */
async function toldSites(look: Look, name: string, inside: Seen<CallFacts>[]): Promise<Draft> {
  const sites = inside.flatMap((each) => each.facts.calls.map((one) => place(each, one)));
  const value = await measure(call("callers", name, look.glob), look.board, look.asking.observe, look.asking.signal);
  const isWhole = value.is === "set" && value.maybe.length === 0 && !value.open;
  const text = `${name} is called ${isWhole ? "" : "at least "}${counted(sites.length, "time")} in ${counted(inside.length, "file")}: ${inside.map(({ path }) => path).join(", ")}.`;
  return await done(
    look,
    [{ text, seen: inside.map(({ observation }) => ({ seen: observation })) }],
    sites.slice(0, 60),
  );
}

async function toldCalls(
  look: Look,
  name: string,
  inside: Seen<CallFacts>[],
  elsewhere: Seen<CallFacts>[],
): Promise<Draft> {
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const set = call("callers", name, look.glob);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  const isWhole = value.is === "set" && value.maybe.length === 0 && !value.open;
  const lines = (all: Seen<CallFacts>[]) => all.flatMap((each) => each.facts.calls.map((one) => place(each, one)));
  const others =
    elsewhere.length > 0 ? ` Elsewhere it is called in ${elsewhere.map(({ path }) => path).join(", ")}.` : "";
  if (inside.length === 0) {
    const told = `${name} is not called${where || " anywhere"}${look.wanted ? " by those that count" : ""}.`;
    const text = headed(look, false, told);
    const rest: Said[] =
      elsewhere.length > 0
        ? [{ text: others.trim(), claim: every(elsewhere.map(({ path }) => call("calls", path, name))) }]
        : [];
    if (isWhole && !look.wanted) return await done(look, [{ text, claim: equals(set, 0) }, ...rest]);
    const none = isWhole ? text : `No call of ${name} is seen${where}.`;
    const seen = (await callsOf(look, look.sources, name)).map(({ observation }) => ({ seen: observation }));
    const open =
      value.is === "set" && value.maybe.length > 0
        ? [`It may be called under another name in ${value.maybe.slice(0, 5).join(", ")}.`]
        : [];
    return await done(look, [{ text: none, seen }, ...rest], open);
  }
  const told = `${name} is called in ${isWhole ? "" : "at least "}${counted(inside.length, "file")}${where}: ${inside.map(({ path }) => path).join(", ")}.`;
  const text = headed(look, true, told);
  const claim =
    isWhole && !look.wanted
      ? equals(set, inside.length)
      : every(inside.slice(0, 50).map(({ path }) => member(path, set)));
  const open =
    value.is === "set" && value.maybe.length > 0
      ? [
          `Whether ${value.maybe.slice(0, 5).join(", ")}${value.maybe.length > 5 ? ` and ${value.maybe.length - 5} more` : ""} call it is open.`,
        ]
      : [];
  return await done(
    look,
    [{ text, claim }],
    [...lines(inside).slice(0, 60), ...(others ? [others.trim()] : []), ...open],
  );
}

/** Where one of some names of the code stands, the first that does. */
export async function uses(look: Look, names: readonly string[]): Promise<Draft> {
  for (const name of names) {
    const sources = look.sources.filter((path) => look.wanted?.(path) !== false);
    const found = (await wordIn(look, sources, name)).filter(({ facts }) => facts.found);
    if (found.length === 0) continue;
    const code = await codeOf(
      look,
      found.map(({ path }) => path),
    );
    const declaring = code.flatMap(({ path, facts }) =>
      facts.defines.filter((each) => each.name === name).map(({ line }) => ({ path, line })),
    );
    if (declaring.length === 0 && !/[_$]|[a-z][A-Z]/.test(name)) continue;
    const calls = await callsOf(
      look,
      found.map(({ path }) => path),
      name,
    );
    const lines = found.map(({ path, facts }) => {
      const called = calls.find((each) => each.path === path)?.facts.calls ?? [];
      const more =
        called.length > 0
          ? ` (called ${called.map(({ line, within }) => `on line ${line}${within === null ? "" : ` in ${within}`}`).join(", ")})`
          : "";
      return `${path}: ${facts.first
        .slice(0, 6)
        .map(({ line }) => `line ${line}`)
        .join(", ")}${more}`;
    });
    const at =
      declaring.length > 0
        ? `${name} is declared in ${declaring.map(({ path, line }) => `${path}:${line}`).join(", ")} and stands`
        : `${name} stands`;
    // That it stands where it is declared is no use of it.
    const isUsed = found.some(
      ({ path, facts }) => facts.first.length > declaring.filter((each) => each.path === path).length,
    );
    const text = headed(
      look,
      isUsed,
      `${at} in ${counted(found.length, "file")}: ${found.map(({ path }) => path).join(", ")}.`,
    );
    const seen = found.map(({ path, facts, observation }) => ({
      seen: observation,
      show: {
        line: facts.first[0]?.line ?? 1,
        text: `${path}:${facts.first[0]?.line} ${facts.first[0]?.text.trim() ?? ""}`,
      },
    }));
    return await done(look, [{ text, seen }], lines.slice(0, 60));
  }
  return unknown("Nothing of that name stands in the source files.");
}
