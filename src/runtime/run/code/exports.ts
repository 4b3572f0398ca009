import type { Draft } from "../../../core/answer.ts";
import { blank } from "../../../engines/state.ts";
import { call, equals, every, member } from "../../../proof/build.ts";
import { concluded, type Said } from "../conclude.ts";
import { codeOf, type Look, numbered } from "./look.ts";

/** So many names are listed, and claimed one by one. */
const shown = 100;

/** The names that a file exports, each with its line; in Go those that begin with a capital. "no_plan" where that isn't written down. */
export async function exported(look: Look, path: string): Promise<Draft> {
  const [found] = await codeOf(look, [path]);
  if (!found) return blank("no_plan", `${path} can't be read.`);
  const { exports, defines, language, open } = found.facts;
  const isGo = language === "go";
  const all = isGo ? defines.filter(({ name, holder }) => !holder && /^\p{Lu}/u.test(name)) : exports;
  const lines = new Map(all.map(({ name, line }) => [name, line]));
  const isOpen = !isGo && open.some(({ what }) => what === "exports");
  if (lines.size === 0 && isOpen) return blank("no_plan", `${path} doesn't write down what it exports.`);
  const text = `${path} exports ${isOpen ? "at least " : ""}${numbered(lines.size, "name")}${lines.size > 0 ? ":" : "."}`;
  const names = [...lines.keys()].slice(0, shown);
  const set = call("exports", path);
  const claim = every([equals(set, lines.size, isOpen ? ">=" : "="), ...names.map((name) => member(name, set))]);
  const said: Said = isGo ? { text, seen: [{ seen: found.observation }] } : { text, claim };
  const list = names.map((name) => `${name}, line ${lines.get(name)}`);
  return await concluded([said], look.board, look.asking, [path], list);
}
