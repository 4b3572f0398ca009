import { type Atom, type Fact, keyOf, type Model, type Program, type Reason, type Rule } from "./datalog.ts";

/**
 * A program in which a rule such as "if X depends on Y and Y depends on Z then X depends on Z" begins at what does not rest on that rule itself: each
 * path is then followed from one end alone, which gives the same atoms (W. Zhang, C. T. Yu and D. Troy, "Necessary and sufficient conditions to
 * linearize doubly recursive programs", 1990), where the rule as it stands derives all pairs. `restored`: what was found of it as a model of the program
 * that was given: facts and rules have their places, and each atom its derivation.
 */
export function linear({ facts, rules }: Program): { program: Program; restored(model: Model): Model } {
  const closed = new Map(rules.filter((rule) => firstOf(rule) !== null).map(({ head }) => [head.predicate, head]));
  const based = <One extends Atom | Fact>(one: One): One =>
    closed.has(one.predicate) && one.args.length === 2 ? { ...one, predicate: base(one.predicate) } : one;
  const steps = rules.map((rule): Rule => {
    const first = firstOf(rule);
    if (first === null) return { head: based(rule.head), body: rule.body };
    return {
      head: rule.head,
      body: rule.body.map((each) =>
        each.is === "atom" && each.atom === first ? { ...each, atom: based(first) } : each,
      ),
    };
  });
  const bridges = [...closed.values()].map(
    (head): Rule => ({ head, body: [{ is: "atom", atom: based(head), negated: false }] }),
  );
  return {
    program: { facts: facts.map(based), rules: [...steps, ...bridges] },
    restored,
  };
}

const mark = "first: ";
const base = (predicate: string) => `${mark}${predicate}`;
const whole = <One extends Fact>(one: One): One =>
  one.predicate.startsWith(mark) ? { ...one, predicate: one.predicate.slice(mark.length) } : one;

/** The atom that a rule of transitivity starts from; null where it is another rule. */
function firstOf({ head, body }: Rule): Atom | null {
  const atoms = body.flatMap((each) => (each.is === "atom" && !each.negated ? [each.atom] : []));
  if (atoms.length !== 2 || body.length !== 2) return null;
  const names = ({ args }: Atom) => args.map((term) => (term.is === "variable" ? term.name : null));
  const [from, to] = names(head);
  const first = atoms.find((atom) => names(atom)[0] === from);
  const second = atoms.find((atom) => atom !== first);
  if (
    !first ||
    !second ||
    [head, first, second].some((one) => one.predicate !== head.predicate || one.args.length !== 2)
  )
    return null;
  const [, middle] = names(first);
  const isChain = names(second)[0] === middle && names(second)[1] === to;
  return isChain && [from, middle, to].every(Boolean) && new Set([from, middle, to]).size === 3 ? first : null;
}

/** A bridge gives no atom that was not there before it. */
function restored(model: Model): Model {
  const made: Model = new Map();
  for (const { fact, reason } of model.values()) {
    const one = whole(fact);
    const key = keyOf(one);
    if (made.has(key)) continue;
    const kept: Reason = reason.is === "fact" ? reason : { ...reason, used: reason.used.map(whole) };
    made.set(key, { fact: one, reason: kept });
  }
  return made;
}
