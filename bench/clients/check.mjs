// What the programs of this folder share: one JSON line a check.

export const base = process.env.ERGO_BASE;
export const key = process.env.ERGO_KEY;
export const leave = "How many days of paid leave do employees get?";
export const count = "How many Markdown files are there?";

export async function check(name, work) {
  try {
    await work();
    console.log(JSON.stringify({ check: name, ok: true }));
  } catch (thrown) {
    console.log(JSON.stringify({ check: name, ok: false, why: String(thrown?.stack ?? thrown).slice(0, 400) }));
  }
}

export function holds(text, ...words) {
  for (const word of words)
    if (!String(text).includes(word)) throw new Error(`no "${word}" in ${JSON.stringify(text)}`);
}

/** That work is refused, with words in what it says. */
export async function refused(work, ...words) {
  let said;
  try {
    said = await work();
  } catch (thrown) {
    holds(`${thrown.status ?? thrown.statusCode ?? ""} ${thrown.message}`, ...words);
    return;
  }
  throw new Error(`it was not refused: ${JSON.stringify(said)?.slice(0, 200)}`);
}
