import type { ParseArgsConfig } from "node:util";
import type { Run } from "./call.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

export type Command = {
  usage: string;
  summary: string;
  options: Options;
  /** Runs in a process of its own, which another one can end: it makes an end of its own at a signal, or has a budget. */
  supervised?: boolean;
  load: () => Promise<{ run: Run }>;
};

/** Options of every command, with the sentence that `ergo help` prints for each. */
export const optionHelp: Record<string, string> = {
  dir: "the folder asked about (default: the current one)",
  json: "print one JSON object",
  batch: "read JSON Lines from a file (- for stdin) and answer each line",
  yes: "go on in your home folder or in /; trust without being asked",
  quiet: "print no progress",
  help: "print this",
  goal: "the claim to be decided, move by move (engine tutor)",
  engine: "use this engine whatever the route says",
  profile: "what may be done: safe, read, dev, sovereign",
  model: "ROLE=NAME, for instance worker=ollama:qwen3:4b, worker=PATH.gguf or worker=none; may be repeated",
  explain: "say why each passage was found",
  only: "range over the files that match this glob alone",
  k: "how many passages (default: 8), or neighbours (default: 15)",
  "no-cache": "answer anew, whatever was answered before",
  continue: "go on with the last session of the folder",
  "no-vectors": "make no vectors; search by words and names",
  rebuild: "drop the index and read every file again",
  "budget-ms": "stop after so many milliseconds",
  "budget-tokens": "stop after so many tokens",
  "dry-run": "show what would be done, and stop",
  "no-act": "judge from what is known; look at nothing",
  mermaid: "draw the run's engine as a Mermaid diagram",
  html: "put the run or the map into one self-contained page: FILE, or stdout",
  all: "every run of the folder, also those whose record is missing",
  head: "the SHA-256 that the trace must end in",
  key: "the public key that must have signed it, or a file that holds that key",
  answer: "the answer to what the run asks",
  approve: "say yes to what the run asks",
  deny: "say no to what the run asks",
  at: "the line of the run to fork at; rounded down to a node's start",
  revoke: "trust the folder no longer",
  schema: "print the JSON Schema of ergo.yaml",
  speed: "measure how fast this machine's model reads and writes",
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
      goal: text,
      profile: text,
      model: { ...text, multiple: true },
      only: text,
      "no-cache": flag,
      "budget-ms": text,
      "budget-tokens": text,
      "dry-run": flag,
    },
    supervised: true,
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
    usage: "audit FILE [--html FILE]",
    summary: "check a text of your own against the folder, sentence by sentence",
    options: { ...common, html: text },
    supervised: true,
    load: () => import("./audit.ts"),
  },
  route: {
    usage: 'route "QUESTION"',
    summary: "show how a question would be answered, and why",
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
  policy: {
    usage: "policy COMMAND",
    summary: "say what a shell command may do, and whether the profile allows it, without running it",
    options: { ...common, batch: text, profile: text },
    load: () => import("./policy.ts"),
  },
  runs: {
    usage: "runs",
    summary: "list the runs recorded for the folder",
    options: common,
    load: () => import("./runs.ts"),
  },
  trace: {
    usage: "trace RUN [FILE]",
    summary: "print what a run did, or put it into a page",
    options: { ...common, mermaid: flag, html: flag },
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
    summary: "begin a new run from a node of a recorded one",
    options: { ...common, at: text },
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
  feedback: {
    usage: 'feedback RUN good|bad|"TEXT"',
    summary: "say whether an answer was good: bad ones are not given again, and engines that plan learn from it",
    options: common,
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
  trust: {
    usage: "trust [DIR]",
    summary: "let a folder's ergo.yaml count in full, as it is now; list what is trusted",
    options: { ...common, revoke: flag },
    load: () => import("./trust.ts"),
  },
  forget: {
    usage: "forget PATH...",
    summary: "remove what was derived from a file, a folder or a glob; the files stay",
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
