import { lazy } from "../core/lazy.ts";
import { readData } from "./data.ts";

type Words = Record<"with" | "placing" | "sizing" | "telling" | "place" | "size" | "little", string[]>;

const words = lazy(() => readData<Words>("language/joints.json"));

/** What joins a last part of a question to the rest. */
const joint = lazy(() => {
  const joined = `(?:${words().with.join("|")})\\s+`;
  return `(?:[,;?–-]\\s*(?:${joined})?|\\s${joined})`;
});

const atEnd = (whole: string[], some: string[]) =>
  new RegExp(
    `${joint()}(?:${whole.join("|")}|(?:(?:${[...some, ...words().little].join("|")})[\\s,+&]*)+)[\\s?!.]*$`,
    "iu",
  );

/** What a question asks beside, at its end: how it is called and where it stands, how many or which that is, or how long it is as well. */
const besides = {
  place: lazy(() => atEnd(words().placing, words().place)),
  number: lazy(() => atEnd(words().telling, ["please", "pls", "bitte"])),
  length: lazy(() => atEnd([...words().placing, ...words().sizing], [...words().size, ...words().place])),
};
/** Whether anything is joined to the rest, which takes less to see. */
const joins = lazy(() => new RegExp(`${joint()}[^\\s?!.]`, "iu"));

/**
 * A question without what it asks beside, which an answer tells anyway that gives the `place` of what it names, the `number` of it, or its `length` too: "…, and where
 * does it live?"; null where it asks nothing so. Pure.
 */
export function withoutBeside(question: string, told: keyof typeof besides): string | null {
  if (!joins().test(question)) return null;
  const bare = question.replace(besides[told](), "");
  return bare === question ? null : bare;
}
