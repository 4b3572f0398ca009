import type { Schema } from "../core/schema.ts";
import { failure } from "../host/shapes.ts";
import { version } from "../runtime/settings/version.ts";
import type { Route } from "./route.ts";

/** A door of OpenAI's interface. */
type Compatible = { path: string; summary: string; method?: "get" | "post" };

/** The doors as an OpenAPI 3.1 document, those of OpenAI's interface by their names alone: that is described elsewhere. */
export function openApi(routes: readonly Route[], compatible: readonly Compatible[] = []) {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route);
  }
  const json = { content: { "application/json": {} } };
  for (const { path, summary, method = "post" } of compatible) {
    const responses = { 200: { description: "done", ...json } };
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => parameter(name!, "path", { type: "string" }));
    const requestBody = { required: true, ...json };
    paths[`/v1${path}`] = {
      [method]: { summary, parameters, responses, ...(method === "post" ? { requestBody } : {}) },
    };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Ergo", version: version(), description: "Answers about a folder that carry their proof." },
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

function operationOf({ path, summary, query = {}, body, gives, streams }: Route): object {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => parameter(name!, "path", { type: "string" }));
  const inQuery = Object.entries(query).map(([name, schema]) => parameter(name, "query", schema));
  const content = {
    ...(typeof gives === "string" ? { [gives]: {} } : { "application/json": { schema: gives } }),
    ...(streams ? { "text/event-stream": {} } : {}),
  };
  return {
    summary,
    parameters: [...inPath, ...inQuery],
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: body } } } } : {}),
    responses: {
      200: { description: "done", content },
      default: { description: "why not", content: { "application/json": { schema: failure } } },
    },
  };
}

function parameter(name: string, place: "path" | "query", schema: Schema): object {
  return { name, in: place, required: place === "path", schema };
}
