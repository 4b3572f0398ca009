import type { Call } from "../core/claim.ts";
import { among, openings } from "./among.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { type Scene, textOf } from "./scene.ts";
import { type Lack, type Members, stringTerm, type Unknown } from "./value.ts";

/** The places of calls. */
export const sitePredicates: Record<string, Predicate> = {
  sites: {
    forms: [form("names", "text"), form("names", "text", "scope")],
    example: '"src/a.ts:12 in main" in sites("parse", "src/**")',
    means:
      "the calls that source files write with the name, each by its file and line, and the function around it where there is one",
    evaluate: sites,
    set: (call, tell) =>
      `calls of ${name(call.args[0])}${call.args[1] ? ` in ${tell.scope(call.args[1])}` : ""}, by their places`,
  },
};

/** Each call of a name; open where a file may call it in a way that is not written down. */
function sites(call: Call, scene: Scene): Members | Unknown {
  const wanted = textOf(call.args[0], scene);
  return among(call, call.args[1] ?? stringTerm("**"), scene, {
    query: (path) => ({ see: "calls", path, name: wanted }),
    seen: (path) => scene.board.calls(path, wanted),
    had(path, { calls, mentions, open }) {
      const named: Lack[] = mentions
        ? [{ is: "void", message: `${path} names ${wanted} other than by calling it` }]
        : [];
      const lacks = [...openings(path, open), ...named];
      const certain = calls.map(({ line, within }) => `${path}:${line}${within === null ? "" : ` in ${within}`}`);
      return { certain, maybe: [], lacks, isOpen: lacks.length > 0 };
    },
  });
}
