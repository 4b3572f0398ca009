import { failureOf, get, stream } from "./api.js";

/** How long a server that does not answer is waited for; milliseconds between two looks, and the looks. */
const pause = 1500;
const looks = 80;

/**
 * Follows a run until it ends, pauses or breaks off: `begun` is the door that begins it or goes on with it, with its body, or the `run`
 * alone. Where the connection breaks off it goes on behind the last line that was seen. `tell` hears each event, and `silent` with how
 * often the server did not answer in a row. `seen.run` is its name as soon as that is known. Gives `{ run, status, answer }`; throws
 * what keeps it from beginning, what it failed with, and UNREACHABLE.
 */
export async function followed({ path, body, run = null }, { signal, tell, seen = {} }) {
  const told = { line: -1, answer: null, failure: null };
  seen.run = run;
  const hear = (event, data) => {
    if (event === "error") told.failure = data.error;
    else if (event === "answer") told.answer = data.answer;
    else if (event === "line") {
      told.line = data.line.seq;
      seen.run ??= data.line.data?.run ?? null;
    }
    tell(event, data);
  };
  let door = path === undefined ? null : { path, body };
  for (let silent = 0; silent < looks; ) {
    const begins = door !== null;
    const { path: way, ...how } = door ?? { path: `/api/runs/${seen.run}/events`, after: told.line };
    door = null;
    const broken = await stream(way, { ...how, signal }, hear).then(
      () => null,
      (thrown) => thrown,
    );
    if (told.answer && begins) return { run: told.answer.run, status: null, answer: told.answer };
    if (told.failure) throw told.failure;
    signal.throwIfAborted();
    if (seen.run === null || (broken && isRefusal(broken))) throw broken ?? failureOf(null);
    const state = await get(`/api/runs/${seen.run}`).catch((thrown) => {
      if (isRefusal(thrown)) throw thrown;
      return null;
    });
    if (state && state.run.status !== "running") return { ...state.run, answer: state.answer };
    // Another process goes on with it: an answer that is recorded is an earlier one.
    told.answer = null;
    silent = state ? 0 : silent + 1;
    if (silent > 0) tell("silent", silent);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw failureOf(null);
}

/** Whether a server said it; else none was heard. */
function isRefusal(thrown) {
  return typeof thrown.code === "string";
}
