import { type Context, Hono } from "hono";
import { ErgoError } from "../core/error.ts";
import type { Host } from "../host/host.ts";
import type { overHttp } from "../mcp/http.ts";
import { askingRoutes } from "./api/asking.ts";
import { codeRoutes } from "./api/code.ts";
import { conversationRoutes } from "./api/conversations.ts";
import { lookingRoutes } from "./api/looking.ts";
import { machineRoutes } from "./api/machine.ts";
import { runRoutes } from "./api/runs.ts";
import { asset } from "./assets.ts";
import { bodyOf } from "./body.ts";
import { failureOf } from "./failure.ts";
import type { Folders } from "./folders.ts";
import { type Guard, type Known, requireMeant, requireToken, shield } from "./guard.ts";
import { lacking, methodsAt } from "./method.ts";
import { chatCompletion } from "./openai/chat.ts";
import type { Asked } from "./openai/door.ts";
import { embeddings } from "./openai/embeddings.ts";
import { refusal } from "./openai/refusal.ts";
import { response, retrieved } from "./openai/responses.ts";
import { listed, strategyOf } from "./openai/strategy.ts";
import { openApi } from "./openapi.ts";
import { checkedBody, queryOf, type Route } from "./route.ts";
import { keyFor } from "./token.ts";

/** Every door of the API. */
export const routes: readonly Route[] = [
  ...askingRoutes,
  ...runRoutes,
  ...conversationRoutes,
  ...lookingRoutes,
  ...codeRoutes,
  ...machineRoutes,
];

/** What OpenAI's interface takes by POST. */
const doors: readonly { path: string; summary: string; door(asked: Asked): Promise<Response> }[] = [
  { path: "/chat/completions", summary: "Answers a chat as OpenAI's interface does.", door: chatCompletion },
  { path: "/responses", summary: "Answers as OpenAI's interface of responses does.", door: response },
  { path: "/embeddings", summary: "Vectors of the encoder that is here.", door: embeddings },
];

/** What it gives by GET of what was answered before. */
const again = [{ path: "/responses/{id}", method: "get", summary: "A response that was given before." }] as const;

/** Folders behind HTTP: from a request to its response. `stopping` is called off when no more is taken. */
export function openApp(folders: Folders, guard: Guard, stopping: AbortSignal): Hono {
  const app = new Hono();
  const agents = new Map<Host, ReturnType<typeof overHttp>>();
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
  const described = openApi(routes, [...doors, ...again]);
  app.get("/openapi.json", () => Response.json(described));
  for (const route of routes) app.on(route.method, route.path, (context) => answer(route, folders, guard, context));
  app.route("/v1", compatible(folders, guard));
  app.all("/mcp", async ({ req: { raw } }) => {
    const host = await folders.at(requireToken(raw, guard).dir);
    const door = agents.get(host) ?? (await import("../mcp/http.ts")).overHttp(host);
    agents.set(host, door);
    return await door.fetch(raw);
  });
  app.notFound(({ req: { method, path } }) => lacking(method, path, methodsAt(app, path), refuse));
  app.onError(refuse);
  return app;
}

async function answer(route: Route, folders: Folders, guard: Guard, context: Context): Promise<Response> {
  const request = context.req.raw;
  const { dir, secret } = requireToken(request, guard);
  const given = await route.run({
    host: await folders.at(dir),
    request,
    params: context.req.param() as Record<string, string>,
    query: queryOf(request, route.query),
    body: await checkedBody(request, route.body),
    signal: request.signal,
    url: (path) => `${path}${path.includes("?") ? "&" : "?"}key=${keyFor(secret, path)}`,
  });
  return given instanceof Response ? given : Response.json({ v: 1, ...given });
}

/** OpenAI's interface, errors in its own shape. */
function compatible(folders: Folders, guard: Guard) {
  const app = new Hono<{ Variables: { known: Known } }>();
  app.use(async (context, next) => {
    context.set("known", requireToken(context.req.raw, guard));
    await next();
  });
  for (const { path, door } of doors) {
    app.post(path, async ({ req: { raw }, var: { known } }) =>
      door({
        host: await folders.at(known.dir),
        body: await bodyOf(raw),
        signal: raw.signal,
        page: new URL("/", raw.url).href,
      }),
    );
  }
  app.get("/responses/:id", async ({ req, var: { known } }) =>
    Response.json(retrieved(await folders.at(known.dir), req.param("id"), new URL("/", req.url).href)),
  );
  app.get("/models", async ({ var: { known } }) => Response.json(await listed(await folders.at(known.dir))));
  app.get("/models/:id{.+}", ({ req }) => {
    const { id } = strategyOf(req.param("id"));
    return Response.json({ id, object: "model", created: 0, owned_by: "ergo" });
  });
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
