import { type Part, saidBefore } from "../../language/part.ts";
import type { MeasureQuestion } from "./measure.ts";

/** "Are all functions documented": whether something is said of all, and not of what stands in each. */
function isOfAll(parts: readonly Part[]): boolean {
  return parts.some(({ sort }, at) => sort === "each" && saidBefore(parts, at)?.sort !== "within");
}

/**
 * A question for all as the one whether there is one that is not so; as it is where it is none. Null where more than one thing is asked of all, or
 * something else than whether it is so. Pure.
 */
export function ofAll(asked: MeasureQuestion, parts: readonly Part[]): MeasureQuestion | null {
  const { flags, limits, how, by } = asked;
  const [flag, ...more] = flags;
  // "All undocumented functions" lists them, and "todas las funciones tienen docstring" asks.
  const isStated = how === "list" && flag === "documented" && !parts.some(({ sort }) => sort === "list");
  if (!isOfAll(parts) || (how !== "any" && !isStated)) return asked;
  if (flag === undefined || more.length + limits.length > 0 || by !== null) return null;
  return { ...asked, flags: [flag.startsWith("-") ? flag.slice(1) : `-${flag}`], how: "all" };
}
