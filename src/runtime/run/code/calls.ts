import { isTest } from "../../../code/facts/project.ts";
import type { Draft } from "../../../core/answer.ts";
import type { CallFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { measure } from "../../../proof/decide.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, callsOf, codeOf, counted, equals, every, type Look, member, type Seen, wordIn } from "./look.ts";
import { candidates } from "./names.ts";

type Asked = { look: Look; parts: ReadonlySet<string> };

const done = ({ look }: Asked, said: Said[], list: string[] = []) =>
  concluded(said, look.board, look.asking, [look.glob], list);

const unknown = (why: string) => blank("no_plan", why);

const place = ({ path }: { path: string }, { line, within }: CallFacts["calls"][number]) =>
  `${path}:${line}${within === null ? "" : ` (in ${within})`}`;

/** Who calls a function, by its name. */
export async function callers(asked: Asked): Promise<Draft> {
  const { look, parts } = asked;
  const all = look.universe.files.filter((path) => /\.(?:[cm]?[jt]sx?|pyi?|go|java|rs|[ch])$/.test(path));
  for (const name of candidates(look)) {
    const found = (await callsOf(look, all, name)).filter(({ path }) => !(parts.has("untests") && isTest(path)));
    const isDeclared = async () =>
      (await codeOf(look, all)).some(({ facts }) => facts.defines.some((each) => each.name === name));
    const calling = found.filter(({ facts }) => facts.calls.length > 0);
    if (calling.length === 0 && !(await isDeclared())) continue;
    const inside = calling.filter(({ path }) => look.sources.includes(path));
    const elsewhere = calling.filter(({ path }) => !look.sources.includes(path));
    return await toldCalls(asked, name, inside, elsewhere);
  }
  return unknown("Nothing of that name is declared or called in the source files.");
}

async function toldCalls(
  asked: Asked,
  name: string,
  inside: Seen<CallFacts>[],
  elsewhere: Seen<CallFacts>[],
): Promise<Draft> {
  const { look, parts } = asked;
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const set = call("callers", name, look.glob);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  const isWhole = value.is === "set" && value.maybe.length === 0 && !value.open;
  const lines = (all: Seen<CallFacts>[]) => all.flatMap((each) => each.facts.calls.map((one) => place(each, one)));
  const others =
    elsewhere.length > 0 ? ` Elsewhere it is called in ${elsewhere.map(({ path }) => path).join(", ")}.` : "";
  if (inside.length === 0) {
    const text = `${name} is not called${where || " anywhere"}${parts.has("untests") ? " outside of tests" : ""}.`;
    const rest: Said[] =
      elsewhere.length > 0
        ? [{ text: others.trim(), claim: every(elsewhere.map(({ path }) => call("calls", path, name))) }]
        : [];
    if (isWhole && !parts.has("untests")) return await done(asked, [{ text, claim: equals(set, 0) }, ...rest]);
    const seen = (await callsOf(look, look.sources, name)).map(({ observation }) => ({ seen: observation }));
    const open =
      value.is === "set" && value.maybe.length > 0
        ? [`It may be called under another name in ${value.maybe.slice(0, 5).join(", ")}.`]
        : [];
    return await done(asked, [{ text, seen }, ...rest], open);
  }
  const text = `${name} is called in ${isWhole ? "" : "at least "}${counted(inside.length, "file")}${where}: ${inside.map(({ path }) => path).join(", ")}.`;
  const claim =
    isWhole && !parts.has("untests")
      ? equals(set, inside.length)
      : every(inside.slice(0, 50).map(({ path }) => member(path, set)));
  const open =
    value.is === "set" && value.maybe.length > 0
      ? [
          `Whether ${value.maybe.slice(0, 5).join(", ")}${value.maybe.length > 5 ? ` and ${value.maybe.length - 5} more` : ""} call it is open.`,
        ]
      : [];
  return await done(
    asked,
    [{ text, claim }],
    [...lines(inside).slice(0, 60), ...(others ? [others.trim()] : []), ...open],
  );
}

/** Where a name of the code stands. */
export async function uses(asked: Asked): Promise<Draft> {
  const { look, parts } = asked;
  for (const name of candidates(look)) {
    const sources = look.sources.filter((path) => !(parts.has("untests") && isTest(path)));
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
    const text = `${at} in ${counted(found.length, "file")}: ${found.map(({ path }) => path).join(", ")}.`;
    const seen = found.map(({ path, facts, observation }) => ({
      seen: observation,
      show: {
        line: facts.first[0]?.line ?? 1,
        text: `${path}:${facts.first[0]?.line} ${facts.first[0]?.text.trim() ?? ""}`,
      },
    }));
    return await done(asked, [{ text, seen }], lines.slice(0, 60));
  }
  return unknown("Nothing of that name stands in the source files.");
}
