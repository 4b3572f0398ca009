import { call } from "../proof/build.ts";
import { type Asking, type Found, fill, missing, quote, stated, unseen } from "./asking.ts";

/** The text of a line of a file by its number from 1, as it stands there. */
export async function lineAt(asking: Asking, file: string, line: number): Promise<Found> {
  const all = await asking.value(call("lines", file));
  const why = missing(all);
  if (all.is !== "number" || why) return unseen(why ?? `${file} could not be read.`);
  const n = Number(all.low);
  const say = asking.says;
  const count = `lines(${quote(file)}) = ${n}`;
  if (line < 1 || line > n)
    return stated(fill(say.none, { file, n, unit: asking.language.say.line[n === 1 ? 0 : 1] }), count);
  const value = await asking.value(`line(${quote(file)}, ${line})`);
  if (value.is !== "text") return unseen(missing(value) ?? `${file} could not be read.`);
  const isBlank = value.text.trim() === "";
  const sentence = fill(isBlank ? say.blank : say.one, { file, first: line });
  const formal = `${count} and line(${quote(file)}, ${line}) = ${quote(value.text)}`;
  return stated(sentence, formal, { list: isBlank ? undefined : [value.text] });
}
