import { ErgoError, reason } from "../../core/error.ts";
import type { Input } from "./encoding.ts";
import type { Computed, Load } from "./onnx.ts";
import { startWorker, type Worker } from "./worker.ts";

/** Computes inputs in other processes. */
export type Pool = {
  /** What was computed, in the order of the inputs. Throws MODEL_FAILED, CANCELLED, or what `prepare` threw. */
  compute(inputs: Input[], signal?: AbortSignal): Promise<Computed[]>;
  close(): Promise<void>;
};

export type PoolOptions = {
  /** The model's name, for errors. */
  name: string;
  /** At most so many processes, of one thread each. */
  most: number;
  /** What to load; looked up each time that a process is started. */
  prepare(): Promise<Load>;
};

/** Inputs from `next` on were not handed to a worker yet; `computed` were. */
type Call = {
  inputs: Input[];
  outputs: Computed[];
  next: number;
  computed: number;
  resolve(outputs: Computed[]): void;
  reject(error: unknown): void;
};

/** A place for a process. It is busy while that starts or computes. */
type Lane = { worker?: Worker; busy: boolean; idle?: NodeJS.Timeout };

type State = PoolOptions & { calls: Call[]; lanes: Lane[]; starting: Set<Promise<void>>; closed: boolean };

/** A group ends at so many inputs or characters: a question waits for one group at most. */
const groupSize = 8;
const groupLength = 2000;

/** A further process is started for so many waiting inputs: fewer are computed in the time that starting takes. */
const worthStarting = 64;
const idleMs = 5_000;

/**
 * The first call starts a process, which is kept until `close`. More are started where much is to be computed, and end
 * when they have been idle. A process that died is replaced. Of overlapping calls the one with the fewest inputs left
 * goes first.
 */
export function openPool(options: PoolOptions): Pool {
  const state: State = { ...options, calls: [], lanes: [], starting: new Set(), closed: false };
  return {
    async compute(inputs, signal) {
      if (state.closed) throw closedError(state);
      if (signal?.aborted) throw new ErgoError("CANCELLED");
      if (inputs.length === 0) return [];
      const { promise, resolve, reject } = Promise.withResolvers<Computed[]>();
      const call: Call = { inputs, outputs: [], next: 0, computed: 0, resolve, reject };
      const abort = () => drop(state, call, new ErgoError("CANCELLED"));
      signal?.addEventListener("abort", abort);
      state.calls.push(call);
      dispatch(state);
      return promise.finally(() => signal?.removeEventListener("abort", abort));
    },
    async close() {
      state.closed = true;
      for (const call of [...state.calls]) drop(state, call, closedError(state));
      await Promise.all(state.starting);
      await Promise.all([...state.lanes].map((lane) => retire(state, lane)));
    },
  };
}

/** Hands groups to free processes, and starts one where that is worth it. */
function dispatch(state: State) {
  state.lanes = state.lanes.filter(({ busy, worker }) => busy || worker?.alive());
  for (;;) {
    const waiting = state.calls.filter(({ inputs, next }) => next < inputs.length);
    const [first, ...rest] = waiting;
    if (!first) return;
    const inputs = waiting.reduce((sum, call) => sum + left(call), 0);
    const { lanes, starting, most } = state;
    const wanted = lanes.length === 0 || (starting.size === 0 && inputs >= worthStarting && lanes.length < most);
    if (wanted) start(state);
    const lane = lanes.find(({ busy }) => !busy);
    if (!lane) return;
    void run(
      state,
      lane,
      rest.reduce((least, call) => (left(call) < left(least) ? call : least), first),
    );
  }
}

function start(state: State) {
  const lane: Lane = { busy: true };
  state.lanes.push(lane);
  const started = begin(state, lane).finally(() => state.starting.delete(started));
  state.starting.add(started);
}

async function begin(state: State, lane: Lane) {
  try {
    lane.worker = await startWorker(state.prepare);
    lane.busy = false;
    if (!state.closed) rest(state, lane);
  } catch (error) {
    state.lanes = state.lanes.filter((each) => each !== lane);
    // With others at work it goes on with those, and does not try again.
    if (state.lanes.length > 0) state.most = state.lanes.length;
    else for (const call of [...state.calls]) drop(state, call, failedError(state, error));
  }
}

async function run(state: State, lane: Lane, call: Call) {
  clearTimeout(lane.idle);
  lane.busy = true;
  const from = call.next;
  const inputs = takeGroup(call);
  try {
    const reply = await lane.worker!.ask({ inputs });
    if (reply.ok) settle(state, call, from, reply.outputs);
    else drop(state, call, failedError(state, new Error(reply.detail)));
  } catch (error) {
    drop(state, call, failedError(state, error));
  }
  lane.busy = false;
  rest(state, lane);
}

/** After a group: the next one, else a process beyond the first ends in a while. */
function rest(state: State, lane: Lane) {
  dispatch(state);
  if (lane.busy || state.lanes[0] === lane) return;
  lane.idle = setTimeout(() => void retire(state, lane), idleMs).unref();
}

async function retire(state: State, lane: Lane) {
  state.lanes = state.lanes.filter((each) => each !== lane);
  clearTimeout(lane.idle);
  await lane.worker?.end();
}

function settle(state: State, call: Call, from: number, outputs: Computed[]) {
  for (const [at, output] of outputs.entries()) call.outputs[from + at] = output;
  call.computed += outputs.length;
  if (call.computed < call.inputs.length) return;
  state.calls = state.calls.filter((each) => each !== call);
  call.resolve(call.outputs);
}

function drop(state: State, call: Call, error: unknown) {
  state.calls = state.calls.filter((each) => each !== call);
  call.reject(error);
}

function takeGroup(call: Call): Input[] {
  const from = call.next;
  for (
    let length = 0;
    call.next < call.inputs.length && call.next - from < groupSize && length < groupLength;
    call.next++
  ) {
    const [text, passage = ""] = call.inputs[call.next]!;
    length += text.length + passage.length;
  }
  return call.inputs.slice(from, call.next);
}

function left({ inputs, next }: Call): number {
  return inputs.length - next;
}

function closedError({ name }: State): ErgoError {
  return new ErgoError("MODEL_FAILED", { model: name, detail: "it was closed" });
}

function failedError({ name }: State, error: unknown): unknown {
  return error instanceof ErgoError ? error : new ErgoError("MODEL_FAILED", { model: name, detail: reason(error) });
}
