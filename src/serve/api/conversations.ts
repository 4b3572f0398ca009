import { ErgoError } from "../../core/error.ts";
import { conversation, counted, flag, list, shape, text, whole } from "../../host/shapes.ts";
import { erase } from "../../runtime/index/erase.ts";
import { conversationsOf } from "../../runtime/record/conversations.ts";
import { runsOf } from "../../runtime/record/runs.ts";
import type { Route } from "../route.ts";

/** Runs of one session each. */
export const conversationRoutes: Route[] = [
  {
    method: "GET",
    path: "/api/conversations",
    summary: "Runs of one session each, the one gone on with last first; `words` stand in the first question.",
    query: { from: whole, limit: { ...counted, maximum: 1000 }, words: text },
    gives: shape({ conversations: list(conversation), of: whole }),
    run({ host, query: { from = 0, limit = 100, words = "" } }) {
      const sought = String(words).toLowerCase().trim();
      const all = conversationsOf(host.folder).filter(({ question }) => question.toLowerCase().includes(sought));
      return { conversations: all.slice(Number(from), Number(from) + Number(limit)), of: all.length };
    },
  },
  {
    method: "DELETE",
    path: "/api/conversations/:session",
    summary:
      "Removes the runs of a session, those forked from them, and what is remembered of them; with `dry` says which that would be. `others` of them are of other sessions.",
    query: { dry: flag },
    gives: shape({ runs: list(text), others: whole }),
    run({ host: { folder }, params, query: { dry = false } }) {
      const all = runsOf(folder).filter(({ status }) => status !== "missing");
      const own = all.flatMap(({ run, session }) => (session === params.session ? [run] : []));
      if (params.session === "" || own.length === 0)
        throw new ErgoError("RUN_UNKNOWN", { run: params.session!, dir: folder.root });
      const { runs, left } = erase(folder, own, dry === true);
      if (left.length > 0) throw new ErgoError("RUNS_BUSY", { dir: folder.root });
      const names = runs.map(({ run }) => run);
      return { runs: names, others: names.filter((run) => !own.includes(run)).length };
    },
  },
];
