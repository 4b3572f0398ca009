import { call } from "../proof/build.ts";
import type { Amount } from "../proof/predicate.ts";
import type { Value } from "../proof/value.ts";
import { type Asking, type Found, fill, lowOf, missing, quote, stated, unseen } from "./asking.ts";
import { data } from "./data.ts";
import { sentenceOf } from "./describe.ts";
import type { Filter } from "./filter.ts";
import { equals, spokenOf, unitOf } from "./ranks.ts";
import { claimOf, scopeOf } from "./scope.ts";
import { measured, statedOf, withUnread } from "./sets.ts";

/** The lines or bytes of one file, or of a set of files in total. */
export async function size(asking: Asking, filter: Filter, by: Amount): Promise<Found> {
  const say = asking.says;
  if ("file" in filter) return await sizeOfFile(asking, filter.file.name, by);
  const chosen = await measured(asking, filter, ({ scope }) => `total(${scope}, ${by})`);
  const members = await asking.value(chosen.scope.term);
  const count = members.is === "set" ? members.certain.length : 0;
  const n = lowOf(chosen.value);
  const holes = {
    n,
    unit: unitOf(asking, by, n),
    count,
    ...chosen.noun,
  };
  const template = count === 0 ? say.none : count === 1 ? say.setOne : say.setMany;
  const sentence = withUnread(asking, fill(template, holes), chosen.unread);
  const note = by === "lines" && members.is === "set" ? wordCount(asking, members.certain, n) : "";
  const formal =
    count === 0
      ? `${chosen.scope.term} = 0`
      : `total(${chosen.scope.scope}, ${by}) = ${n} and ${chosen.scope.term} = ${count}`;
  return { ...statedOf(chosen, sentence, formal), say: sentence + note };
}

/** The lines or bytes of files on average, as an exact fraction. */
export async function average(asking: Asking, filter: Filter, by: Amount): Promise<Found> {
  const say = asking.says;
  const chosen = await measured(asking, filter, ({ scope }) => `total(${scope}, ${by})`);
  const members = await asking.value(chosen.scope.term);
  const n = members.is === "set" ? members.certain.length : 0;
  const sum = lowOf(chosen.value);
  const mean = n === 0 ? "" : String(Number((sum / n).toFixed(2)));
  const files = asking.language.say.file[n === 1 ? 0 : 1];
  const sentence = withUnread(
    asking,
    fill(n === 0 ? say.none : say.some, { value: mean, sum, n, files, unit: unitOf(asking, by, 2), ...chosen.noun }),
    chosen.unread,
  );
  const exact = `total(${chosen.scope.scope}, ${by}) = ${sum} and ${chosen.scope.term} = ${n}`;
  const rounded = `value(${quote(`${sum}/${n} - ${mean}`)}) <= 0.005 and value(${quote(`${mean} - ${sum}/${n}`)}) <= 0.005`;
  const formal = n === 0 ? `${chosen.scope.term} = 0` : `${exact} and ${rounded}`;
  return statedOf(chosen, sentence, formal);
}

/** When a file was last changed. */
export async function modified(asking: Asking, file: string): Promise<Found> {
  const value = await asking.value(call("modified", file));
  if (value.is !== "time") return unknown(file, value);
  const sentence = fill(asking.says.some, { file, value: spokenOf(asking, "modified", value.low) });
  return one(asking, file, sentence, equals(`modified(${quote(file)})`, "modified", value.low));
}

/** Whether something holds of a file. */
export async function truth(asking: Asking, file: string, wanted: Filter): Promise<Found> {
  const { kinds } = data();
  const { say } = asking.language;
  const formal = claimOf(wanted, { universe: asking.universe, kinds }, quote(file));
  const { verdict, because } = await asking.judge(formal);
  if (verdict === "undecidable")
    return { say: `${file}: ${because.join(" ")}`, claims: [], globs: [], undecided: because.join(" ") };
  const holds = verdict === "provable";
  const clause = sentenceOf(holds ? wanted : { not: wanted }, 0, { say, kinds });
  return one(asking, file, `${holds ? say.yes : say.no}, ${file} ${clause}.`, holds ? formal : `not (${formal})`);
}

/** Whether two files hold the same bytes. */
export async function same(asking: Asking, left: string, right: string): Promise<Found> {
  const formal = `same(${quote(left)}, ${quote(right)})`;
  const { verdict, because } = await asking.judge(formal);
  if (verdict === "undecidable") return unseen(because.join(" "));
  const holds = verdict === "provable";
  const sentence = fill(asking.says[holds ? "same" : "different"], { one: left, other: right });
  return stated(sentence, holds ? formal : `not ${formal}`);
}

async function sizeOfFile(asking: Asking, file: string, by: Amount): Promise<Found> {
  const value = await asking.value(call(by, file));
  if (value.is !== "number" || missing(value)) return unknown(file, value);
  const n = lowOf(value);
  const sentence = fill(asking.says.file, { file, n, unit: unitOf(asking, by, n) });
  const note = by === "lines" ? wordCount(asking, [file], n) : "";
  return { ...one(asking, file, sentence, `${by}(${quote(file)}) = ${n}`), say: sentence + note };
}

function one(asking: Asking, file: string, say: string, formal: string): Found {
  const { glob } = scopeOf({ file: { name: file } }, { universe: asking.universe, kinds: [] });
  return stated(say, formal, { globs: [glob] });
}

function unknown(file: string, value: Value): Found {
  return unseen(missing(value) ?? `${file} could not be seen.`);
}

/** What `wc -l` would say, where it is something else. */
function wordCount(asking: Asking, paths: string[], lines: number): string {
  let lf = 0;
  for (const path of paths) {
    const seen = asking.board.file(path)?.seen;
    lf += seen?.ok ? (seen.lf ?? 0) : 0;
  }
  return lf === lines ? "" : ` ${fill(asking.language.say.wc, { lf })}`;
}
