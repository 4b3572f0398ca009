import type { Draft } from "../../../core/answer.ts";
import { blank } from "../../../engines/state.ts";
import { concluded } from "../conclude.ts";
import { call, codeOf, counted, equals, type Look } from "./look.ts";

/** The names that a file exports; in Go those that begin with a capital. */
export async function exported(look: Look, path: string): Promise<Draft> {
  const [found] = await codeOf(look, [path]);
  if (!found) return blank("no_plan", `${path} can't be read.`);
  const { exports, defines, language, open } = found.facts;
  if (language === "go") {
    const names = [...new Set(defines.flatMap(({ name, holder }) => (!holder && /^\p{Lu}/u.test(name) ? [name] : [])))];
    const text = `${path} exports ${counted(names.length, "name")}${names.length > 0 ? `: ${names.join(", ")}` : ""}.`;
    return await concluded([{ text, seen: [{ seen: found.observation }] }], look.board, look.asking, [path]);
  }
  const names = [...new Set(exports.map(({ name }) => name))];
  const isOpen = open.some(({ what }) => what === "exports");
  if (names.length === 0 && isOpen) return blank("no_plan", `${path} doesn't write down what it exports.`);
  const text = `${path} exports ${isOpen ? "at least " : ""}${counted(names.length, "name")}: ${names.join(", ")}.`;
  const claim = equals(call("exports", path), names.length, isOpen ? ">=" : "=");
  return await concluded([{ text, claim }], look.board, look.asking, [path]);
}
