import { createInterface, type Interface, type Key } from "node:readline";
import { Writable } from "node:stream";
import { visible } from "../../core/visible.ts";
import { note } from "../print.ts";

/** Where a person talks to a chat. */
export type Terminal = {
  /** The next line of the user; null when that one leaves. */
  line(prompt: string): Promise<string | null>;
  /** The answer to a question that was just put: nothing typed before counts. Null for Esc, or when the user leaves. */
  reply(prompt: string): Promise<string | null>;
  /** Does work that Esc or Ctrl-C ends politely. What is typed meanwhile stands at the next prompt. */
  during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  close(): void;
};

/** An Esc alone is told from a key that begins with one by what follows within so many milliseconds. */
const escapeWait = 50;

/** What the terminal is at: whom the next line is for, what was typed before somebody waited, and which work goes on. */
type State = {
  asking: Interface;
  waiting: { is: "line" | "reply"; resolve(text: string | null): void } | null;
  early: string[];
  working: AbortController | null;
  hinted: boolean;
  open: boolean;
};

/** Opens the terminal that stdin and stderr are. `history`, oldest first, is what the arrow keys bring back. */
export function openTerminal(history: string[], completer: (line: string) => string[]): Terminal {
  const { output, mute } = muted(process.stderr);
  const asking = createInterface({
    input: process.stdin,
    output,
    terminal: true,
    // What the folder keeps of a chat is no more the user's own word than its files are.
    history: history.map(visible).toReversed(),
    removeHistoryDuplicates: true,
    escapeCodeTimeout: escapeWait,
    completer: (line: string) => [completer(line), line],
  });
  const state: State = { asking, waiting: null, early: [], working: null, hinted: false, open: true };
  listen(state);
  return {
    async line(prompt) {
      const typed = state.early.shift();
      if (typed === undefined) return await next(state, "line", prompt);
      note(`${prompt}${typed}`);
      return typed;
    },
    async reply(prompt) {
      state.early.length = 0;
      mute(true);
      drop(asking);
      mute(false);
      return await next(state, "reply", prompt);
    },
    async during(work) {
      const controller = new AbortController();
      // Who ends the process does not ask on.
      const abort = () => {
        controller.abort();
        asking.close();
      };
      state.working = controller;
      mute(true);
      process.on("SIGTERM", abort);
      try {
        return await work(controller.signal);
      } finally {
        process.off("SIGTERM", abort);
        mute(false);
        state.working = null;
      }
    },
    close: () => asking.close(),
  };
}

function listen(state: State): void {
  const { asking } = state;
  const pressed = (_: string | undefined, key: Key | undefined) => {
    if (key?.name === "escape") escaped(state);
  };
  process.stdin.on("keypress", pressed);
  asking.on("SIGINT", () => interrupted(state));
  asking.on("line", (line) => {
    state.hinted = false;
    if (state.waiting) settle(state, line);
    else state.early.push(line);
  });
  // A "y" is no question to come back to.
  asking.on("history", (lines: string[]) => {
    if (state.waiting?.is === "reply") lines.shift();
  });
  asking.on("close", () => {
    state.open = false;
    process.stdin.off("keypress", pressed);
    settle(state, null);
  });
}

function escaped(state: State): void {
  if (state.working) state.working.abort();
  else drop(state.asking);
  if (state.waiting?.is !== "reply") return;
  note("");
  settle(state, null);
}

function interrupted(state: State): void {
  const { asking } = state;
  if (state.working) state.working.abort();
  else if (asking.line !== "") drop(asking);
  else if (state.waiting?.is === "reply") escaped(state);
  else if (state.hinted) asking.close();
  else {
    state.hinted = true;
    note("", "(Ctrl-C again, Ctrl-D or /exit leaves)");
    asking.prompt();
  }
}

/** Empties the line that is being typed. */
function drop(asking: Interface): void {
  asking.write(null, { ctrl: true, name: "e" });
  asking.write(null, { ctrl: true, name: "u" });
}

function settle(state: State, text: string | null): void {
  const { waiting } = state;
  state.waiting = null;
  waiting?.resolve(text);
}

async function next(state: State, is: "line" | "reply", prompt: string): Promise<string | null> {
  if (!state.open) return null;
  return await new Promise((resolve) => {
    state.waiting = { is, resolve };
    state.asking.setPrompt(prompt);
    state.asking.prompt(true);
  });
}

/** A stream that says nothing while it is muted: what is typed during an answer would stand in the midst of it. */
function muted(stream: NodeJS.WriteStream): { output: Writable; mute(on: boolean): void } {
  let silent = false;
  const output = new Writable({
    write(chunk, _, done) {
      if (!silent) stream.write(chunk);
      done();
    },
  });
  Object.defineProperty(output, "columns", { get: () => stream.columns });
  stream.on("resize", () => output.emit("resize"));
  return { output, mute: (on) => (silent = on) };
}
