/**
 * What a command may do, judged from its text: read files, write in the folder, reach outside of the folder, use the
 * network, run programs that can't be judged themselves, or destroy what can't be had back; `unknown` where nothing can
 * be said.
 */
export const commandEffects = ["read", "write", "outside", "network", "exec", "unknown", "destructive"] as const;
export type CommandEffect = (typeof commandEffects)[number];

/** A judged command: its effects in the order above, and a sentence for each, which names the word that decided. */
export type Judgement = { effects: CommandEffect[]; reasons: string[] };

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
};

/** Runs commands confined to the folder. `writable`: the folder may be changed, but for what configures or records. */
export type Sandbox = {
  run(command: Command, options: { writable: boolean; signal?: AbortSignal }): Promise<Ran>;
};
