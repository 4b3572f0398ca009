import { type Fact, keyOf, type Model, type Pattern, type Program } from "./datalog.ts";
import type { Statement } from "./english.ts";
import { linear } from "./linear.ts";
import { clausesOf, flawOf, unfounded } from "./model.ts";
import { satisfiable } from "./sat.ts";
import { closure } from "./tabling.ts";
import { tell } from "./tell.ts";
import { signed, type Theory } from "./theory.ts";
import { twinIn } from "./twin.ts";

/**
 * Whether a statement follows, its negation does, or neither, with the proof; or why nothing follows from this text. `absent`: neither it
 * nor its negation stands there or follows.
 */
export function decide(
  theory: Theory,
  asked: Statement,
): { truth: boolean | null; steps: string[]; absent?: true } | { fault: string } {
  const closed = bearing(theory, asked);
  if (!closed.ok) return { fault: closed.message };
  const { model } = closed;
  const { program, tabled } = theory;
  const torn = contradiction(model, theory.tabled.nouns) ?? unlisted(theory, model);
  if (torn) return { fault: `the text contradicts itself: ${torn}` };
  const [as, against] = [asked.negated, !asked.negated].map((negated) => signed({ ...asked, negated })) as [Fact, Fact];
  const twin = twinIn(program, as, tabled.facts.length);
  // What rests on nothing that does not follow holds however its words are written.
  const isBlind =
    twin !== null && (program.rules.some(hasDenial) || ![as, against].some((one) => model.has(keyOf(one))));
  if (isBlind) return { fault: `"${twin[0]}" and "${twin[1]}" may be one word, so what does not follow is not known` };
  if (model.has(keyOf(as))) return { truth: true, steps: proof(theory, model, as) };
  if (model.has(keyOf(against))) return { truth: false, steps: proof(theory, model, against) };
  const absent = `neither "${tell(as, theory.tabled.nouns)}" nor "${tell(against, theory.tabled.nouns)}" is among the ${model.size} statements that stand here or follow and may bear on it`;
  const denied = `${absent}: so it is false that ${tell({ ...as, predicate: asked.predicate }, theory.tabled.nouns)}`;
  return theory.closed || theory.tabled.whole.has(asked.predicate)
    ? { truth: asked.negated, steps: [denied], absent: true }
    : { truth: null, steps: [absent], absent: true };
}

/** Whether a rule rests on what does not follow. */
export function hasDenial({ body }: Program["rules"][number]): boolean {
  return body.some((literal) => literal.is === "atom" && literal.negated);
}

/** The derivation of an atom, from the sentences up; each atom once. */
function proof(theory: Theory, model: Model, goal: Fact): string[] {
  const steps: string[] = [];
  const numbers = new Map<string, number>();
  const ahead: { fact: Fact; ready: boolean }[] = [{ fact: goal, ready: false }];
  for (let next = ahead.pop(); next; next = ahead.pop()) {
    const key = keyOf(next.fact);
    const { reason } = model.get(key)!;
    if (numbers.has(key)) continue;
    const used = reason.is === "rule" ? reason.used : [];
    if (!next.ready) {
      ahead.push({ fact: next.fact, ready: true }, ...used.toReversed().map((fact) => ({ fact, ready: false })));
      continue;
    }
    const line = reason.is === "rule" ? theory.lines.rules[reason.at] : theory.lines.facts[reason.at];
    const from = used.length > 0 ? ` from ${used.map((fact) => `(${numbers.get(keyOf(fact))})`).join(", ")}` : "";
    numbers.set(key, steps.length + 1);
    steps.push(`(${steps.length + 1}) ${tell(next.fact, theory.tabled.nouns)}${from}: "${line}"`);
  }
  return steps;
}

/** A statement that follows together with its negation, in words; null where none does. */
function contradiction(model: Model, nouns?: ReadonlySet<string>): string | null {
  for (const { fact } of model.values()) {
    if (model.has(keyOf({ ...fact, predicate: `not ${fact.predicate}` })))
      return `${tell(fact, nouns)}, and it is not so`;
  }
  return null;
}

