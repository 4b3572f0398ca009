import type { Call } from "../core/claim.ts";
import { listed } from "./members.ts";
import { matching } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { type Scene, textOf } from "./scene.ts";
import type { Value } from "./value.ts";

/** Files and folders by their paths. */
export const pathPredicates: Record<string, Predicate> = {
  files: {
    forms: [form("files", "glob")],
    example: 'files("**/*.md") = 12',
    means: "the files that match",
    evaluate: byGlob,
    set: (call) => matching("files", call.args[0]),
  },
  dirs: {
    forms: [form("dirs", "glob")],
    example: '"docs" in dirs("*")',
    means: "the folders that match",
    evaluate: byGlob,
    set: (call) => matching("folders", call.args[0]),
  },
};

function byGlob(call: Call, scene: Scene): Value {
  return listed(call, textOf(call.args[0], scene), scene);
}
