import { ErgoError } from "../../core/error.ts";
import { conversation, counted, list, shape, text, whole } from "../../host/shapes.ts";
import { erase } from "../../runtime/index/erase.ts";
import { conversationsOf } from "../../runtime/record/conversations.ts";
import { runsOf } from "../../runtime/record/runs.ts";
import type { Call, Route } from "../route.ts";

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
    summary: "Removes the runs of a session, those forked from them, and what is remembered of them.",
    gives: shape({ runs: list(text) }),
    run({ host: { folder }, params }: Call) {
      const runs = runsOf(folder).filter(({ session, status }) => session === params.session && status !== "missing");
      if (params.session === "" || runs.length === 0)
        throw new ErgoError("RUN_UNKNOWN", { run: params.session!, dir: folder.root });
      const erased = erase(
        folder,
        runs.map(({ run }) => run),
      );
      if (erased === null) throw new ErgoError("RUNS_BUSY", { dir: folder.root });
      return { runs: erased.runs.map(({ run }) => run) };
    },
  },
];
