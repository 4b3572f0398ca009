import type { Call, Claim } from "../core/claim.ts";
import type { Observation } from "../core/observation.ts";
import { openings } from "./among.ts";
import type { Sight } from "./ground.ts";
import { blinded, nothing, unseen, valueless } from "./lack.ts";
import { byCodeUnit } from "./listing.ts";
import { members } from "./members.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { ground, pathOf, type Scene, textOf } from "./scene.ts";
import { statement } from "./statement.ts";
import type { Value } from "./value.ts";

/** What manifests say: package.json, pyproject.toml, setup.cfg, setup.py, requirements.txt, Cargo.toml, go.mod, pom.xml and module-info.java. */
export const manifestPredicates: Record<string, Predicate> = {
  manifest: {
    forms: [form("cell", "file", "field name")],
    example: 'manifest("package.json", "version") = "1.0.0"',
    means:
      "what the manifest says under the key; keys inside others are joined by a dot, and name, version, licence, author and requires.NAME are the same in all",
    evaluate: (call, scene) => said(call, scene),
    noun: (call) => `${name(call.args[1])} of ${name(call.args[0])}`,
  },
  dependencies: {
    forms: [form("names", "file"), form("names", "file", "text")],
    example: '"react" in dependencies("package.json", "runtime")',
    means: "the packages that the manifest depends on; by what for: runtime, dev, peer, optional, build or indirect",
    evaluate(call, scene) {
      const scope = call.args[1] && textOf(call.args[1], scene);
      return named(call, scene, (seen) =>
        seen.dependencies.filter((each) => scope === undefined || each.scope === scope),
      );
    },
    set: (call) => `${call.args[1] ? `${name(call.args[1])} ` : ""}dependencies of ${name(call.args[0])}`,
  },
  scripts: {
    forms: [form("names", "file")],
    example: '"test" in scripts("package.json")',
    means: "the scripts that the manifest names",
    evaluate: (call, scene) => named(call, scene, (seen) => seen.scripts),
    set: (call) => `scripts of ${name(call.args[0])}`,
  },
  extras: {
    forms: [form("names", "file"), form("names", "file", "text")],
    example: '"jinja2" in extras("pyproject.toml", "full")',
    means:
      "the extras, groups of dependencies or features that the manifest names; or what the one of that name brings, as it is written",
    evaluate(call, scene) {
      const group = call.args[1] && textOf(call.args[1], scene);
      return named(call, scene, ({ groups }) =>
        group === undefined
          ? groups
          : groups
              .filter((each) => each.name === group)
              .flatMap(({ brings }) => brings.map((each) => ({ name: each }))),
      );
    },
    set: (call) =>
      call.args[1] ? `${name(call.args[1])} of ${name(call.args[0])}` : `extras of ${name(call.args[0])}`,
  },
};

type Read = Extract<Observation<"manifest">["seen"], { ok: true }>;

function said(call: Call, scene: Scene): Value {
  const [path, key] = [pathOf(call.args[0], scene), textOf(call.args[1], scene)];
  const observation = scene.board.manifest(path);
  if (!observation) return unseen({ see: "manifest", path });
  if (!observation.seen.ok) return blinded(observation);
  const found = observation.seen.says.filter((each) => each.key === key);
  const values = [...new Set(found.map(({ value }) => value))];
  if (values.length !== 1) {
    const why = values.length === 0 ? `says nothing under ${key}` : `says ${values.length} things under ${key}`;
    return { ...valueless(`${path} ${why}`), ground: { seen: observation } };
  }
  const sight: Sight = {
    seen: observation,
    show: { line: found[0]!.line, text: `${path}:${found[0]!.line} ${key}: ${values[0]}` },
  };
  const made: Value = {
    is: "text",
    text: values[0]!,
    lacks: nothing,
    ground: { rule: "observe", from: [sight], others: [], gives: () => statement(ground(call, scene), made) as Claim },
  };
  return made;
}

function named(call: Call, scene: Scene, list: (seen: Read) => { name: string }[]): Value {
  const path = pathOf(call.args[0], scene);
  const observation = scene.board.manifest(path);
  if (!observation) return unseen({ see: "manifest", path });
  if (!observation.seen.ok) return blinded(observation);
  const found = list(observation.seen);
  const certain = [...new Set(found.map((each) => each.name))].sort(byCodeUnit);
  const open = observation.seen.open === true;
  const lacks = open ? openings(path, [{ line: 1, because: "works out what it depends on when it runs" }]) : [];
  return members(call, "names", { certain, maybe: [], open, lacks, from: [{ seen: observation }] }, scene);
}
