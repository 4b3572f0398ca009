import { resolve } from "node:path";
import type { Event } from "../../core/journal.ts";
import type { Universe } from "../../core/observation.ts";
import { auditGiven } from "../../host/audit.ts";
import {
  audited,
  checked,
  counted,
  disagreement,
  document,
  filled,
  flag,
  found,
  judged,
  list,
  mapped,
  route,
  shape,
  source,
  taking,
  text,
  whole,
} from "../../host/shapes.ts";
import { documentsOf } from "../../runtime/index/documents.ts";
import { ingestPaths } from "../../runtime/index/ingest.ts";
import { mapData, mapPageApart } from "../../runtime/index/mapping.ts";
import { freshen, readOnly, search } from "../../runtime/index/search.ts";
import { contradictionsIn } from "../../runtime/record/contradicted.ts";
import { plan } from "../../runtime/run/ask.ts";
import { checkClaim } from "../../runtime/run/check.ts";
import { convertedLines, isConverted } from "../../runtime/session/converted.ts";
import { discreet } from "../../runtime/session/discreet.ts";
import { freshenMap } from "../../runtime/session/map.ts";
import { policyOf } from "../../runtime/session/policy.ts";
import { narrowed } from "../../runtime/session/session.ts";
import { sourceLines } from "../../runtime/session/source.ts";
import { failureOf, invalid } from "../failure.ts";
import { type Call, type Route, wantsEvents } from "../route.ts";
import { eventStream, type Sent } from "../stream.ts";
import { html } from "./runs.ts";

/** Looks at the folder and at what is known of it; nothing of them is recorded. */
export const lookingRoutes: Route[] = [
  {
    method: "POST",
    path: "/api/check",
    summary: "Proves or refutes a claim about the folder; without `act`, says what would decide it.",
    body: taking({ claim: filled, act: flag }, ["claim"]),
    gives: checked,
    run: ({ host, body: { claim, act } }: Call<{ claim: string; act?: boolean }>) =>
      checkClaim(host.session, claim, act === undefined ? {} : { act }),
  },
  {
    method: "POST",
    path: "/api/search",
    summary:
      "The passages that fit a question, best first, each with `why` it was found and `by` what; `explain` false leaves that out.",
    body: taking({ question: filled, k: { ...counted, maximum: 200 }, only: filled, explain: flag }, ["question"]),
    gives: found,
    run: searching,
  },
  {
    method: "POST",
    path: "/api/route",
    summary: "How a question would be answered, why, and in which steps.",
    body: taking({ question: filled }, ["question"]),
    gives: route,
    async run({ host, body: { question } }: Call<{ question: string }>) {
      const { route: planned, steps } = await plan(host.session, { question });
      return { ...planned, steps };
    },
  },
  {
    method: "POST",
    path: "/api/policy",
    summary: "What a shell command may do, and whether the profile allows it; it is not run.",
    body: taking({ command: filled, profile: text }, ["command"]),
    gives: judged,
    run: ({ host, body: { command, profile } }: Call<{ command: string; profile?: string }>) =>
      host.within(profile === undefined ? {} : { profile }, (session) => policyOf(session, command)),
  },
  {
    method: "POST",
    path: "/api/audit",
    summary:
      "Checks a text against the folder, sentence by sentence: one of its files by `path`, or a `text` of one's own.",
    body: taking({ text: filled, path: filled }),
    gives: shape({ sentences: list(audited) }),
    streams: true,
    run: auditing,
  },
  {
    method: "POST",
    path: "/api/ingest",
    summary: "Brings the index of the folder up to date, and says what could not be read.",
    body: taking({ paths: list(filled), rebuild: flag, vectors: flag }),
    gives: shape({ documents: whole, chunks: whole, added: whole, changed: whole, deleted: whole, skipped: list({}) }),
    streams: true,
    run: ingesting,
  },
  {
    method: "GET",
    path: "/api/files",
    summary:
      "The files asked about, and what could not be seen, and how the index has them; `words` stand in the path, `from` skips some.",
    query: { from: whole, limit: counted, words: text },
    gives: shape({
      files: list(text),
      documents: list(document),
      of: whole,
      skipped: list(shape({ path: text, code: text, message: text })),
    }),
    async run({ host, query: { from = 0, limit = Number.POSITIVE_INFINITY, words = "" }, signal }) {
      const [seen] = await discreet(host.session.observer)([{ see: "universe" }], signal);
      const { files, skipped } = seen!.seen as Universe;
      const all = files.filter((path) => path.toLowerCase().includes(String(words).toLowerCase()));
      const given = all.slice(Number(from), Number(from) + Number(limit));
      return { files: given, documents: await documentsOf(host.session, given), of: all.length, skipped };
    },
  },
  {
    method: "GET",
    path: "/api/source",
    summary:
      "Lines of a file as it is now, secrets replaced; the first is 1. Of a PDF and other documents that are `converted`, lines of the text that was read from them, with the `parts` that begin in it; `page` and `heading` name the part to begin at.",
    query: { path: filled, from: counted, to: counted, page: counted, heading: text },
    gives: source,
    run({ host, query: { path, from = 1, to, page, heading }, signal }) {
      if (path === undefined) throw invalid("path: it is missing");
      const range = { from: Number(from), to: Number(to ?? Number(from) + most - 1), most };
      const [file, { observer }] = [String(path), host.session];
      if (!isConverted(file)) return sourceLines(observer, file, range);
      const part = { page: page as number | undefined, heading: heading as string | undefined };
      return convertedLines(observer, file, { ...range, ...part }, signal);
    },
  },
  {
    method: "GET",
    path: "/api/disagreements",
    summary: "Where two documents say otherwise, as far as answers came upon it: both places, and in what.",
    gives: shape({ disagreements: list(disagreement), runs: whole }),
    run: ({ host }) => contradictionsIn(host.folder),
  },
  {
    method: "GET",
    path: "/api/map",
    summary: "What the files name most; with `entity`, what it is related to; with `to`, how the two are.",
    query: { entity: filled, to: filled, k: { ...counted, maximum: 500 } },
    gives: mapped,
    async run({ host: { session }, query: { entity, to, k = 15 }, signal }) {
      const note = await freshenMap(session, signal);
      const said = note === null ? {} : { note };
      const asked = { entity: entity as string | undefined, to: to as string | undefined, most: Number(k) };
      return { ...(await mapData(session.folder, asked)), ...said };
    },
  },
  {
    method: "GET",
    path: "/api/map/view",
    summary: "The address of the map's page, for a frame.",
    query: { entity: filled },
    gives: shape({ url: text }),
    run: ({ query: { entity }, url }) => ({
      url: url(`/view/map${entity === undefined ? "" : `?entity=${encodeURIComponent(String(entity))}`}`),
    }),
  },
  {
    method: "GET",
    path: "/view/map",
    summary: "What the files name, or what lies around one entity, as a page of its own.",
    query: { entity: filled },
    gives: "text/html",
    async run({ host, query: { entity }, signal }) {
      await freshenMap(host.session, signal);
      return html(await mapPageApart(host.folder, entity === undefined ? undefined : String(entity)));
    },
  },
];

