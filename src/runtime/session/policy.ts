import type { Judge, Judgement } from "../../core/command.ts";
import { allowed } from "../../policy/allow.ts";
import { createJudge } from "../../policy/judge.ts";
import type { Parse, Tree } from "../../policy/tree.ts";
import type { Node } from "../../tools/syntax.ts";
import type { Session } from "./session.ts";

/** A judge of commands for a folder, given by its absolute path. */
export function commandJudge(root: string): Judge {
  return createJudge({ root, grammar: shellGrammar });
}

/** What `ergo policy` says of a command under a profile. */
export type Policy = { allowed: boolean; effects: Judgement["effects"]; reasons: string[] };

/** Judges a command under a session's profile. The reasons are those of the refusal, or else of the effects. */
export async function policyOf({ judge, config }: Pick<Session, "judge" | "config">, command: string): Promise<Policy> {
  const judgement = await judge(command);
  const verdict = allowed(config.profile, judgement);
  return {
    allowed: verdict.allowed,
    effects: judgement.effects,
    reasons: verdict.allowed ? judgement.reasons : verdict.reasons,
  };
}

let grammar: Promise<Parse> | undefined;

function shellGrammar(): Promise<Parse> {
  grammar ??= load();
  return grammar;
}

async function load(): Promise<Parse> {
  const { parserFor } = await import("../../tools/syntax.ts");
  const parse = await parserFor("bash");
  return (line) => parse(line, ({ root }) => plain(root, null));
}

/** A tree without the parser's memory behind it. */
function plain(node: Node, field: string | null): Tree {
  const children = node.children.flatMap((child, at) =>
    child === null ? [] : plain(child, node.fieldNameForChild(at)),
  );
  return { type: node.type, text: node.text, from: node.startIndex, to: node.endIndex, field, children };
}
