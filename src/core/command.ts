/**
 * What a command may do, judged from its text: read files, write in the folder, reach outside of the folder, use the
 * network, run programs that can't be judged themselves, or destroy what can't be had back; `unknown` where nothing can
 * be said.
 */
export const commandEffects = ["read", "write", "outside", "network", "exec", "unknown", "destructive"] as const;
export type CommandEffect = (typeof commandEffects)[number];

/** A path outside of the folder that a command reads or writes. `system`: folders of programs and their settings;
 * `temporary`: /tmp and the like; `protected`: what configures or records, such as .git; `unknown`: it may lie anywhere. */
export type Reach = {
  path: string;
  does: "read" | "write";
  place: "system" | "temporary" | "protected" | "elsewhere" | "unknown";
};

/**
 * What a command may lose that lies in the folder: the content of a file at `path` or, where that is a folder, of one of the
 * `names` in it (null: of any). With `path` null it is lost whatever is there. `why` is a sentence.
 */
export type Loss = { path: string | null; names?: string[] | null; why: string };

/**
 * A judged command: its effects in the order above, and sentences, each of which names the word that decided. `reaches`
 * lists the paths outside of the folder, `apart` whether `outside` means more than those paths,
 * `losses` what is written in the folder where something may be already.
 */
export type Judgement = {
  effects: CommandEffect[];
  reasons: string[];
  reaches: Reach[];
  apart: boolean;
  losses: Loss[];
};

/** Judges a command without running it: a shell line, or the words of one program. Never throws. */
export type Judge = (command: string | string[]) => Promise<Judgement>;

/** A program to run: its words, a folder below the root to stand in, and what it reads from standard input. */
export type Command = { argv: string[]; cwd?: string; stdin?: string };

/** How a command ended. Text is UTF-8 with broken bytes replaced; `cut` says that more came than was kept. */
export type Ran = {
  exit: number | null;
  /** The signal that ended it, for instance "SIGKILL". */
  signal: string | null;
  stdout: string;
  stderr: string;
  cut: boolean;
  /** The limit that ended it, for instance "time". */
  limit: string | null;
  ms: number;
  /** Paths that it made although nothing may write there; they were taken away again. */
  undone: string[];
  /** Files that it left giving whoever runs them the rights of their owner; they don't any more. */
  cleared: string[];
};

/** Runs commands confined to the folder. `writable`: the folder may be changed, but for what configures or records. */
export type Sandbox = {
  run(command: Command, options: { writable: boolean; signal?: AbortSignal }): Promise<Ran>;
};
