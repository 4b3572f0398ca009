import type { Answer } from "../core/answer.ts";
import type { Event } from "../core/journal.ts";
import type { Schema } from "../core/schema.ts";
import { beginAsking } from "../host/asking.ts";
import { auditGiven } from "../host/audit.ts";
import { measure, measuredShape, measuring } from "../host/code.ts";
import type { Host } from "../host/host.ts";
import {
  answer as answerShape,
  audited as auditedShape,
  checked as checkedShape,
  filled,
  found as foundShape,
  judged as judgedShape,
  list,
  mapped,
  shape,
  taking,
  verified as verifiedShape,
} from "../host/shapes.ts";
import { mapData } from "../runtime/index/mapping.ts";
import { freshen, search } from "../runtime/index/search.ts";
import { verify } from "../runtime/record/verify.ts";
import { checkClaim } from "../runtime/run/check.ts";
import { freshenMap } from "../runtime/session/map.ts";
import { sayMap } from "../runtime/session/mapsaid.ts";
import { policyOf } from "../runtime/session/policy.ts";
import { engineNames } from "../runtime/session/session.ts";

/** A tool of the Model Context Protocol: what it is for, what it takes, and what it does. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  takes: Schema;
  /** What it gives as JSON. */
  gives: Schema;
  /** Whether it may change the folder, under this host's profile. */
  changes(host: Host): boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the input is what the schema beside it says.
  run(host: Host, input: any, watching: Watching): Promise<Given>;
};

/** What a tool gives: as text for a model, as JSON for a program, and the evidence that can be read. */
export type Given = { text: string; value: object; links?: { uri: string; name: string }[] };

type Watching = { signal: AbortSignal; watch: (event: Event) => void };

const never = () => false;

/** Vectors that one search makes first: some seconds. */
const few = 300;

