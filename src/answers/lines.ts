import { type Asking, call, type Found, fill, missing, quote, stated, text, unseen } from "./asking.ts";

/** Lines of a file by their numbers from 1, counted from its start or from its end. */
export type Stretch = { from: number; to: number; edge: "start" | "end" };

/** The text of some lines of a file, as they stand in it. */
export async function linesAt(asking: Asking, file: string, { from, to, edge }: Stretch): Promise<Found> {
  const all = await asking.value(call("lines", text(file)));
  const why = missing(all);
  if (all.is !== "number" || why) return unseen(why ?? `${file} could not be read.`);
  const n = Number(all.low);
  const first = Math.max(1, edge === "start" ? from : n + 1 - to);
  const last = Math.min(n, edge === "start" ? to : n + 1 - from);
  const say = asking.says;
  const count = `lines(${quote(file)}) = ${n}`;
  const unit = asking.language.say.line[n === 1 ? 0 : 1];
  if (first > last || to < from) {
    const sentence = fill(say.none, { file, n, unit });
    return stated(sentence, count);
  }
  const texts: string[] = [];
  for (let line = first; line <= Math.min(last, first + most - 1); line++) {
    const value = await asking.value(`line(${quote(file)}, ${line})`);
    if (value.is !== "text") return unseen(missing(value) ?? `${file} could not be read.`);
    texts.push(value.text);
  }
  const isBlank = texts.length === 1 && texts[0]!.trim() === "";
  const template = isBlank ? say.blank : texts.length === 1 ? say.one : say.many;
  const sentence = fill(template, { file, first, last: first + texts.length - 1, n, unit });
  const stand = texts.map((one, index) => `line(${quote(file)}, ${first + index}) = ${quote(one)}`);
  return stated(sentence, [count, ...stand].join(" and "), { list: isBlank ? undefined : texts });
}

/** No more lines than that are shown. */
const most = 100;
