import { isTest } from "../../../code/project.ts";
import type { Draft } from "../../../core/answer.ts";
import type { CallFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { measure } from "../../../proof/decide.ts";
import { concluded, type Said } from "../conclude.ts";
import { call, callsOf, codeOf, counted, equals, every, functionsOf, type Look, member, type Seen, wordIn } from "./look.ts";

type Asked = { look: Look; parts: ReadonlySet<string> };

const done = ({ look }: Asked, said: Said[], list: string[] = []) => concluded(said, look.board, look.asking, [look.glob], list);

const unknown = (why: string) => blank("no_plan", why);

/** Words of questions that name nothing, whatever code calls so. */
const plain = new Set(["who", "what", "which", "where", "how", "is", "are", "was", "the", "a", "an", "of", "in", "to", "and", "or", "it", "its", "do", "does", "did", "we", "you", "they", "i", "my", "our", "this", "that", "these", "if", "only", "any", "anywhere", "still", "not", "non", "code", "test", "tests", "file", "files", "class", "classes", "function", "functions", "method", "methods", "helper", "want", "know", "have", "has", "get", "gets", "got", "renamed", "rename", "delete", "remove", "removed", "use", "uses", "used", "using", "call", "calls", "called", "caller", "callers", "from", "by", "for", "with", "on", "all", "list", "show", "me", "affected", "touch", "breaks", "break", "when", "there", "be", "child", "processes", "types", "type", "subclasses", "subclass", "extends", "extend", "inherits", "inherit", "implements", "und", "der", "die", "das", "wer", "wo", "wird", "qui", "est", "la", "le"]);

/** What may be a name in code, what looks most like one first. */
function candidates({ words, files, dirs }: Look): string[] {
  const bare = words.map((word) => word.replace(/\(\)?$/, "").replace(/^.*\.(?=[A-Za-z_$][\w$]*$)/, (head) => (files.some((file) => file.endsWith(`${head}${word}`)) ? head : ""))).filter((word) => /^[A-Za-z_$][\w$]*$/.test(word));
  const known = bare.filter((word, at) => !plain.has(word.toLowerCase()) && !dirs.some((dir) => dir.split("/").includes(word)) && bare.indexOf(word) === at && !files.some((file) => file.split("/").at(-1)!.split(".").includes(word) && words.some((each) => each.includes(`${word}.`))));
  const isCode = (word: string) => /[_$]|[a-z][A-Z]|^[A-Z]\w*[a-z]/.test(word) || words.some((each) => each === `${word}()` || each === `${word}(`);
  return [...known.filter(isCode), ...known.filter((word) => !isCode(word))];
}

const place = ({ path }: { path: string }, { line, within }: CallFacts["calls"][number]) => `${path}:${line}${within === null ? "" : ` (in ${within})`}`;

/** Who calls a function, by its name. */
export async function callers(asked: Asked): Promise<Draft> {
  const { look, parts } = asked;
  const all = look.universe.files.filter((path) => /\.(?:[cm]?[jt]sx?|pyi?|go|java|rs)$/.test(path));
  for (const name of candidates(look)) {
    const found = (await callsOf(look, all, name)).filter(({ path }) => !(parts.has("untests") && isTest(path)));
    const isDeclared = async () => (await codeOf(look, all)).some(({ facts }) => facts.defines.some((each) => each.name === name));
    const calling = found.filter(({ facts }) => facts.calls.length > 0);
    if (calling.length === 0 && !(await isDeclared())) continue;
    const inside = calling.filter(({ path }) => look.sources.includes(path));
    const elsewhere = calling.filter(({ path }) => !look.sources.includes(path));
    return await toldCalls(asked, name, inside, elsewhere);
  }
  return unknown("Nothing of that name is declared or called in the source files.");
}

async function toldCalls(asked: Asked, name: string, inside: Seen<CallFacts>[], elsewhere: Seen<CallFacts>[]): Promise<Draft> {
  const { look, parts } = asked;
  const where = look.dirs.length > 0 ? ` in ${look.dirs.join(", ")}` : "";
  const set = call("callers", name, look.glob);
  const value = await measure(set, look.board, look.asking.observe, look.asking.signal);
  const isWhole = value.is === "set" && value.maybe.length === 0 && !value.open;
  const lines = (all: Seen<CallFacts>[]) => all.flatMap((each) => each.facts.calls.map((one) => place(each, one)));
  const others = elsewhere.length > 0 ? ` Elsewhere it is called in ${elsewhere.map(({ path }) => path).join(", ")}.` : "";
  if (inside.length === 0) {
    const text = `${name} is not called${where || " anywhere"}${parts.has("untests") ? " outside of tests" : ""}.`;
    const rest: Said[] = elsewhere.length > 0 ? [{ text: others.trim(), claim: every(elsewhere.map(({ path }) => call("calls", path, name))) }] : [];
    if (isWhole && !parts.has("untests")) return await done(asked, [{ text, claim: equals(set, 0) }, ...rest]);
    const seen = (await callsOf(look, look.sources, name)).map(({ observation }) => ({ seen: observation }));
    const open = value.is === "set" && value.maybe.length > 0 ? [`It may be called under another name in ${value.maybe.slice(0, 5).join(", ")}.`] : [];
    return await done(asked, [{ text, seen }, ...rest], open);
  }
  const text = `${name} is called in ${counted(inside.length, "file")}${where}: ${inside.map(({ path }) => path).join(", ")}.`;
  const claim = isWhole && !parts.has("untests") ? equals(set, inside.length) : every(inside.slice(0, 50).map(({ path }) => member(path, set)));
  const open = value.is === "set" && value.maybe.length > 0 ? [`Whether ${value.maybe.slice(0, 5).join(", ")} call it under another name is open.`] : [];
  return await done(asked, [{ text, claim }], [...lines(inside).slice(0, 60), ...(others ? [others.trim()] : []), ...open]);
}

/** Where a name of the code stands. */
export async function uses(asked: Asked): Promise<Draft> {
  const { look, parts } = asked;
  for (const name of candidates(look)) {
    const sources = look.sources.filter((path) => !(parts.has("untests") && isTest(path)));
    const found = (await wordIn(look, sources, name)).filter(({ facts }) => facts.found);
    if (found.length === 0) continue;
    const code = await codeOf(look, found.map(({ path }) => path));
    const declaring = code.flatMap(({ path, facts }) => facts.defines.filter((each) => each.name === name).map(({ line }) => ({ path, line })));
    if (declaring.length === 0 && !/[_$]|[a-z][A-Z]/.test(name)) continue;
    const calls = await callsOf(look, found.map(({ path }) => path), name);
    const lines = found.map(({ path, facts }) => {
      const called = calls.find((each) => each.path === path)?.facts.calls ?? [];
      const more = called.length > 0 ? ` (called ${called.map(({ line, within }) => `on line ${line}${within === null ? "" : ` in ${within}`}`).join(", ")})` : "";
      return `${path}: ${facts.first.slice(0, 6).map(({ line }) => `line ${line}`).join(", ")}${more}`;
    });
    const at = declaring.length > 0 ? `${name} is declared in ${declaring.map(({ path, line }) => `${path}:${line}`).join(", ")} and stands` : `${name} stands`;
    const text = `${at} in ${counted(found.length, "file")}: ${found.map(({ path }) => path).join(", ")}.`;
    const seen = found.map(({ path, facts, observation }) => ({ seen: observation, show: { line: facts.first[0]?.line ?? 1, text: `${path}:${facts.first[0]?.line} ${facts.first[0]?.text.trim() ?? ""}` } }));
    return await done(asked, [{ text, seen }], lines.slice(0, 60));
  }
  return unknown("Nothing of that name stands in the source files.");
}

/** The most complex function, or how complex one is. */
export async function complex(asked: Asked): Promise<Draft> {
  const { look } = asked;
  const paths = look.files.length > 0 ? look.files : look.sources;
  const all = (await functionsOf(look, paths)).flatMap(({ path, facts, observation }) => facts.functions.map((each) => ({ path, observation, ...each })));
  const named = candidates(look).flatMap((name) => all.filter((each) => each.name === name || each.name.endsWith(`.${name}`)));
  const ranked = (named.length > 0 ? named : all).toSorted((a, b) => b.cyclomatic - a.cyclomatic);
  const [first] = ranked;
  if (!first) return unknown("No function is there.");
  const amount = equals(call("complexity", first.path, first.name), first.cyclomatic);
  const said: Said = { text: `${first.name} (${first.path}:${first.line}) has the cyclomatic complexity ${first.cyclomatic}.`, claim: amount };
  const isUnique = all.filter(({ path, name }) => path === first.path && (name === first.name || name.endsWith(`.${first.name}`))).length === 1;
  const sight = { seen: first.observation, show: { line: first.line, last: first.last, text: `${first.path}:${first.line} ${first.name}: ${first.cyclomatic}` } };
  const own: Said = isUnique ? said : { text: said.text, seen: [sight] };
  if (named.length > 0) return await done(asked, [own]);
  const top: Said = { text: `The most complex of ${all.length} functions is ${first.name} in ${first.path}.`, seen: [sight] };
  return await done(asked, [top, own], ranked.slice(1, 6).map(({ path, line, name, cyclomatic }) => `${path}:${line} ${name}: ${cyclomatic}`));
}

/** The types that extend another, by its name. */
export async function subclasses(asked: Asked): Promise<Draft> {
  const { look } = asked;
  const all = await functionsOf(look, look.sources);
  for (const name of candidates(look)) {
    const found = all.flatMap(({ path, facts, observation }) => facts.types.filter((each) => each.extends.includes(name)).map((each) => ({ path, observation, ...each })));
    const isType = all.some(({ facts }) => facts.types.some((each) => each.name === name));
    if (found.length === 0 && !isType) continue;
    const text = found.length === 0 ? `Nothing here extends ${name} itself.` : `${counted(found.length, "type")} extend${found.length === 1 ? "s" : ""} ${name}: ${found.map((each) => each.name).join(", ")}.`;
    const seen = found.map(({ path, line, name: own, observation }) => ({ seen: observation, show: { line, text: `${path}:${line} ${own} extends ${name}` } }));
    return await done(asked, [{ text, seen: seen.length > 0 ? seen : all.map(({ observation }) => ({ seen: observation })) }], found.map(({ path, line, name: own }) => `${path}:${line} ${own}`));
  }
  return unknown("No type of that name is declared here.");
}