/** Lines of a source that are given at once. */
const most = 2000;

/** Vectors that one search makes first: some seconds. */
const few = 300;

type Searching = { question: string; k?: number; only?: string; explain?: boolean };

async function searching({
  host: { session },
  body: { question, k = 8, only, explain = true },
  signal,
}: Call<Searching>) {
  const { glob, fields } = only === undefined ? { fields: [] } : readOnly(only);
  const note = await freshen(session, few, signal);
  const scoped = glob === undefined ? session : narrowed(session, glob);
  try {
    return { ...(await search(scoped, question, k, { explain, fields })), ...(note === null ? {} : { note }) };
  } finally {
    if (scoped !== session) await scoped.close();
  }
}

type Ingesting = { paths?: string[]; rebuild?: boolean; vectors?: boolean };

async function ingesting({ host: { session }, body, request, signal }: Call<Ingesting>) {
  const { paths: named = [], ...options } = body;
  const paths = named.map((path) => resolve(session.folder.root, path));
  if (!wantsEvents(request)) return await ingestPaths(session, paths, { ...options, signal });
  return eventStream((gone) =>
    progressing((watch) => ingestPaths(session, paths, { ...options, signal: gone, watch })),
  );
}

async function auditing({ host, body, request, signal }: Call<{ text?: string; path?: string }>) {
  const { text: said, path } = body;
  if ((said === undefined) === (path === undefined)) throw invalid("one of text and path");
  const given = path === undefined ? { text: said! } : { path };
  if (!wantsEvents(request)) return await auditGiven(host, given, { signal });
  return eventStream((gone) =>
    progressing((watch) => {
      const tell = (done: number, total: number) =>
        watch({ type: "progress", path: "audit", text: `sentence ${done + 1} of ${total}`, done, total });
      return auditGiven(host, given, { signal: gone, tell });
    }),
  );
}

/** Work as its progress, the latest first seen, then what it gives. */
export async function* progressing(work: (watch: (event: Event) => void) => Promise<object>): AsyncGenerator<Sent> {
  let latest: Event | undefined;
  let changed = Promise.withResolvers<void>();
  let ended = false;
  const wake = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const result = work((event) => {
    latest = event;
    wake();
  });
  const end = () => {
    ended = true;
    wake();
  };
  result.then(end, end);
  while (!ended) {
    const waiting = changed.promise;
    if (latest !== undefined) {
      const event = latest;
      latest = undefined;
      yield { event: event.type, data: event };
    } else await waiting;
  }
  try {
    yield { event: "done", data: await result };
  } catch (thrown) {
    yield { event: "error", data: { error: failureOf(thrown).error } };
  }
}
