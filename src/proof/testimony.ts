import type { Call, Claim } from "../core/claim.ts";
import type { Sight } from "./ground.ts";
import { heard } from "./heard.ts";
import { valueless } from "./lack.ts";
import { name } from "./phrase.ts";
import { form, type Predicate } from "./predicate.ts";
import { decided, infer, pathOf, type Scene, textOf } from "./scene.ts";
import { search } from "./search.ts";
import { splitSentences } from "./sentence.ts";
import type { Unknown, Value } from "./value.ts";

/** What texts say: that one says so, not that it is so. */
export const testimonyPredicates: Record<string, Predicate> = {
  says: {
    forms: [form("boolean", "file", "range", "claim")],
    example: 'says("a.md", "12-14", relation("A", "born in", "B"))',
    means: "the text says so on those lines, in so many words: a `relation`, an `attribute`, or several",
    evaluate: says,
    statement(call, tell) {
      const what = `say${saysOn(call)} that ${call.args[2] ? tell.part(call.args[2]) : ""}`;
      return [`${name(call.args[0])} ${what.replace("say", "says")}`, `${name(call.args[0])} does not ${what}`];
    },
  },
  relation: {
    forms: [form("boolean", "text", "text", "text")],
    example: 'says("a.md", "3", relation("Ada", "designed", "the harbour"))',
    means: "what a text says of two things; by itself nothing decides it",
    evaluate: unsaid,
    statement: (call) => [call.args.map(name).join(" "), `it is not so that ${call.args.map(name).join(" ")}`],
  },
  attribute: {
    forms: [form("boolean", "text", "text", "text")],
    example: 'says("a.md", "3", attribute("the server", "port", "7878"))',
    means: "what a text says of a thing; by itself nothing decides it",
    evaluate: unsaid,
    statement: (call) => [attribution(call, "is"), attribution(call, "is not")],
  },
};

function unsaid(): Value {
  return valueless("whether it is so, no text decides: a text is evidence that it says so");
}

function attribution({ args }: Call, is: string): string {
  return `the ${name(args[1])} of ${name(args[0])} ${is} ${name(args[2])}`;
}

function saysOn(call: Call): string {
  const range = call.args[1];
  return range?.is === "string" ? ` on line${range.value.includes("-") ? "s" : ""} ${range.value}` : "";
}

/** Whether lines say something in so many words (`heard`); a sentence that denies it says the contrary. Any other text leaves it open. */
function says(call: Call, scene: Scene): Value {
  const lines = linesOf(pathOf(call.args[0], scene), textOf(call.args[1], scene), scene);
  if ("is" in lines) return lines;
  const spoken = saidBy(call.args[2]!, lines.text);
  if (spoken === null) return { ...valueless(`the lines do not say so in so many words`), ground: lines.sights[0]! };
  return decided(spoken, infer("observe", lines.sights, call, spoken, scene));
}

function linesOf(path: string, range: string, scene: Scene): { text: string; sights: Sight[] } | Unknown {
  const [first = 1, last = first] = range.split("-").map(Number);
  const texts: string[] = [];
  const sights: Sight[] = [];
  for (let line = first; line <= Math.min(last, first + most); line += 1) {
    const found = search(path, { kind: "line", text: String(line) }, scene);
    if ("is" in found) return found;
    texts.push(found.matches.first[0]?.text ?? "");
    sights.push(found.sight);
  }
  return { text: texts.join("\n"), sights };
}

/** Lines that are read at most. */
const most = 100;

function saidBy(claim: Claim, text: string): boolean | null {
  if (claim.is === "and") {
    const parts = claim.parts.map((part) => saidBy(part, text));
    return parts.includes(false) ? false : parts.includes(null) ? null : true;
  }
  if (claim.is === "not") {
    const denied = saidBy(claim.part, text);
    return denied === null ? null : !denied;
  }
  if (claim.is !== "call" || (claim.name !== "relation" && claim.name !== "attribute")) return null;
  const [subject = "", what = "", object = ""] = claim.args.map((each) => (each.is === "string" ? each.value : ""));
  const ways =
    claim.name === "relation"
      ? [[subject, what, object]]
      : [
          [what, "of", subject, "is", object],
          [`${subject}'s`, what, "is", object],
          [subject, "has", "a", what, "of", object],
          [subject, what, object],
        ];
  // A question says nothing, nor does what is struck out or in quotation marks.
  const telling = splitSentences(text).filter((sentence) => !/\?["”’)*_]*$|~~|^["“«„]/u.test(sentence.trim()));
  const verdicts = telling.flatMap((sentence) => ways.map((way) => heard(sentence, way.join(" "))));
  return verdicts.includes(true) ? (verdicts.includes(false) ? null : true) : verdicts.includes(false) ? false : null;
}
