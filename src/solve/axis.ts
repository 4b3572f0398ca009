import { ordinalOf, wordsOf } from "./text.ts";

/** What orders things, from its low end (place 1) to its high end. `distinct`: no two things share a place. */
export type Axis = { name: string; distinct?: true; low: Words; high: Words };
type Words = { than: string[]; most: string[]; from?: string };
type End = "low" | "high";

let known: Axis[] | null = null;

function axes(): Axis[] {
  known ??= wordsOf<{ axes: Axis[] }>("axes").axes;
  return known;
}

/** What a phrase after "is" or "finished" says of the place of a thing. Places count from the end that is named. */
export type Said =
  | { is: "than"; axis: Axis; end: End; near: boolean; other: string }
  | { is: "at"; axis: Axis; end: End; place: number }
  | { is: "beside"; other: string }
  | { is: "between"; one: string; other: string };

/** Reads such a phrase; null for any other. */
export function saidOf(phrase: string): Said | null {
  const text = phrase.trim();
  const beside = /^(?:(?:immediately|directly|right) )?(?:next to|beside|adjacent to) (.+)$/i.exec(text);
  if (beside) return { is: "beside", other: beside[1]! };
  const between = /^(?:somewhere )?between (.+) and (.+)$/i.exec(text);
  if (between) return { is: "between", one: between[1]!, other: between[2]! };
  for (const axis of axes())
    for (const end of ["low", "high"] as const) {
      const found = thanOf(text, axis, end) ?? placeOf(text.toLowerCase(), axis, end);
      if (found) return found;
    }
  return null;
}

function thanOf(text: string, axis: Axis, end: End): Said | null {
  const [, near, rest] = /^((?:immediately|directly|just) )?(.+)$/i.exec(text)!;
  const words = axis[end].than.find((than) => rest!.toLowerCase().startsWith(`${than} `));
  return words === undefined
    ? null
    : { is: "than", axis, end, near: near !== undefined, other: rest!.slice(words.length + 1) };
}

function placeOf(text: string, axis: Axis, end: End): Said | null {
  const at = (place: number): Said => ({ is: "at", axis, end, place });
  const plain = text.replace(/^the /, "");
  const { most, from } = axis[end];
  if (most.includes(plain) || most.includes(text)) return at(1);
  const nth = /^(\S+?)[- ](.+)$/.exec(plain);
  const place = nth && ordinalOf(nth[1]!);
  if (place && (most.includes(nth[2]!) || (from !== undefined && nth[2] === `from the ${from}`))) return at(place);
  if (axis.name !== "from first to last") return null;
  const ranked = /^(?:in )?(\S+?)(?: place)?$/.exec(plain);
  if (end === "low") return ranked && ordinalOf(ranked[1]!) ? at(ordinalOf(ranked[1]!)!) : null;
  const backwards =
    /^(\S+?)(?:[- ]to[- ]|[- ]from[- ])last$/.exec(plain) ?? (plain === "next to last" ? ["", "second"] : null);
  return backwards && ordinalOf(backwards[1]!) ? at(ordinalOf(backwards[1]!)!) : null;
}
