import type { Call } from "../core/claim.ts";
import { foldValue } from "../core/field.ts";
import { fieldsIn, look, partly, sightOf } from "./field.ts";
import type { Test } from "./filter.ts";
import type { Ground } from "./ground.ts";
import { awaits, nothing } from "./lack.ts";
import { members, scopeOf } from "./members.ts";
import { name, quoted, verb } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, infer, pathOf, type Scene, textOf } from "./scene.ts";
import type { Lack, Members, Unknown } from "./value.ts";

/** What fields hold, and which values most files give. */
export const fieldSetPredicates: Record<string, Predicate> = {
  gives: {
    forms: [form("boolean", "file", "field name"), form("boolean", "file", "field name", "word")],
    example: 'gives("notes.md", "Title", "harbour")',
    means: "the document has the field; or the whole words stand in it, in upper or lower case",
    evaluate(call, scene) {
      const words = call.args.length === 3 ? textOf(call.args[2], scene) : null;
      const {
        holds,
        lacks,
        ground: seen,
      } = given(pathOf(call.args[0], scene), textOf(call.args[1], scene), words, scene);
      if (holds === null) return { is: "unknown", lacks, ground: seen };
      return decided(holds, infer("observe", [seen], call, holds, scene));
    },
    statement: (call) => {
      const has = call.args[2]
        ? `has ${quoted(call.args[2])} in its ${name(call.args[1])}`
        : `gives its ${name(call.args[1])}`;
      return verb(
        call,
        has,
        has.replace(/^(?:has|gives)/, (word) => `does not ${word === "has" ? "have" : "give"}`),
      );
    },
  },
  commonest: {
    forms: [form("names", "field name", "scope")],
    example: '"Final" in commonest("Status", "**/*.md")',
    means: "the values of a field that most of the files give, each file once; of a person the name",
    evaluate: commonest,
    set: (call, tell) => `values that most of ${tell.scope(call.args[1])} give as their ${name(call.args[0])}`,
  },
};

function given(path: string, field: string, text: string | null, scene: Scene): Test {
  const seen = look(path, scene);
  if ("is" in seen) return { ...seen, holds: null };
  const { facts, observation } = seen;
  const found = fieldsIn(facts, field);
  const held = text === null ? found[0] : found.find((each) => holdsWords(each.text, text));
  if (held) return { holds: true, lacks: nothing, ground: sightOf(observation, held) };
  if (facts.open !== null) return { holds: null, lacks: [partly(path, facts.open)], ground: { seen: observation } };
  return { holds: false, lacks: nothing, ground: found[0] ? sightOf(observation, found[0]) : { seen: observation } };
}

function holdsWords(text: string, words: string): boolean {
  const wanted = foldValue(words).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${wanted}(?![\\p{L}\\p{N}])`, "u").test(foldValue(text));
}

/** A value as it is written first, with the files that give it. */
type Given = { value: string; files: number; ground: Ground[] };

/** What is not known of a file may be any value, once: a value leads for certain only if that changes nothing. */
function commonest(call: Call, scene: Scene): Members | Unknown {
  const field = textOf(call.args[0], scene);
  const scope = scopeOf(call.args[1], scene);
  if (scope.is === "unknown") return scope;
  const values = new Map<string, Given>();
  const lacks: Lack[] = [...scope.lacks];
  const unclear = new Set(scope.maybe);
  if (!awaits(lacks)) for (const path of scope.certain) count(path, field, { values, unclear, lacks }, scene);
  const all = [...values.values()];
  const from = [scope.ground];
  if (awaits(lacks)) return members(call, "extreme", { certain: [], maybe: [], open: true, lacks, from }, scene);
  const most = Math.max(0, ...all.map(({ files }) => files));
  const isSure = (one: Given) => all.every((other) => other === one || one.files >= other.files + unclear.size);
  const leads = all.filter(({ files }) => files + unclear.size >= most);
  const isOpen = scope.open || (unclear.size > 0 && unclear.size >= most);
  const certain = isOpen ? [] : leads.filter((one) => isSure(one) && one.files > 0);
  const parts = {
    certain: certain.map(({ value }) => value),
    maybe: leads.filter((one) => !certain.includes(one)).map(({ value }) => value),
    ...{ open: isOpen, lacks },
    from: [...from, ...leads.flatMap(({ ground }) => ground)],
    others: all.filter((one) => !leads.includes(one)).flatMap(({ ground }) => ground),
  };
  return { ...members(call, "extreme", parts, scene), doubt: (item) => otherwise(item, all) };
}

/** Whether a value stands here in other capitals alone. */
function otherwise(item: string, all: Given[]): Lack | null {
  const same = all.find(({ value }) => value !== item && foldValue(value) === foldValue(item));
  return same ? { is: "void", message: `it is written ${same.value} there` } : null;
}

function count(
  path: string,
  field: string,
  { values, unclear, lacks }: { values: Map<string, Given>; unclear: Set<string>; lacks: Lack[] },
  scene: Scene,
): void {
  const seen = look(path, scene);
  if ("is" in seen) {
    lacks.push(...seen.lacks);
    unclear.add(path);
    return;
  }
  const { facts, observation } = seen;
  if (facts.open !== null) {
    lacks.push(partly(path, facts.open));
    unclear.add(path);
  }
  const own = new Set<string>();
  for (const each of fieldsIn(facts, field))
    for (const value of each.values) {
      const key = foldValue(value.as);
      if (own.has(key)) continue;
      own.add(key);
      const known = values.get(key) ?? { value: value.as, files: 0, ground: [] };
      values.set(key, {
        ...known,
        files: known.files + 1,
        ground: [...known.ground, sightOf(observation, each, value)],
      });
    }
}
