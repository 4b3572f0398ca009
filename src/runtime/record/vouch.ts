import { type Head, headOf, listHeads } from "../../trace/heads.ts";
import { decode, folderMark, identityIn } from "../../trace/line.ts";
import { rawLines, runNamed } from "../../trace/read.ts";
import { type Chain, verifyChain } from "../../trace/verify.ts";
import type { Folder } from "../session/folder.ts";
import { type Attested, attest, type Fault } from "../settings/keys.ts";
import type { Unpacked } from "./export.ts";

/** What a record is held against: the head it must end in, and the public key that must have signed it. */
export type Known = { head?: string; key?: string };

/**
 * A record held against what vouches for it from outside of the folder. `faults` show that it is another one, `doubts`
 * that nobody but the folder says that it is the one.
 */
export type Vouched = { chain: Chain; doubts: Fault[] } & Attested;

/** Holds the trace of a run against the user's list of heads, and what else is known. Throws TRACE_READ, and USAGE for what is no key. */
export function vouch(file: string, { root, home }: Folder, { head, key }: Known): Vouched {
  const run = runNamed(file);
  const { noted, doubt } = headOf(listHeads(home), run, root);
  const chain = verifyChain(file, { head: doubt === undefined ? noted?.head : undefined });
  const { signed, faults } = attest(noted?.signed, { run, head: chain.head }, key);
  const due = mismatch(chain, head);
  const known = head !== undefined || chain.head === noted?.head;
  const doubts = [
    ...(known ? [] : [unknownHead(`${doubt}; it may be another's record under this name`)]),
    ...elsewhere(file, root, noted),
  ];
  return { chain, signed, faults: [...due, ...faults], doubts: chain.intact ? doubts : [] };
}

/** Holds an export against the head that it names itself, any that the user's list has for its run, and what else is known. */
export function vouchForExport(
  { run, head: own, signed: by, file, faults }: Unpacked,
  home: string,
  { head, key }: Known,
): Vouched {
  const chain = verifyChain(file, { head: own });
  const { heads } = listHeads(home);
  const noted = heads.filter((each) => each.run === run).map((each) => each.head);
  const attested = attest(by ?? undefined, { run, head: chain.head }, key);
  const broken = faults.map((message) => ({ where: "the export", code: "EXPORT_BROKEN", message }));
  const strange = noted.length > 0 && !noted.includes(chain.head) ? mismatch(chain, noted.at(-1)) : [];
  const known = head !== undefined || key !== undefined || noted.length > 0;
  const doubt = "nothing but the export says that this is its head: --head names one that you kept, --key whose it is";
  return {
    chain,
    signed: attested.signed,
    faults: [...mismatch(chain, head), ...strange, ...attested.faults, ...broken],
    doubts: known ? [] : [unknownHead(doubt)],
  };
}

function mismatch(chain: Chain, due: string | undefined): Fault[] {
  if (due === undefined || due === chain.head) return [];
  const message = `the trace ends in ${chain.head}; the head known for it is ${due}`;
  return [{ where: "the head", code: "HEAD_MISMATCH", message }];
}

function unknownHead(message: string): Fault {
  return { where: "the head", code: "HEAD_UNKNOWN", message };
}

/** A record that was copied from another folder, or whose folder was moved: what it says is of that one. */
function elsewhere(file: string, root: string, noted: Head | undefined): Fault[] {
  const [first] = rawLines(file);
  const line = first && decode(first.bytes);
  const folder = line && identityIn(line)?.folder;
  if (folder === undefined ? noted === undefined || noted.dir === root : folder === folderMark(root)) return [];
  const of = noted && noted.dir !== root ? noted.dir : "another folder";
  return [{ where: "the folder", code: "FOLDER_OTHER", message: `the run was about ${of}, not about ${root}` }];
}
