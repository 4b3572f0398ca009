import { type Context, Hono } from "hono";
import { ErgoError } from "../core/error.ts";
import type { Host } from "../host/host.ts";
import { askingRoutes } from "./api/asking.ts";
import { lookingRoutes } from "./api/looking.ts";
import { machineRoutes } from "./api/machine.ts";
import { runRoutes } from "./api/runs.ts";
import { asset } from "./assets.ts";
import { failureOf } from "./failure.ts";
import { type Guard, requireMeant, requireToken, shield } from "./guard.ts";
import { openApi } from "./openapi.ts";
import { checkedBody, queryOf, type Route } from "./route.ts";
import { keyFor } from "./token.ts";

/** Every door of the API. */
export const routes: readonly Route[] = [...askingRoutes, ...runRoutes, ...lookingRoutes, ...machineRoutes];

/** A folder behind HTTP: from a request to its response. `stopping` is called off when no more is taken. */
export function openApp(host: Host, guard: Guard, stopping: AbortSignal): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    requireMeant(context.req.raw, guard);
    if (stopping.aborted) throw new ErgoError("STOPPING");
    await next();
    for (const [name, value] of shielded) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  });
  app.get("/", () => asset("web", "index.html"));
  app.get("/assets/:folder/:name", (context) => asset(context.req.param("folder"), context.req.param("name")));
  const described = openApi(routes);
  app.get("/openapi.json", () => Response.json(described));
  for (const route of routes) app.on(route.method, route.path, (context) => answer(route, host, guard, context));
  app.notFound((context) => refuse(new ErgoError("NOT_HERE", { place: context.req.path })));
  app.onError(refuse);
  return app;
}

async function answer(route: Route, host: Host, guard: Guard, context: Context): Promise<Response> {
  const request = context.req.raw;
  requireToken(request, guard);
  const given = await route.run({
    host,
    request,
    params: context.req.param() as Record<string, string>,
    query: queryOf(request, route.query),
    body: await checkedBody(request, route.body),
    signal: request.signal,
    url: (path) => `${path}${path.includes("?") ? "&" : "?"}key=${keyFor(guard.token, path)}`,
  });
  return given instanceof Response ? given : Response.json({ v: 1, ...given });
}

const shielded = Object.entries(shield);

function refuse(thrown: unknown): Response {
  const { status, error } = failureOf(thrown);
  return Response.json({ error }, { status, headers: shield });
}
