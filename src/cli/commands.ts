import type { ParseArgsConfig } from "node:util";
import type { Brief } from "./brief.ts";
import type { Call, Run } from "./call.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

export type Command = {
  usage: string;
  summary: string;
  options: Options;
  /** Runs in a process of its own, which another one can end: it makes an end of its own at a signal, or has a budget. */
  supervised?: boolean;
  /** What it does where no process supervises it. */
  brief?: () => Promise<{ brief: (call: Call) => Promise<Brief> }>;
  load: () => Promise<{ run: Run }>;
};

const flag = { type: "boolean" } as const;
const text = { type: "string" } as const;
const common: Options = {
  dir: text,
  json: flag,
  yes: flag,
  quiet: { ...flag, short: "q" },
  help: { ...flag, short: "h" },
};

/** Every command. Loading this table loads none of them. */
export const commands: Record<string, Command> = {
  ask: {
    usage: 'ask "QUESTION"',
    summary: "answer a question about the folder, with evidence",
    options: {
      ...common,
      batch: text,
      engine: text,
      preset: text,
      goal: text,
      profile: text,
      model: { ...text, multiple: true },
      only: text,
      "no-cache": flag,
      "budget-ms": text,
      "budget-tokens": text,
      "dry-run": flag,
      background: flag,
      as: text,
      watch: flag,
    },
    supervised: true,
    brief: () => import("./brief.ts"),
    load: () => import("./ask.ts"),
  },
  chat: {
    usage: "chat",
    summary: "ask one question after another; `and in src?` goes on from the last",
    options: {
      ...common,
      continue: { ...flag, short: "c" },
      engine: text,
      profile: text,
      model: { ...text, multiple: true },
      only: text,
      "budget-ms": text,
      "budget-tokens": text,
      "no-cache": flag,
    },
    supervised: true,
    load: () => import("./chat.ts"),
  },
  check: {
    usage: 'check "CLAIM"',
    summary: "prove or refute a claim about the folder",
    options: { ...common, batch: text, "no-act": flag },
    load: () => import("./check.ts"),
  },
  rules: {
    usage: "rules [test|explain ID]",
    summary: "list the rules that conclude from what was seen, run their examples, or show one",
    options: common,
    load: () => import("./rules.ts"),
  },
  audit: {
    usage: "audit FILE [--html FILE] | FOLDER | FILE FILE…",
    summary:
      "check a text of your own against the folder, sentence by sentence; or texts of the folder against each other",
    options: { ...common, html: text },
    supervised: true,
    load: () => import("./audit.ts"),
  },
  route: {
    usage: 'route "QUESTION"',
    summary: "show how a question would be answered, and why: by its words, or with --dir by what is in that folder",
    options: { ...common, batch: text },
    load: () => import("./route.ts"),
  },
  ingest: {
    usage: "ingest [PATH...]",
    summary: "bring the index of the folder up to date, and say what could not be read",
    options: { ...common, rebuild: flag, "no-vectors": flag },
    supervised: true,
    load: () => import("./ingest.ts"),
  },
  search: {
    usage: 'search "QUESTION"',
    summary: "show the passages that fit a question",
    options: { ...common, batch: text, explain: flag, k: { ...text, short: "k" }, only: text },
    supervised: true,
    load: () => import("./search.ts"),
  },
  map: {
    usage: "map [ENTITY [ENTITY]]",
    summary: "show what the files name, how an entity is related to others, and how two are",
    options: { ...common, html: flag, k: { ...text, short: "k" } },
    supervised: true,
    load: () => import("./map.ts"),
  },
  code: {
    usage: "code [PATH]",
    summary: "measure a code base: complexity, structure, hotspots, duplicates, tests, security, documentation, risk",
    options: {
      ...common,
      kernel: { ...text, multiple: true },
      diff: text,
      present: flag,
      model: { ...text, multiple: true },
      html: text,
      sarif: text,
      markdown: text,
      schema: flag,
    },
    supervised: true,
    load: () => import("./code.ts"),
  },
  policy: {
    usage: "policy COMMAND",
    summary: "say what a shell command may do, and whether the profile allows it, without running it",
    options: { ...common, batch: text, profile: text },
    load: () => import("./policy.ts"),
  },
  runs: {
    usage: "runs",
    summary: "list the runs recorded for the folder",
    options: { ...common, watch: flag },
    load: () => import("./runs.ts"),
  },
  trace: {
    usage: "trace RUN [FILE]",
    summary: "print what a run did, or put it into a page",
    options: { ...common, mermaid: flag, html: flag, reasoning: flag, otlp: flag, texts: flag },
    load: () => import("./trace.ts"),
  },
  replay: {
    usage: "replay RUN",
    summary: "execute a run again from its record alone",
    options: common,
    load: () => import("./replay.ts"),
  },
  resume: {
    usage: "resume RUN",
    summary: "go on with a run that was interrupted or waits for an answer",
    options: { ...common, answer: text, approve: flag, deny: flag },
    supervised: true,
    load: () => import("./resume.ts"),
  },
  fork: {
    usage: "fork RUN --at SEQ",
    summary: "begin a new run from a node of a recorded one, with another model or other words of prompts if named",
    options: { ...common, at: text, model: { ...text, multiple: true }, prompts: text },
    supervised: true,
    load: () => import("./fork.ts"),
  },
  verify: {
    usage: "verify RUN|FILE | verify --all",
    summary: "check a run's record and its claims, or those of every run, without any model",
    options: { ...common, all: flag, head: text, key: text },
    load: () => import("./verify.ts"),
  },
  keys: {
    usage: "keys",
    summary: "show your public signing key, made when there is none",
    options: common,
    load: () => import("./keys.ts"),
  },
  serve: {
    usage: "serve",
    summary: "answer over HTTP: a page, an API, OpenAI's interface and MCP, for this machine alone",
    options: {
      ...common,
      port: text,
      host: text,
      open: flag,
      engine: text,
      profile: text,
      model: { ...text, multiple: true },
    },
    supervised: true,
    load: () => import("./serve.ts"),
  },
  mcp: {
    usage: "mcp [tools [NAME] | trust NAME]",
    summary:
      "let an agent ask about the folder: the Model Context Protocol over stdin and stdout; list the tools of your own servers, or agree to them",
    options: { ...common, engine: text, profile: text, model: { ...text, multiple: true }, revoke: flag },
    supervised: true,
    load: () => import("./mcp.ts"),
  },
  feedback: {
    usage: 'feedback RUN good|bad|"TEXT" | feedback --reset',
    summary:
      "say whether an answer was good: bad ones are not given again, engines that plan learn from it, and 20 of them move routing a little, until --reset",
    options: { ...common, reset: flag },
    load: () => import("./feedback.ts"),
  },
  export: {
    usage: "export RUN [FILE]",
    summary: "write a run into one file that `ergo verify FILE` checks anywhere",
    options: common,
    load: () => import("./export.ts"),
  },
  models: {
    usage: "models [list | pull NAME | remove NAME | probe NAME]",
    summary: "show, fetch, remove and measure models",
    options: common,
    supervised: true,
    load: () => import("./models.ts"),
  },
  eval: {
    usage: "eval SUITE",
    summary: "measure which engine and model answer a suite of scenarios, against the bare model",
    options: {
      ...common,
      engine: { ...text, multiple: true },
      model: { ...text, multiple: true },
      repeat: text,
      html: text,
      adopt: flag,
    },
    supervised: true,
    load: () => import("./eval.ts"),
  },
  trust: {
    usage: "trust [DIR]",
    summary: "let a folder's ergo.yaml count in full, as it is now; list what is trusted",
    options: { ...common, revoke: flag },
    load: () => import("./trust.ts"),
  },
  forget: {
    usage: "forget PATH|RUN...",
    summary: "remove what was derived from a file, a folder or a glob, which stay, or a run",
    options: { ...common, "dry-run": flag },
    load: () => import("./forget.ts"),
  },
  clean: {
    usage: "clean",
    summary: "keep runs and indexes within the limits of age and size; show what takes space",
    options: { ...common, "dry-run": flag },
    load: () => import("./clean.ts"),
  },
  config: {
    usage: "config",
    summary: "print the configuration in force and where it comes from",
    options: { ...common, schema: flag },
    load: () => import("./config.ts"),
  },
  doctor: {
    usage: "doctor",
    summary: "check what Ergo needs on this machine",
    options: { ...common, speed: flag },
    supervised: true,
    load: () => import("./doctor.ts"),
  },
};
