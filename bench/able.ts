/**
 * What models of the manifest are able to, in each form, as data/models/probed.json ships it. `node bench/able.ts --weights DIR
 * [--only NAME,NAME] [--abilities read,judge] [--form chat]`: DIR holds their files under the names of the manifest; what is measured
 * takes the place of what was shipped for the same ability. What a model said is kept, so that it can be run in parts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Ability, abilities, type Measured } from "../src/model/ability/ability.ts";
import { probe } from "../src/model/ability/probe.ts";
import type { Identity } from "../src/model/ability/probed.ts";
import { formsBySize, openEmbedded } from "../src/model/embedded/embedded.ts";
import { findWeights, readManifest } from "../src/model/install/manifest.ts";
import { installRuntime } from "../src/model/install/runtime.ts";
import { identityOf } from "../src/runtime/session/able.ts";
import { ergoHome } from "../src/runtime/session/folder.ts";
import { kept } from "./kept.ts";

type Shipped = Identity & { name: string; measured: Measured[] };

const { values } = parseArgs({
  options: {
    weights: { type: "string" },
    only: { type: "string" },
    abilities: { type: "string" },
    form: { type: "string" },
  },
});
if (!values.weights) throw new Error("say where the weights are: --weights DIR");
const folder = values.weights;
const home = ergoHome();
const shippedFile = new URL("../data/models/probed.json", import.meta.url);
const names = values.only?.split(",") ?? [
  "smollm2-135m-instruct",
  "qwen2.5-coder-0.5b-instruct",
  "qwen2.5-coder-1.5b-instruct",
];
const wanted = abilities.filter((each) => values.abilities?.split(",").includes(each) ?? true);
for (const name of names) {
  const weights = findWeights(name, readManifest());
  const identity = await identityOf(name, home);
  if (!identity) throw new Error(`${name} has no identity`);
  const forms = formsBySize(weights.bytes).filter((form) => form === (values.form ?? form));
  const description = { name, window: 4096, forms };
  const model = kept(description, identity.weights, async () => {
    const runtime = await installRuntime("llama", { home });
    const opened = await openEmbedded({ file: join(folder, weights.file), runtime, name, threads: 1, window: 4096 });
    if (!opened.ok) throw new Error(opened.error.message);
    return opened.value;
  });
  for (const ability of wanted) {
    const given = await probe(model, { wanted: [ability], progress: told });
    if (!given.ok) throw new Error(given.error.message);
    for (const { form, language = "en", n, right, passed } of given.value)
      console.log(`${name} ${ability} ${form} ${language}: ${right}/${n}${passed ? " passed" : ""}`);
    ship(name, identity, ability, given.value);
  }
  await model.close?.();
}

/** Puts what was measured of an ability in its place. */
function ship(name: string, identity: Identity, ability: Ability, measured: Measured[]): void {
  const { models, ...rest } = JSON.parse(readFileSync(shippedFile, "utf8")) as { models: Shipped[] };
  const mine = models.find((each) => each.weights === identity.weights && each.runtime === identity.runtime);
  const others = (mine?.measured ?? []).filter((each) => abilities.includes(each.ability) && each.ability !== ability);
  const all = [...others, ...measured].toSorted((a, b) => abilities.indexOf(a.ability) - abilities.indexOf(b.ability));
  const now = { name, ...identity, measured: all };
  const next = mine ? models.map((each) => (each === mine ? now : each)) : [...models, now];
  writeFileSync(shippedFile, `${JSON.stringify({ ...rest, models: next }, null, 2)}\n`);
}

function told({ text, done }: { text: string; done?: number }): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text} ${done ?? ""}   `);
}