/** What follows of a relation that is listed as a whole, and is not listed; null where nothing does. */
function unlisted(theory: Theory, model: Model): string | null {
  const { facts, whole } = theory.tabled;
  for (const { fact, reason } of model.values()) {
    if (whole.has(fact.predicate) && (reason.is === "rule" || reason.at >= facts.length))
      return `${tell(fact, theory.tabled.nouns)}, and a table that is complete does not list it`;
  }
  return null;
}

/** The truth of a statement by another way than `decide`'s; null where it is open, undefined where that way does not tell. */
export function checked(theory: Theory, asked: Statement): boolean | null | undefined {
  if (theory.closed) return truthInModel(theory, asked);
  return theory.tabled.whole.size > 0 ? truthInPart(theory, asked) : truthInAll(theory, asked);
}

/** Undefined where what follows is no model, or contradicts itself. */
function truthInModel(theory: Theory, asked: Statement): boolean | undefined {
  const closed = bearing(theory, asked);
  if (!closed.ok || contradiction(closed.model) || closed.flaw() !== null) return undefined;
  return closed.model.has(keyOf(signed({ ...asked, negated: false }))) !== asked.negated;
}

/** The same where some relations are listed as a whole, and nothing else is closed. */
function truthInPart(theory: Theory, asked: Statement): boolean | null | undefined {
  const closed = bearing(theory, asked);
  if (!closed.ok || contradiction(closed.model) || closed.flaw() !== null) return undefined;
  const has = (negated: boolean) => closed.model.has(keyOf(signed({ ...asked, negated })));
  if (has(true) || has(false)) return has(asked.negated);
  return theory.tabled.whole.has(asked.predicate) ? asked.negated : null;
}

/** What was found, and why it is not what the program says, null where it is. */
type Bearing = { ok: true; model: Model; flaw(): string | null } | { ok: false; message: string };

/**
 * What bears on a statement: what gives it or its negation, and, so that no contradiction goes unseen, all of each relation of which something may
 * follow together with its negation, or that is listed as a whole.
 */
function bearing({ program, tabled }: Theory, asked: Statement): Bearing {
  const given = new Map(program.rules.map(({ head }) => [keyOf({ ...head, args: [head.args.length] }), head]));
  const stated = new Set([...program.facts, ...given.values()].map(({ predicate }) => predicate));
  const doubtful = [...given.values()].filter(
    ({ predicate }) => tabled.whole.has(predicate) || stated.has(negationOf(predicate)),
  );
  const goals: Pattern[] = [false, true].map((negated) => signed({ ...asked, negated }));
  const lean = linear(program);
  const closed = closure(lean.program, [
    ...goals,
    ...doubtful.map(({ predicate, args }) => ({ predicate, args: args.map(() => null) })),
  ]);
  if (!closed.ok) return closed;
  return { ok: true, model: lean.restored(closed.model), flaw: () => flawOf(lean.program, closed) };
}

function negationOf(predicate: string): string {
  return predicate.startsWith("not ") ? predicate.slice("not ".length) : `not ${predicate}`;
}

/** Null where some models of the text agree and others don't; undefined where it has none, or the search was given up. */
function truthInAll(theory: Theory, asked: Statement): boolean | null | undefined {
  const logic = clausesOf(theory.program);
  if (!logic) return truthByProof(theory, asked);
  const [with_, without] = [false, true].map((flip) =>
    satisfiable([...logic.clauses, [logic.number(signed(asked)) * (flip ? -1 : 1)]]),
  );
  if (with_ === null || without === null || !(with_ || without)) return undefined;
  return with_ && without ? null : with_;
}

/** What is proven by steps each of which is an instance of a rule: where there is too much to look for counterexamples. */
function truthByProof(theory: Theory, asked: Statement): boolean | undefined {
  const closed = bearing(theory, asked);
  if (!closed.ok || unfounded(theory.program, closed.model) !== null) return undefined;
  const has = (negated: boolean) => closed.model.has(keyOf(signed({ ...asked, negated })));
  return has(asked.negated) ? true : has(!asked.negated) ? false : undefined;
}
