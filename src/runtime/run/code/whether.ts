import type { RelationQuestion } from "../../../code/ask/voice.ts";
import type { Draft } from "../../../core/answer.ts";
import type { Claim } from "../../../core/claim.ts";
import { isOfSort } from "../../../core/linked.ts";
import type { LinkFacts } from "../../../core/observation.ts";
import { blank } from "../../../engines/state.ts";
import { call, member } from "../../../proof/build.ts";
import { decide } from "../../../proof/decide.ts";
import { concluded } from "../conclude.ts";
import { callers } from "./calls.ts";
import { fitting } from "./importers.ts";
import { typesIn } from "./kin.ts";
import { callsOf, done, functionsOf, headed, type Look, linksOf, wordIn } from "./look.ts";

const unknown = (why: string) => blank("no_plan", why);

/**
 * Whether one thing stands in a relation to another: a file (`doer`) imports, calls, uses or exports what is called so (`file`: the one that is
 * meant by the name), a function calls it, or a type extends it.
 */
export async function whether(
  look: Look,
  { relation, name, subject, how, sort }: RelationQuestion & { name: string },
  doer: string | null,
  file: string | null,
): Promise<Draft> {
  if (relation === "extends") return await inherits(look, subject ?? "", name.replace(/^.*[.:]/, ""));
  const last = name.replace(/^.*[.:](?=[\w$]+$)/, "");
  if (relation === "calls" && how === "sites" && doer !== null)
    return await callers({ ...look, sources: [doer], glob: doer }, last);
  if (doer === null)
    return relation === "calls" ? await calledIn(look, subject ?? "", name) : unknown(`Nothing is called ${subject}.`);
  if (relation === "imports") return await importsIt(look, doer, name, { other: file, sort });
  if (relation === "uses") {
    const [found] = await wordIn(look, [doer], last);
    if (!found) return unknown(`${doer} can't be read.`);
    const { first } = found.facts;
    const at = first.slice(0, 6).map(({ line }) => `line ${line}`);
    const text = found.facts.found
      ? `${last} stands in ${doer}: ${at.join(", ")}.`
      : `${last} does not stand in ${doer}.`;
    return await done(look, [{ text: headed(look, found.facts.found, text), seen: [{ seen: found.observation }] }]);
  }
  const claim = call(relation, doer, last);
  const { verdict } = await decide(claim, look.board, look.asking.observe, look.asking.signal);
  if (verdict === "provable")
    return await done(look, [{ text: headed(look, true, `${doer} ${relation} ${last}.`), claim }]);
  if (verdict !== "refutable") return unknown(`Whether ${doer} ${relation} ${last} is open.`);
  const text = `${doer} does not ${relation.replace(/s$/, "")} ${last}.`;
  return await done(look, [{ text: headed(look, false, text), claim: { is: "not", part: claim, at: 0 } }]);
}

/** Whether a function calls another, by their names. */
async function calledIn(look: Look, within: string, called: string): Promise<Draft> {
  const name = called.replace(/^.*[.:](?=[\w$]+$)/, "");
  const isOf = (full: string) => full === within || full.endsWith(`.${within}`);
  const all = await functionsOf(look, look.sources);
  const own = all.filter(({ facts }) => facts.functions.some((each) => isOf(each.name)));
  if (own.length === 0) return unknown(`No function is called ${within}.`);
  const paths = own.map(({ path }) => path);
  const found = (await callsOf(look, paths, name)).flatMap(({ path, facts, observation }) =>
    facts.calls.filter(({ within: by }) => by !== null && isOf(by)).map(({ line }) => ({ path, line, observation })),
  );
  const at = found.map(({ path, line }) => `${path}:${line}`).join(", ");
  const times = found.length > 1 ? ` ${found.length} times` : "";
  const text =
    found.length > 0 ? `${within} calls ${name}${times} (${at}).` : `no call of ${name} is written in ${within}.`;
  const seen = (found.length > 0 ? found : own).map(({ observation }) => ({ seen: observation }));
  return await concluded([{ text: headed(look, found.length > 0, text), seen }], look.board, look.asking, [look.glob]);
}

/** Whether a type names another as one that it extends. */
async function inherits(look: Look, type: string, name: string): Promise<Draft> {
  const own = (await typesIn(look)).filter((each) => each.name === type);
  const [one, ...others] = own;
  if (one === undefined || others.length > 0) return unknown(`No type is called ${type}, or more than one.`);
  const isSo = one.extends.includes(name);
  if (!isSo && one.path.endsWith(".rs")) return unknown("What is derived, or implemented for every type, is not read.");
  const text = `${type} (${one.path}:${one.line}) ${isSo ? "extends" : "does not itself extend"} ${name}.`;
  const seen = [{ seen: one.observation, show: { line: one.line, text: `${one.path}:${one.line} ${type}` } }];
  return await concluded([{ text: headed(look, isSo, text), seen }], look.board, look.asking, [look.glob]);
}

type Link = LinkFacts["links"][number];
type Meant = { other: string | null; sort: RelationQuestion["sort"] };

/** Whether a file imports what a name means, or exports it on; `other`: the file that is called so. How it does is told where that was asked. */
async function importsIt(look: Look, path: string, name: string, { other, sort }: Meant): Promise<Draft> {
  const [found] = await linksOf(look, [path]);
  if (!found) return unknown(`${path} is no source file.`);
  const fits = fitting(name);
  const isIt = (each: Link) =>
    other
      ? // A module of elsewhere may be called as a file here is.
        each.certain.includes(other) || (each.certain.length === 0 && fits(each))
      : fits(each) || each.module.split(/[/.]/).includes(name);
  const links = found.facts.links.filter(isIt);
  const [link] = links;
  if (link && sort !== null && sort !== "other") {
    const isSo = sort === "types" ? links.every(({ types }) => types) : links.some((each) => isOfSort(each, sort));
    const text = headed(look, isSo, `${path} imports ${links.map(toldOf).join(", ")}.`);
    return await done(look, [{ text, seen: [{ seen: found.observation, show: { line: link.line, text } }] }]);
  }
  if (link) {
    const text = headed(look, true, `${path} imports ${link.module} (line ${link.line}).`);
    return await done(look, [{ text, claim: call("imports", path, link.module) }]);
  }
  const none = headed(look, false, `no import of ${path} names ${name}.`);
  if (other === null) return await done(look, [{ text: none, seen: [{ seen: found.observation }] }]);
  const claim: Claim = { is: "not", part: member(path, call("importers", other)), at: 0 };
  return await done(look, [{ text: headed(look, false, `${path} does not import ${other}.`), claim }]);
}

/** An import with how it is made. */
function toldOf({ module, line, types, late, again, builtin }: Link): string {
  const ways = [
    types ? "for types alone, not at run time" : "at run time",
    ...(late ? ["within a function"] : []),
    ...(again ? ["to export it on"] : []),
    ...(builtin ? ["built in"] : []),
  ];
  return `${module} (line ${line}: ${ways.join(", ")})`;
}
