import type { Call } from "../core/claim.ts";
import type { Observation } from "../core/observation.ts";
import { statementFrom, vocabularyOf } from "../solve/english.ts";
import { sentencesOf } from "../solve/text.ts";
import { checked, decide, type Theory, theoryOf } from "../solve/theory.ts";
import type { Ground } from "./ground.ts";
import { blinded, unseen, valueless } from "./lack.ts";
import { listingOf } from "./listing.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, infer, type Scene, textOf } from "./scene.ts";
import type { Lack, Truth, Unknown } from "./value.ts";

/**
 * What follows from the facts and rules that files list. Files of facts are called `facts` or `rules` (`.txt`, `.md`), or end in
 * `.facts`. Each sentence of all of them has to be read: of one that is not, nobody knows what it adds.
 */
export const deducedPredicates: Record<string, Predicate> = {
  fact: {
    forms: [form("boolean", "text", "text", "text")],
    example: 'fact("bald eagle", "chases", "the cat")',
    means: "derivable from the facts and rules that the folder's files of facts list",
    evaluate: follows,
    statement: (call) => [said(call), `the listed facts and rules deny that ${said(call)}`],
  },
};

const isFacts = (path: string) => /(?:^|\/)(?:facts|rules)\.(?:txt|md)$|\.facts$/i.test(path);

/** Lines of all files of facts, at most. */
const most = 5000;

/** A line as it stands in a file, and the look that showed it. */
type Line = { path: string; line: number; text: string; seen: Observation };

function follows(call: Call, scene: Scene): Truth | Unknown {
  const listed = linesOf(scene);
  if ("is" in listed) return listed;
  const [subject, relation, object] = call.args.map((each) => textOf(each, scene)) as [string, string, string];
  const sentences = listed.lines.flatMap(({ text }) => sentencesOf(text));
  const vocabulary = vocabularyOf([...sentences, `${subject} is a ${object}`]);
  const asked = statementFrom(
    subject,
    relation,
    object,
    /\ban?$/.test(relation) ? vocabulary : vocabularyOf(sentences),
  );
  if (!asked)
    return valueless(`"${relation}" is no relation that facts have: "is", "is not", or a verb such as "chases"`);
  const theory = theoryOf(sentences);
  if (!theory) return valueless(unread(listed.lines));
  if (theory.closed && listed.gaps)
    return valueless("the listing of the folder is not complete, so other facts may be listed");
  const found = decide(theory, asked);
  if ("fault" in found) return valueless(found.fault);
  const other = checked(theory, asked);
  if (found.truth === null)
    return valueless(`${found.steps.join(" ")}; a fact, a rule or "Everything not stated is false." would decide it`);
  if (other !== found.truth) return valueless("checking the deduction another way did not confirm it");
  const [cited, rest] = parted(listed.lines, found.steps, theory);
  const from: Ground[] = [...cited.map(sight), { calculated: found.steps.join("\n") }];
  const made = infer("deduce", from, call, found.truth, scene);
  return decided(found.truth, { ...made, others: [...rest.map(({ seen }) => ({ seen })), ...listed.looks] });
}

type Listed = { lines: Line[]; looks: Ground[]; gaps: boolean };

/** Every line of every file of facts; or what is missing to know them. */
function linesOf({ board }: Scene): Listed | Unknown {
  const universe = board.universe();
  if (!universe) return unseen({ see: "universe" });
  const listing = listingOf(universe);
  if (!listing) return blinded(universe);
  const paths = listing.universe.files.filter(isFacts);
  if (paths.length === 0)
    return valueless("the folder has no file of facts: facts.txt, rules.txt, or one that ends in .facts");
  const found: Listed = { lines: [], looks: [{ seen: universe }], gaps: listing.gaps.length > 0 };
  const lacks: Lack[] = [];
  for (const path of paths) {
    const facts = board.file(path);
    if (!facts) lacks.push(...unseen({ see: "file", path }).lacks);
    else if (!facts.seen.ok) return blinded(facts);
    else if (facts.seen.lines === null || facts.seen.lines > most)
      return valueless(`${path} has no lines, or more than ${most}`);
    else {
      found.looks.push({ seen: facts });
      for (let line = 1; line <= facts.seen.lines; line++) {
        const query = { see: "search", path, pattern: { kind: "line", text: String(line) } } as const;
        const seen = board.search(path, query.pattern);
        if (!seen) lacks.push(...unseen(query).lacks);
        else if (!seen.seen.ok) return blinded(seen);
        else found.lines.push({ path, line, text: plainOf(seen.seen.first[0]?.text ?? ""), seen });
      }
    }
  }
  return lacks.length > 0 ? { is: "unknown", lacks, ground: { calculated: "" } } : found;
}

/** A line without its mark of a list; a heading or a remark says nothing. */
function plainOf(line: string): string {
  return /^\s*(?:#|\/\/|%)/.test(line) ? "" : line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "").trim();
}

/** Where the first sentence stands that the grammar does not hold. */
function unread(lines: readonly Line[]): string {
  const all = lines.flatMap(({ text }) => sentencesOf(text));
  const odd = lines.find(({ text }) => sentencesOf(text).some((sentence) => theoryOf([sentence], all) === null));
  return odd ? `${odd.path}:${odd.line} is not read: ${odd.text}` : "a sentence of the facts is not read";
}

/** The lines that a proof cites, and all others. */
function parted(lines: readonly Line[], steps: readonly string[], { closed }: Theory): [Line[], Line[]] {
  const proof = steps.join("\n");
  const isCited = ({ text }: Line) =>
    text !== "" &&
    (sentencesOf(text).some((sentence) => proof.includes(`"${sentence}"`)) ||
      (closed && /\bnot\b.*\bfalse\b/i.test(text)));
  return [lines.filter(isCited), lines.filter((line) => !isCited(line))];
}

function sight({ seen, line, text }: Line): Ground {
  return { seen, show: { line, text } };
}

function said(call: Call): string {
  return call.args.map(name).join(" ");
}
