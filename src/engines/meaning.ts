import type { Ports } from "../core/port.ts";
import type { Context } from "../flow/context.ts";
import { type Relation, relate } from "../proof/meaning.ts";
import { comparing, saying } from "./effects.ts";
import { clustered } from "./entropy.ts";

/** Pairs of texts that a model is asked about at most. */
const most = 4;

/**
 * Puts short answers to one question into clusters by what they mean, by their places in the list: those that are written alike, then
 * those whose vectors are near, then, where that leaves it open and a model of its own verifies, those that entail each
 * other.
 */
export async function clusterByMeaning(texts: readonly string[], ctx: Context, ports: Ports): Promise<number[][]> {
  const forms = [...new Set(texts)];
  if (forms.length === 1) return [texts.map((_, at) => at)];
  const { cosines } = await comparing(ctx, ports, forms);
  const relations = forms.map((one, i) => forms.map((other, j) => relate(one, other, cosines?.[i]?.[j] ?? null)));
  await settle(forms, relations, ctx, ports);
  const at = texts.map((text) => forms.indexOf(text));
  return clustered(texts.length, (one, other) => relations[at[one]!]![at[other]!] === "same");
}

/** Has a model that did not write them say of what is open whether each text follows from the other; what stays open is different. */
async function settle(forms: string[], relations: Relation[][], ctx: Context, ports: Ports): Promise<void> {
  if (ports.assess === null || ports.say === null) return;
  const open = forms.flatMap((_, i) =>
    forms.flatMap((__, j) => (i < j && relations[i]![j] === "open" ? [[i, j]] : [])),
  );
  for (const [i, j] of open.slice(0, most) as [number, number][]) {
    const both = (await follows(forms[i]!, forms[j]!, ctx, ports)) && (await follows(forms[j]!, forms[i]!, ctx, ports));
    const relation: Relation = both ? "same" : "other";
    relations[i]![j] = relation;
    relations[j]![i] = relation;
  }
}

async function follows(from: string, statement: string, ctx: Context, { say }: Ports): Promise<boolean> {
  const values = { context: [from], statement };
  const said = await saying(ctx, say!, { role: "verifier", prompt: "judge", values });
  return said.ok && /^\W*yes\b/i.test(said.value.text);
}
