import type { Answer } from "../../core/answer.ts";
import { escapePattern } from "../../core/escape.ts";
import { parseClaim } from "../../proof/grammar.ts";
import { printClaim } from "../../proof/print.ts";
import type { Scenario } from "./suite.ts";

/** Whether an answer is as a scenario expects it, and the first thing that is not. */
export type Judged = { right: boolean; because: string | null };

/** What of a run its answer does not tell: the shell lines that it ran, and how many effects it had. */
export type Course = { lines: string[]; steps: number };

/** Whether CHECK proves a claim of the folder now. */
export type Proves = (claim: string) => Promise<boolean>;

/** Judges an answer. `files` are those of the folder. */
export async function judge(
  scenario: Scenario,
  answer: Answer,
  { course, files, proves }: { course: Course; files: readonly string[]; proves: Proves },
): Promise<Judged> {
  const { expect = {}, complexity, must_run_commands: programs = [], max_steps: most } = scenario;
  const { claim, status, refused, engine, files: wanted } = expect;
  const words = judgeText(
    scenario,
    answer.answer,
    answer.claims.map(({ text }) => text),
  );
  const faults: (string | null)[] = [
    words.because,
    is("status", status, answer.status),
    refused === undefined ? null : is("refused", refused, answer.status === "refused"),
    is("engine", engine, answer.engine),
    is("complexity", complexity, answer.route?.level ?? null),
    wanted === undefined ? null : is("files", wanted.toSorted().join(", "), namedIn(answer, files).join(", ")),
    ...programs.map((program) => (runs(course.lines, program) ? null : `${program} was not run`)),
    most !== undefined && course.steps > most ? `it took ${course.steps} steps` : null,
    claim === undefined || (makes(answer, claim) && (await proves(claim))) ? null : `it does not prove ${claim}`,
  ];
  const because = faults.find((fault) => fault !== null) ?? null;
  return { right: because === null, because };
}

/** Whether a scenario is judged by the words of an answer alone, so that a bare model can be asked it too. */
export function isTextual({ expect = {}, expected_patterns: patterns = [], ...rest }: Scenario): boolean {
  const { claim, refused, engine, files, status, ...words } = expect;
  const isPlain = [claim, refused, engine, files, rest.must_run_commands].every((each) => each === undefined);
  const isAnswered = status === undefined || status === "answered";
  return isPlain && isAnswered && (patterns.length > 0 || Object.keys(words).length > 0);
}

/** Judges the words of an answer; `claims` are those that it makes apart. Pure. */
export function judgeText(
  { input, expect = {}, expected_patterns: patterns = [] }: Scenario,
  text: string,
  claims: string[] = [],
): Judged {
  const said = spaced(text);
  const { equals, regex, number } = expect;
  const all = (value: string | string[] | undefined) => [value ?? []].flat();
  const faults: (string | null)[] = [
    ...all(expect.contains).map((part) => (said.includes(spaced(part)) ? null : `it lacks "${part}"`)),
    ...all(expect.lacks).map((part) => (said.includes(spaced(part)) ? `it holds "${part}"` : null)),
    ...patterns.map((pattern) => (new RegExp(pattern, "iu").test(text) ? null : `it does not match ${pattern}`)),
    regex === undefined || new RegExp(regex, "iu").test(text) ? null : `it does not match ${regex}`,
    equals === undefined || all(equals).some((one) => [text, ...claims].some((each) => bare(each) === bare(one)))
      ? null
      : `it is not ${all(equals).join(" or ")}`,
    number === undefined ? null : numberFault(number, claims[0] ?? text.split("\n")[0]!, input),
  ];
  const because = faults.find((fault) => fault !== null) ?? null;
  return { right: because === null, because };
}

/** The share of the words and patterns that an answer has to hold that it holds; null where it has to hold none. Pure. */
export function coverageOf({ expect = {}, expected_patterns: patterns = [] }: Scenario, text: string): number | null {
  const said = spaced(text);
  const found = [
    ...[expect.contains ?? []].flat().map((part) => said.includes(spaced(part))),
    ...patterns.map((pattern) => new RegExp(pattern, "iu").test(text)),
  ];
  return found.length === 0 ? null : found.filter(Boolean).length / found.length;
}

function is(what: string, wanted: unknown, got: unknown): string | null {
  return wanted === undefined || wanted === got ? null : `${what} is ${String(got)}, not ${String(wanted)}`;
}

/** Words with a space at each end, so that "4" is not found in "14". */
function spaced(text: string): string {
  return ` ${wordsOf(text).join(" ")} `;
}

function bare(text: string): string {
  return wordsOf(text)
    .filter((word) => !/^(?:the|a|an|le|la|les|el|los|las|der|die|das)$/.test(word))
    .join(" ");
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:[.,:'’-][\p{L}\p{M}\p{N}]+)*/gu) ?? []
  );
}

function numberFault(wanted: number, text: string, question: string): string | null {
  const numbers = (from: string) =>
    (from.match(/(?<![\p{L}\p{N}.])-?\d[\d,]*(?:\.\d+)?(?![\p{L}\p{N}])/gu) ?? []).map((each) =>
      Number(each.replaceAll(",", "")),
    );
  const asked = new Set(numbers(question));
  // The marks of evidence are no numbers of the answer.
  const told = numbers(text.replace(/\[\d+\]/g, "")).filter((each) => each === wanted || !asked.has(each));
  return told.length > 0 && told.every((each) => each === wanted)
    ? null
    : `it says ${told.join(", ") || "no number"}, not ${wanted}`;
}

/** The files that an answer names, or that its evidence is of. */
function namedIn({ answer, evidence }: Answer, files: readonly string[]): string[] {
  const spoken = files.filter((file) => {
    const escaped = escapePattern(file);
    return new RegExp(`(?<![\\w/.-])${escaped}(?![\\w/-])`, "u").test(answer);
  });
  return [...new Set([...spoken, ...evidence.flatMap(({ path }) => path ?? [])])].toSorted();
}

function makes({ claims }: Answer, wanted: string): boolean {
  const printed = printClaim(parseClaim(wanted));
  return claims.some(
    ({ formal, verdict }) => verdict === "proven" && formal !== undefined && printClaim(parseClaim(formal)) === printed,
  );
}

function runs(lines: string[], program: string): boolean {
  const escaped = escapePattern(program);
  return lines.some((line) => new RegExp(`(?<![\\w/-])${escaped}(?![\\w-])`, "u").test(line));
}