export const tools: readonly Tool[] = [
  {
    name: "ask",
    title: "Ask about the folder",
    description:
      "Answers a question about the folder's files with evidence: each claim of the answer is proven, supported or not, and says what it rests on.",
    takes: taking(
      {
        ...{ question: filled, engine: { enum: engineNames() }, only: described("a glob of the files to range over") },
        session: described("the `session` of an earlier answer, to go on with that conversation"),
      },
      ["question"],
    ),
    gives: answerShape,
    changes: ({ session }) => session.config.profile === "dev" || session.config.profile === "sovereign",
    async run(host, input: { question: string; engine?: string; only?: string; session?: string }, { signal, watch }) {
      const live = beginAsking(host, input);
      const leave = () => live.stop();
      signal.addEventListener("abort", leave, { once: true });
      for await (const event of live.follow(-1, signal)) watch(event);
      signal.removeEventListener("abort", leave);
      const answer = await live.result;
      return { text: sayAnswer(answer), value: answer, links: linksOf(answer) };
    },
  },
  {
    name: "check",
    title: "Prove or refute a claim",
    description:
      'Judges a formal claim about the folder by looking, such as files("**/*.md") = 12, contains("a.md", "text") or exists("x"): provable, refutable or undecidable, and why.',
    takes: taking({ claim: filled }, ["claim"]),
    gives: checkedShape,
    changes: never,
    async run(host, { claim }: { claim: string }) {
      const checked = await checkClaim(host.session, claim);
      const reasons = [
        ...checked.because.map((each) => `because ${each}`),
        ...checked.needs.map((each) => `needs ${each}`),
      ];
      return { text: [`${checked.verdict}: ${checked.rendered}`, ...reasons].join("\n"), value: checked };
    },
  },
  {
    name: "search",
    title: "Find passages",
    description:
      "The passages of the folder's documents that fit a question, best first, each with its file and lines.",
    takes: taking({ question: filled, k: { type: "integer", minimum: 1, maximum: 50 } }, ["question"]),
    gives: foundShape,
    changes: never,
    async run(host, { question, k = 8 }: { question: string; k?: number }, { signal }) {
      const note = await freshen(host.session, few, signal);
      const found = await search(host.session, question, k);
      const hits = found.hits.map(({ rank, path, lines, text: said }) => `${rank}. ${place(path, lines)}\n${said}`);
      const shown = hits.length > 0 ? hits.join("\n\n") : "nothing found";
      return {
        text: note === null ? shown : `${shown}\n\nnote: ${note}`,
        value: note === null ? found : { ...found, note },
      };
    },
  },
  {
    name: "verify",
    title: "Verify a run",
    description:
      "Checks the record of an earlier answer and its claims again, without any model, and whether the files are still so.",
    takes: taking({ run: { ...filled, pattern: "^[\\w-]+$" } }, ["run"]),
    gives: verifiedShape,
    changes: never,
    async run(host, { run }: { run: string }) {
      const verified = await verify(host.session, run);
      const { intact, current, claims, problems } = verified;
      const state = `${intact ? "intact" : "not intact"}, ${current === null ? "not compared" : current ? "current" : "not current"}`;
      const said = problems.map(({ where, code, message }) => `${code} ${where}: ${message}`);
      return { text: [`${state}; ${claims} claims checked again`, ...said].join("\n"), value: verified };
    },
  },
  {
    name: "audit",
    title: "Check a text",
    description:
      "Checks a text sentence by sentence against the folder's files: proven, supported, contradicted or not found, each with what says so. Good for a draft, a summary or another model's answer.",
    takes: taking({ text: filled }, ["text"]),
    gives: shape({ sentences: list(auditedShape) }),
    changes: never,
    async run(host, { text: said }: { text: string }, { signal, watch }) {
      const tell = (done: number, total: number) =>
        watch({ type: "progress", path: "audit", text: `sentence ${done + 1} of ${total}`, done, total });
      const audited = await auditGiven(host, { text: said }, { signal, tell });
      const told = audited.sentences.map(({ verdict, text: each, because }) => `${verdict}: ${each} (${because})`);
      return { text: told.join("\n"), value: audited };
    },
  },
  {
    name: "map",
    title: "What files name",
    description:
      "What the folder's files name most; with an entity, what it is related to; with two, how they are related.",
    takes: taking({ entity: filled, to: filled, k: { type: "integer", minimum: 1, maximum: 100 } }),
    gives: mapped,
    changes: never,
    async run({ session }, { entity, to, k = 15 }: { entity?: string; to?: string; k?: number }, { signal }) {
      const note = await freshenMap(session, signal);
      const made = await mapData(session.folder, { entity, to, most: k });
      const value = note === null ? made : { ...made, note };
      return { text: sayMap(value), value };
    },
  },
  {
    name: "code",
    title: "Measure the code",
    description:
      "Measures the folder's code by kernels: risk, security, complexity, broken imports, cycles, dead code, duplicates, tests, documentation, files that change together; or what changed since a revision. The worst come first, each with its file and line.",
    takes: measuring,
    gives: measuredShape(),
    changes: never,
    run: measure,
  },
  {
    name: "policy",
    title: "Judge a command",
    description: "What a shell command may do, and whether the profile allows it. It is judged, never run.",
    takes: taking({ command: filled }, ["command"]),
    gives: judgedShape,
    changes: never,
    async run({ session }, { command }: { command: string }) {
      const judged = await policyOf(session, command);
      const verdict = judged.allowed ? "allowed" : "refused";
      return { text: [`${verdict}: ${judged.effects.join(", ")}`, ...judged.reasons].join("\n"), value: judged };
    },
  },
];

function described(description: string): Schema {
  return { ...filled, description };
}

function place(path: string, lines?: readonly number[]): string {
  return lines?.[0] ? `${path}:${lines[0]}` : path;
}

function sayAnswer({ answer, status, claims, evidence, run }: Answer): string {
  const said = claims.map(({ verdict, text: claim, evidence: ids }) => `${verdict}: ${claim} (${ids.join(", ")})`);
  const rests = evidence.map(
    ({ id, path, kind, lines, text: quoted }) => `${id} ${path ? place(path, lines) : kind}: ${quoted}`,
  );
  const waits = status === "waiting" ? `It waits for a reply: ergo resume ${run}` : `ergo verify ${run}`;
  return [answer, [...said, ...rests].join("\n"), `${status} · ${waits}`].filter((part) => part !== "").join("\n\n");
}

function linksOf({ run, evidence }: Answer): Given["links"] {
  const passages = evidence.map(({ id, path, lines, kind }) => ({
    uri: `ergo://passage/${run}/${id}`,
    name: path === undefined ? kind : place(path, lines),
  }));
  return [...passages, { uri: `ergo://trace/${run}`, name: `trace of ${run}` }];
}
