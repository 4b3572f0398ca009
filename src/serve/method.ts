import type { Hono } from "hono";
import { ErgoError } from "../core/error.ts";

/** The methods that an address takes. */
export function methodsAt({ routes: known }: Hono, path: string): string[] {
  const at = known.filter((route) => route.method !== "ALL" && matches(route.path, path));
  return [...new Set(at.map(({ method }) => method))].sort();
}

function matches(pattern: string, path: string): boolean {
  const [parts, given] = [pattern.split("/"), path.split("/")];
  const rest = parts.findIndex((part) => /^:\w+\{/.test(part));
  const fits = parts.every((part, at) => (part.startsWith(":") ? given[at] !== undefined : part === given[at]));
  return fits && (rest >= 0 || parts.length === given.length);
}

/** Nothing is at an address, or nothing by that method. */
export function lacking(
  method: string,
  place: string,
  methods: string[],
  refused: (thrown: ErgoError) => Response,
): Response {
  if (methods.length === 0) return refused(new ErgoError("NOT_HERE", { place }));
  const response = refused(new ErgoError("METHOD_OTHER", { place, method, methods: methods.join(", ") }));
  response.headers.set("allow", methods.join(", "));
  return response;
}
