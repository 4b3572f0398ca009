import { filled, flag, list, shape, taking, text, whole } from "../../host/shapes.ts";
import { abilitiesIn } from "../../runtime/eval/abilities.ts";
import { resultNamed, resultsIn } from "../../runtime/eval/results.ts";
import { doctor } from "../../runtime/index/doctor.ts";
import { graphs } from "../../runtime/run/page.ts";
import { dropModel, fetchModel, modelsOf } from "../../runtime/session/models.ts";
import { engineNames } from "../../runtime/session/session.ts";
import { profiles } from "../../runtime/settings/settings.ts";
import { version } from "../../runtime/settings/version.ts";
import { type Call, type Route, wantsEvents } from "../route.ts";
import { eventStream } from "../stream.ts";
import { progressing } from "./looking.ts";

const models = shape({ models: list(shape({ name: text, role: text, present: flag, licence: text })) });

/** What this machine and this server have. */
export const machineRoutes: Route[] = [
  {
    method: "GET",
    path: "/api",
    summary: "What is served: the folder, the profile, engines and the models of each role.",
    gives: shape({ version: text, folder: text, profile: text, profiles: list(text), engines: list(text), models: {} }),
    run({ host }) {
      const { config, folder } = host.session;
      const narrower = profiles.slice(0, profiles.indexOf(config.profile) + 1);
      const { threads: _, servers: __, pull: ___, deadline_ms: ____, ...roles } = config.models;
      return {
        ...{ version: version(), folder: folder.root, profile: config.profile, profiles: narrower },
        ...{ engines: engineNames(), models: roles, running: host.runs.count() },
      };
    },
  },
  {
    method: "GET",
    path: "/api/models",
    summary: "The models that are here or can be fetched, with what each was measured to be able to.",
    gives: models,
    run: async ({ host }) => ({ models: await modelsOf(host.folder.home, host.session.config) }),
  },
  {
    method: "POST",
    path: "/api/models/pull",
    summary: "Fetches a model, with progress.",
    body: taking({ name: filled }, ["name"]),
    gives: models,
    streams: true,
    run({ host, body: { name }, request, signal }: Call<{ name: string }>) {
      const { home } = host.folder;
      const fetching = async (watching: Parameters<typeof fetchModel>[2]) => {
        await fetchModel(home, name, watching);
        return { models: await modelsOf(home, host.session.config) };
      };
      if (!wantsEvents(request)) return fetching({ signal });
      return eventStream((gone) => progressing((watch) => fetching({ watch, signal: gone })));
    },
  },
  {
    method: "POST",
    path: "/api/models/remove",
    summary: "Removes a model's weights.",
    body: taking({ name: filled }, ["name"]),
    gives: models,
    async run({ host, body: { name } }: Call<{ name: string }>) {
      await dropModel(name, host.folder.home);
      return { models: await modelsOf(host.folder.home, host.session.config) };
    },
  },
  {
    method: "GET",
    path: "/api/graphs",
    summary: "The graphs that a run may pass through: each node with those that may follow it.",
    gives: shape({ graphs: list(shape({ name: text, start: text, nodes: { type: "object" } })) }),
    run: async () => ({
      graphs: (await graphs()).map(({ name, start, nodes }) => ({
        ...{ name, start },
        nodes: Object.fromEntries(Object.entries(nodes).map(([node, { to }]) => [node, { to }])),
      })),
    }),
  },
  {
    method: "GET",
    path: "/api/eval",
    summary: "What `ergo eval` measured, the newest first, and how models did in the jobs that Ergo gives them.",
    gives: shape({
      results: list(shape({ name: text, at: whole, suite: text })),
      abilities: list(shape({ name: text })),
    }),
    run: ({ host: { folder } }) => ({ results: resultsIn(folder.home), abilities: abilitiesIn(folder.home) }),
  },
  {
    method: "GET",
    path: "/api/eval/:name",
    summary: "A measurement: every scenario, totals with intervals, baselines and differences.",
    gives: shape({ name: text, at: whole, measured: { type: "object" } }),
    run: ({ host, params }) => resultNamed(host.folder.home, params.name!),
  },
  {
    method: "GET",
    path: "/api/doctor",
    summary: "What Ergo needs on this machine, and what of it is missing.",
    gives: shape({ ok: flag, checks: list(shape({ name: text, ok: flag, detail: text, remedy: text })) }),
    run: ({ host, signal }) => doctor(host.folder, { signal }),
  },
];
