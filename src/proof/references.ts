import type { Call } from "../core/claim.ts";
import { among, type Looking, openings } from "./among.ts";
import { byCodeUnit } from "./listing.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { type Scene, textOf } from "./scene.ts";
import { type Lack, type Members, stringTerm, type Unknown } from "./value.ts";

/** The places where a name stands. */
export const referencePredicates: Record<string, Predicate> = {
  references: {
    forms: [form("names", "text"), form("names", "text", "scope")],
    example: '"src/a.ts:12" in references("parse", "src/**")',
    means:
      "the places, by file and line, where source files write the name: where they call, use, import or export what is called so, not where they declare it as a function or type; a text of that one word may be one",
    evaluate: references,
    set: (call, tell) =>
      `places${call.args[1] ? ` in ${tell.scope(call.args[1])}` : ""} where ${name(call.args[0])} is named`,
  },
};

function references(call: Call, scene: Scene): Members | Unknown {
  const wanted = textOf(call.args[0], scene);
  const looking: Looking<"calls"> = {
    query: (path) => ({ see: "calls", path, name: wanted }),
    seen: (path) => scene.board.calls(path, wanted),
    had(path, { calls, stands, open }) {
      const at = (places: { line: number }[]) => [...new Set(places.map(({ line }) => `${path}:${line}`))];
      const certain = at([...calls, ...stands.filter(({ as }) => as !== "text")].sort((a, b) => a.line - b.line));
      const maybe = at(stands.filter(({ as }) => as === "text")).filter((place) => !certain.includes(place));
      const texts = maybe.map((place): Lack => ({ is: "void", message: `${place} writes ${wanted} as a text` }));
      const lacks = [...openings(path, open), ...texts];
      return { certain, maybe, lacks, isOpen: open.length > 0 };
    },
  };
  return among(call, call.args[1] ?? stringTerm("**"), scene, looking, ({ certain, maybe }) => ({
    certain: certain.toSorted(byCodeUnit),
    maybe: maybe.toSorted(byCodeUnit),
  }));
}
