import type { EngineName, Flag, Level, Route } from "../core/route.ts";
import { chooseEngine, engineAfter, type Own } from "./choose.ts";
import { baseline, fitted, type Score } from "./score.ts";
import type { Calibrated } from "./shift.ts";
import { readSignals, type Signals } from "./signals.ts";

/**
 * `engine` is the one that what is asked calls for, whatever the table says; `own` are those that the user measured. `several` where rules see
 * several questions in one. `calibrated` is how what the user said of answers moves the fitted score.
 */
type Choice = Pick<Route, "recipe"> & {
  engine?: EngineName | undefined;
  own?: Own | undefined;
  several?: boolean | undefined;
  calibrated?: Calibrated | null | undefined;
};

/**
 * Decides how a question is answered, from its words alone. `recipe` is a match that was validated against the folder:
 * it is exact, so it comes before every score.
 */
export function route(question: string, { recipe, engine: called, own, several, calibrated }: Choice): Route {
  const signals = readSignals(question);
  const { score, level: scored, factors } = baseline(signals);
  const isHalf = recipe?.id === "half";
  const level: Level = recipe && !isHalf ? "SIMPLE" : signals.conversation ? "BYPASS" : scored;
  const about = recipe ? "files" : signals.about;
  const splits = signals.questions.parallel > 1;
  const takes = fitted(question, signals, calibrated?.shift);
  const { engine, wanted } = called
    ? { engine: called, wanted: called }
    : chooseEngine(level, recipe ? "recipe" : about, { splits, several, own });
  const after = called || recipe ? null : engineAfter(engine, takes);
  return {
    level,
    score,
    type: signals.type,
    flags: recipe ? [] : flagsOf(signals),
    language: signals.language,
    about,
    recipe,
    engine,
    factors: { ...factors, fitted: takes },
    reasons: [
      ...reasonsFor(signals, { score, level: scored, factors }, recipe),
      ...(calibrated && !recipe ? [calibratedReason(calibrated)] : []),
      engineReason(engine, { wanted, after }),
    ],
  };
}

function flagsOf(signals: Signals): Flag[] {
  const flags: Flag[] = [];
  if (signals.ambiguous) flags.push("AMBIGUOUS");
  if (signals.corpus) flags.push("CORPUS");
  if (signals.aggregation) flags.push("AGGREGATION");
  if (signals.exact) flags.push(signals.exact === "all" ? "EXACT" : "FILES");
  return flags;
}

function reasonsFor(signals: Signals, { score, level }: Score, recipe: Route["recipe"]): string[] {
  if (recipe) {
    if (recipe.id === "half")
      return [
        `score ${score.toFixed(2)} means ${level}`,
        "one of its two questions is answered exactly; which one is left is said",
      ];
    return [`${recipe.id} answers this exactly, whatever its score`];
  }
  if (signals.conversation) return [`this is ${signals.conversation}: no source is needed`];
  const reasons = [`score ${score.toFixed(2)} means ${level}: ${listFactors(signals)}`];
  if (signals.corpus) reasons.push("it asks about the collection itself");
  if (signals.aggregation) reasons.push("it gathers over all documents");
  if (signals.exact === "all")
    reasons.push("it asks for an exact figure or list, and nothing here counts or measures that");
  if (signals.ambiguous) reasons.push(`it is ambiguous: ${signals.ambiguous}`);
  reasons.push(
    signals.about === "files" ? "it asks about files, code or the system" : "it asks what the documents say",
  );
  return reasons;
}

function listFactors(signals: Signals): string {
  const { entities, questions, complex, type, margin } = signals;
  const parts = [`${type.toLowerCase()} question${margin < 0.34 ? " (not certain)" : ""}`];
  if (entities.length > 0) parts.push(`names ${entities.map((name) => `"${name}"`).join(", ")}`);
  if (questions.parallel > 1) parts.push(`${questions.parallel} questions in one`);
  if (questions.nested > 0) parts.push(`${questions.nested} to be resolved first`);
  if (complex.length > 0) parts.push(`complex: ${complex.join(", ")}`);
  return parts.join("; ");
}

function calibratedReason({ shift, labels }: Calibrated): string {
  const moved = `${shift < 0 ? "-" : "+"}${Math.abs(shift).toFixed(2)}`;
  return `what you said of ${labels} answers moves the fitted score by ${moved}; \`ergo feedback --reset\` takes that back`;
}

function engineReason(engine: string, { wanted, after }: { wanted: string; after: string | null }): string {
  const instead = engine === wanted ? "" : `, in place of ${wanted}`;
  const then = after === null ? "" : `; ${after} once, where that finds no sure answer`;
  return `engine ${engine}${instead}${then}`;
}
