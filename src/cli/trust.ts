import { createInterface } from "node:readline/promises";
import { ErgoError } from "../core/error.ts";
import { visible } from "../core/visible.ts";
import { ergoHome } from "../runtime/session/folder.ts";
import { type Offer, offerOf } from "../runtime/settings/config.ts";
import { readFolderFile, readTrusted, setTrust, trustIn, trustRoot } from "../runtime/settings/trust.ts";
import type { Call } from "./call.ts";
import { note, print, printJson } from "./print.ts";
import { type Text, told } from "./text.ts";

/** What `ergo trust` says of a folder, or of a setting that goes beyond what the user allows without it. */
type Check = { name: string; ok: boolean; detail: string; remedy: string };

export async function run({ values, words }: Call): Promise<number> {
  const [dir = values.dir as string | undefined, ...more] = words;
  if (more.length > 0) throw new ErgoError("USAGE", { detail: "one folder: ergo trust DIR" });
  const home = ergoHome();
  if (dir === undefined) return list(home, values);
  return values.revoke ? await revoke(home, dir, values) : await trust(home, trustRoot(dir), values);
}

async function trust(home: string, root: string, values: Call["values"]): Promise<number> {
  const offer = await offerOf(home, root);
  if (offer === undefined) throw new ErgoError("USAGE", { detail: `${root} has no ergo.yaml to trust` });
  const checks = offer.widens.map(({ key, now, wanted }) => ({
    name: key,
    ok: true,
    detail: `${JSON.stringify(now)} -> ${JSON.stringify(wanted)}`,
    remedy: "",
  }));
  if (!values.json) print(...show(offer, checks));
  const agreed = Boolean(values.yes) || (!values.json && (await confirmed(root)));
  if (agreed) await setTrust(home, root, offer.hash);
  if (values.json) printJson({ ok: agreed, checks, dir: root, file: offer.file, hash: offer.hash });
  if (!agreed) throw new ErgoError("TRUST_UNCONFIRMED", { dir: root });
  if (!values.json) print(`trusted as it is now; when the file changes, it is not trusted any more`);
  return 0;
}

function show({ file, widens }: Offer, checks: Check[]): Text[] {
  if (widens.length === 0) return [`${file} asks for nothing beyond what you allow`];
  return [`${file} goes beyond what you allow:`, ...checks.map(({ name, detail }) => `  ${name}: ${detail}`)];
}

/** Asks a person; where none is there, nobody says yes. */
async function confirmed(root: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(`trust ${visible(root)}? [y/N] `)).trim());
  } finally {
    asking.close();
  }
}

/** A folder that is gone can be revoked by the path that it was trusted by. */
async function revoke(home: string, dir: string, values: Call["values"]): Promise<number> {
  const known = readTrusted(home);
  const root = Object.hasOwn(known, dir) ? dir : trustRoot(dir);
  const was = Object.hasOwn(known, root);
  if (was) await setTrust(home, root, null);
  const detail = was ? "not trusted any more" : "was not trusted";
  if (values.json) printJson({ ok: true, checks: [{ name: root, ok: true, detail, remedy: "" }] });
  else print(`${root}: ${detail}`);
  return 0;
}

function list(home: string, values: Call["values"]): number {
  const trusted = readTrusted(home);
  const checks = Object.keys(trusted)
    .sort()
    .map((root) => ({ name: root, ...stateOf(root, trusted) }));
  if (values.json) printJson({ ok: checks.every(({ ok }) => ok), checks });
  else if (checks.length === 0) note("no folder is trusted");
  else for (const { name, detail, remedy } of checks) print(...told(`${name}: `, { message: detail, remedy }));
  return 0;
}

function stateOf(root: string, trusted: ReturnType<typeof readTrusted>): Omit<Check, "name"> {
  const remedy = `look at its ergo.yaml, then \`ergo trust ${root}\`; or \`ergo trust ${root} --revoke\``;
  try {
    const theirs = readFolderFile(root);
    if (theirs === undefined) return { ok: false, detail: "has no ergo.yaml any more", remedy };
    if (trustIn(trusted, root, theirs) === "yes") return { ok: true, detail: "trusted", remedy: "" };
    return { ok: false, detail: "has changed, so it may only narrow", remedy };
  } catch (thrown) {
    return { ok: false, detail: thrown instanceof Error ? thrown.message : String(thrown), remedy };
  }
}
