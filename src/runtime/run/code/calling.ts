import type { RelationQuestion } from "../../../code/ask/voice.ts";
import type { Draft } from "../../../core/answer.ts";
import { writtenOf } from "../../../core/built.ts";
import { isSource } from "../../../core/declaration.ts";
import { blank } from "../../../engines/state.ts";
import { concluded } from "../conclude.ts";
import { functionsOf, headed, type Look, numbered } from "./look.ts";

/**
 * What a function calls, by the names that the calls are written with: all, what its own file declares, or what that imports. "no_plan"
 * where no function, or more than one, is called so.
 */
export async function calling(look: Look, called: string, sort: RelationQuestion["sort"]): Promise<Draft> {
  const of = { own: "file", other: "import" }[sort as string] ?? null;
  if (sort !== null && of === null) return blank("no_plan", "Functions are not told apart so.");
  const all = (await functionsOf(look, look.universe.files.filter(isSource))).flatMap(({ path, facts, observation }) =>
    facts.functions.map((each) => ({ ...each, path, observation })),
  );
  const named = all.filter(({ name }) => name === called || name.endsWith(`.${called}`));
  const meant = named.filter(({ path }) => look.sources.includes(path) && look.wanted?.(path) !== false);
  const [found, ...others] = writtenOf(meant, ({ path }) => path);
  if (found === undefined || others.length > 0)
    return blank("no_plan", `No function is called ${called}, or more than one.`);
  const calls = found.calls.filter((each) => of === null || each.of === of);
  const names = new Map<string, string>();
  for (const { name, module } of calls) names.set(name, module === null ? name : `${name} (of ${module})`);
  const what = { file: " of its own file", import: " that its file imports" }[of ?? ""] ?? "";
  const list = [...names.values()].join(", ");
  const told = `${found.name} (${found.path}:${found.line}) calls ${names.size === 0 ? "no function" : numbered(names.size, "function")}${what}${names.size > 0 ? `: ${list}` : ""}.`;
  const text = headed(look, names.size > 0, told);
  const show = { line: found.line, last: found.last, text: `${found.path}:${found.line} ${found.name}` };
  return await concluded([{ text, seen: [{ seen: found.observation, show }] }], look.board, look.asking, [look.glob]);
}
