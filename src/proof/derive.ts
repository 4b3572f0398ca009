import type { Step } from "../core/claim.ts";
import type { Evidence } from "../core/evidence.ts";
import type { Observation } from "../core/observation.ts";
import { type Exhibit, exhibit, exhibitCalculation, exhibitMany } from "./exhibit.ts";
import type { Ground, Inference, Sight } from "./ground.ts";
import { plain } from "./phrase.ts";
import { printClaim } from "./print.ts";
import { renderClaim } from "./render.ts";

export type Derivation = { evidence: Evidence[]; derivation: Step[]; because: string[] };

/** So many pieces of evidence, and steps, are shown one by one; what goes beyond is gathered into one piece a step. */
const mostEvidence = 50;
const mostSteps = 30;
const mostReasons = 6;

/** Writes down what a ground rests on, bottom up: the evidence, and the steps from it to the conclusion. */
export function derive(ground: Ground): Derivation {
  const writer: Writer = { evidence: [], derivation: [], because: [], ids: new Map(), gathered: new Set() };
  write(ground, writer);
  return { evidence: writer.evidence, derivation: writer.derivation, because: reasonsFor(ground) };
}

type Writer = Derivation & { ids: Map<object, string>; gathered: Set<Observation> };

/** The id of a ground; undefined when it shows nothing (a number that the claim itself writes). */
function write(ground: Ground, writer: Writer): string | undefined {
  if ("rule" in ground) return writer.ids.get(ground) ?? writeStep(ground, writer);
  if ("calculated" in ground)
    return ground.calculated === "" ? undefined : add(ground, exhibitCalculation(ground), writer);
  const key = ground.show ? ground : ground.seen;
  return writer.ids.get(key) ?? add(key, exhibit(ground), writer);
}

function add(key: object, shown: Exhibit, writer: Writer): string {
  const id = `e${writer.evidence.length + 1}`;
  writer.evidence.push({ id, ...shown });
  writer.ids.set(key, id);
  return id;
}

function writeStep(inference: Inference, writer: Writer): string {
  const uses: string[] = [];
  let written = 0;
  for (const ground of inference.from) {
    if (isFull(writer) && written > 0) break;
    const id = write(ground, writer);
    if (id !== undefined && !uses.includes(id)) uses.push(id);
    written++;
  }
  const rest = [...inference.from.slice(written), ...inference.others];
  const gathered = rest.length > 0 ? gather(rest, writer) : undefined;
  if (gathered) uses.push(gathered);
  const id = `s${writer.derivation.length + 1}`;
  const text = printClaim(inference.gives());
  const note = inference.note?.();
  const gives = inference.rule === "undecided" ? `open: ${text}` : note ? `${text}: ${note}` : text;
  writer.derivation.push({ id, rule: inference.rule, uses, gives });
  writer.ids.set(inference, id);
  return id;
}

function isFull(writer: Writer): boolean {
  return writer.evidence.length >= mostEvidence || writer.derivation.length >= mostSteps;
}

/** One piece of evidence for all observations below some grounds that are not evidence yet. */
function gather(grounds: Ground[], writer: Writer): string | undefined {
  const found = new Set<Observation>();
  const ahead = [...grounds];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    if ("rule" in next) {
      for (const below of next.from) ahead.push(below);
      for (const below of next.others) ahead.push(below);
    } else if ("seen" in next && !isShown(next, writer)) found.add(next.seen);
  }
  if (found.size === 0) return undefined;
  const observations = [...found].reverse();
  return add({}, exhibitMany(observations), writer);
}

function isShown(sight: Sight, writer: Writer): boolean {
  return writer.ids.has(sight.seen) || writer.ids.has(sight);
}

/** The grounds of the conclusion in plain words: what was seen and counted, rather than how it was compared. */
function reasonsFor(ground: Ground): string[] {
  const told = [
    ...new Set(
      telling(ground)
        .slice(0, mostReasons * 2)
        .map(inWords),
    ),
  ].filter((text) => text !== "");
  const more = told.length - mostReasons;
  return more > 1 ? [...told.slice(0, mostReasons), "and more like these"] : told;
}

const inBetween: readonly string[] = ["not", "and", "or", "all", "any", "compare", "member"];

function telling(ground: Ground): Ground[] {
  if (!("rule" in ground) || !inBetween.includes(ground.rule) || ground.from.length === 0) return [ground];
  return ground.from.slice(0, mostReasons + 2).flatMap(telling);
}

function inWords(ground: Ground): string {
  if ("calculated" in ground) return ground.calculated;
  if ("seen" in ground) {
    const { path, lines, text } = exhibit(ground);
    return lines && path ? `${plain(path)}:${lines[0]}: ${text}` : text;
  }
  const note = ground.note?.();
  return renderClaim(ground.gives()) + (note ? `: ${note}` : "");
}
