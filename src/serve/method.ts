import type { Hono } from "hono";
import { ErgoError } from "../core/error.ts";

/** The methods that an address takes, those aside that any method comes to. */
export function methodsAt({ routes, router }: Pick<Hono, "routes" | "router">, path: string): string[] {
  const methods = [...new Set(routes.map(({ method }) => method))].filter((method) => method !== "ALL");
  const takes = (method: string) => router.match(method, path)[0].some(([[, route]]) => route.method === method);
  return methods.filter(takes).sort();
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
