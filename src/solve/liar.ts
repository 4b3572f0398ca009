import type { Kind } from "./problem.ts";
import { bare, readableOf } from "./text.ts";

/** Who tells the truth, where each does or lies: what is known of some, what some say of others, and who is asked about. */
type Chain = {
  people: string[];
  known: { who: number; honest: boolean }[];
  /** `who` says that `of` is honest, or lies. */
  said: { who: number; of: number; honest: boolean }[];
  asked: { who: number; honest: boolean };
};

const name = "([A-Z][\\p{L}'-]*(?: [A-Z][\\p{L}'-]*)*)";
const honest =
  "(tells the truth|is telling the truth|is truthful|is honest|is a truth-?teller|is a knight|lies|is lying|is a liar|is a knave)";
const known = new RegExp(`^${name} ${honest}$`, "u");
const said = new RegExp(`^${name} (?:says|claims|states|said)(?: that)? ${name} ${honest}$`, "u");
const asked = new RegExp(
  `^(?:(?:Does|Is) ${name} (tell the truth|lie|telling the truth|lying|truthful|honest|a truth-?teller|a liar|a knight|a knave))$`,
  "u",
);

/** Chains of people who tell the truth or lie, and who speak of one another. */
export const liars: Kind<Chain> = {
  name: "truth-tellers",
  alone: true,
  read({ text, options }) {
    if (options.some((option) => !/^(?:yes|no)$/i.test(bare(option.text)))) return null;
    const people: string[] = [];
    const place = (who: string) => (people.includes(who) ? people.indexOf(who) : people.push(who) - 1);
    const chain: Chain = { people, known: [], said: [], asked: { who: -1, honest: true } };
    const readings = [];
    for (const sentence of readableOf(text)) {
      const parts = bare(sentence);
      if (chain.asked.who >= 0) return null;
      const [fact, says, question] = [known.exec(parts), said.exec(parts), asked.exec(parts)];
      if (says) {
        chain.said.push({ who: place(says[1]!), of: place(says[2]!), honest: isHonest(says[3]!) });
        readings.push({
          text: sentence,
          means: `${says[1]} is truthful exactly if ${says[2]} ${isHonest(says[3]!) ? "is" : "is not"}`,
        });
      } else if (fact) {
        chain.known.push({ who: place(fact[1]!), honest: isHonest(fact[2]!) });
        readings.push({ text: sentence, means: `${fact[1]} ${isHonest(fact[2]!) ? "is" : "is not"} truthful` });
      } else if (question) {
        chain.asked = { who: place(question[1]!), honest: isHonest(question[2]!) };
        readings.push({
          text: sentence,
          means: `asked: whether ${question[1]} ${chain.asked.honest ? "is" : "is not"} truthful`,
        });
      } else return null;
    }
    return chain.asked.who >= 0 && people.length <= most ? { problem: chain, readings } : null;
  },
  solve(chain) {
    const truth = new Map<number, boolean>();
    const steps: string[] = [];
    const set = (who: number, value: boolean, because: string) => {
      if (truth.has(who)) return truth.get(who) === value;
      truth.set(who, value);
      steps.push(`${chain.people[who]} ${value ? "is truthful" : "lies"}: ${because}`);
      return true;
    };
    let isWhole = chain.known.every((fact) => set(fact.who, fact.honest, "the text says so"));
    for (let before = -1; isWhole && before !== truth.size; ) {
      before = truth.size;
      for (const { who, of, honest } of chain.said) {
        const what = `${chain.people[who]} says that ${chain.people[of]} ${honest ? "is truthful" : "lies"}`;
        if (truth.has(of)) isWhole &&= set(who, truth.get(of) === honest, what);
        if (truth.has(who)) isWhole &&= set(of, truth.get(who) === honest, what);
      }
    }
    if (!isWhole) return { is: "open", because: "what the text says can't all be so" };
    const value = truth.get(chain.asked.who);
    if (value === undefined)
      return { is: "open", because: `the text does not say whether ${chain.people[chain.asked.who]} tells the truth` };
    return { is: "solved", value: value === chain.asked.honest ? "Yes" : "No", steps };
  },
  /** Every assignment of truth and lies that agrees with the text gives the same answer, and there is one. */
  confirm({ people, known, said, asked }, value) {
    let [agreeing, others] = [0, 0];
    for (let bits = 0; bits < 2 ** people.length; bits++) {
      const is = (who: number) => Math.floor(bits / 2 ** who) % 2 === 1;
      if (!known.every((fact) => is(fact.who) === fact.honest)) continue;
      if (!said.every((one) => is(one.who) === (is(one.of) === one.honest))) continue;
      if ((is(asked.who) === asked.honest ? "Yes" : "No") === value) agreeing++;
      else others++;
    }
    return agreeing > 0 && others === 0;
  },
};

/** All assignments are tried, so people are few. */
const most = 14;

function isHonest(words: string): boolean {
  return !/\bl(?:ie|ies|ying|iar)\b|knave/.test(words);
}
