import { type Context, Hono } from "hono";
import { ErgoError } from "../core/error.ts";
import { once } from "../core/once.ts";
import type { Host } from "../host/host.ts";
import { askingRoutes } from "./api/asking.ts";
import { lookingRoutes } from "./api/looking.ts";
import { machineRoutes } from "./api/machine.ts";
import { runRoutes } from "./api/runs.ts";
import { asset } from "./assets.ts";
import { bodyOf } from "./body.ts";
import { failureOf } from "./failure.ts";
import { type Guard, requireMeant, requireToken, shield } from "./guard.ts";
import { lacking, methodsAt } from "./method.ts";
import { chatCompletion } from "./openai/chat.ts";
import type { Asked } from "./openai/door.ts";
import { embeddings } from "./openai/embeddings.ts";
import { refusal } from "./openai/refusal.ts";
import { response } from "./openai/responses.ts";
import { listed, strategyOf } from "./openai/strategy.ts";
import { openApi } from "./openapi.ts";
import { checkedBody, queryOf, type Route } from "./route.ts";
import { keyFor } from "./token.ts";

/** Every door of the API. */
export const routes: readonly Route[] = [...askingRoutes, ...runRoutes, ...lookingRoutes, ...machineRoutes];

/** A folder behind HTTP: from a request to its response. `stopping` is called off when no more is taken. */
export function openApp(host: Host, guard: Guard, stopping: AbortSignal): Hono {
  const app = new Hono();
  const mcp = once(async () => (await import("../mcp/http.ts")).overHttp(host));
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
  app.route("/v1", compatible(host, guard));
  app.all("/mcp", async ({ req: { raw } }) => {
    requireToken(raw, guard);
    return await (await mcp.get()).fetch(raw);
  });
  app.notFound(({ req: { method, path } }) => lacking(method, path, methodsAt(app, path), refuse));
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

/** OpenAI's interface, errors in its own shape. */
function compatible(host: Host, guard: Guard): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    requireToken(context.req.raw, guard);
    await next();
  });
  const post = (path: string, door: (asked: Asked) => Promise<Response>) =>
    app.post(path, async ({ req: { raw } }) =>
      door({ host, body: await bodyOf(raw), signal: raw.signal, page: new URL("/", raw.url).href }),
    );
  app.get("/models", async () => Response.json(await listed(host)));
  app.get("/models/:id{.+}", ({ req }) => {
    const { id } = strategyOf(req.param("id"));
    return Response.json({ id, object: "model", created: 0, owned_by: "ergo" });
  });
  post("/chat/completions", chatCompletion);
  post("/responses", response);
  post("/embeddings", embeddings);
  app.all("*", ({ req: { method, path } }) => {
    const methods = methodsAt(app, path.replace(/^\/v1/, ""));
    return lacking(method, path, methods, refusal);
  });
  app.onError(refusal);
  return app;
}

const shielded = Object.entries(shield);

function refuse(thrown: unknown): Response {
  const { status, error } = failureOf(thrown);
  return Response.json({ error }, { status, headers: shield });
}
