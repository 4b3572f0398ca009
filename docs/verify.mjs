// Checks an export of a run (`ergo export RUN run.ergo`) with nothing but Node: `node verify.mjs run.ergo [ed25519:KEY]`.
// It says whether every byte is as it was written, who signed it, and what was claimed on which evidence. It proves no claim again:
// that takes `ergo verify run.ergo`, which repeats every check over the recorded observations.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const [file, key] = process.argv.slice(2);
if (file === undefined) fail("usage: node verify.mjs run.ergo [ed25519:KEY]");

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const zeros = "0".repeat(64);

const bytes = readFileSync(file);
const raw = [];
for (let from = 0; from < bytes.length; ) {
  const end = bytes.indexOf(10, from);
  if (end < 0) fail("the file ends inside a line");
  raw.push(bytes.subarray(from, end + 1));
  from = end + 1;
}
const cover = parse(raw[0], "the cover");
if (cover.export !== 1) fail("this is no export of a run");
const trace = raw.slice(1, cover.lines + 1);
if (trace.length !== cover.lines) fail(`it holds ${trace.length} lines of the trace; there were ${cover.lines}`);

// Payloads lie behind the trace, each under the SHA-256 of its text.
const payloads = new Map();
for (const [at, each] of raw.slice(cover.lines + 1).entries()) {
  const { blob, text } = parse(each, `payload ${at + 1}`);
  if (sha256(text) !== blob) fail(`payload ${at + 1} is not the text that its name says`);
  payloads.set(blob, text);
}

// Each line holds the SHA-256 of the line before it; a pause or an end is sealed with a hash over itself.
let before = zeros;
const lines = trace.map((each, at) => {
  const line = parse(each, `line ${at}`);
  if (line.prev !== before) fail(`line ${at} does not follow from the line before it`);
  if (/^run\.(end|pause)$/.test(line.type)) checkSeal(each, line, at);
  before = sha256(each);
  return line;
});
if (before !== cover.head) fail("the trace does not end in the head that the cover names");

// What is signed names the run and its head, and the head stands for every byte before it.
let signed = "not signed";
if (cover.signed) {
  const { by, signature } = cover.signed;
  const open = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: by.replace("ed25519:", "") }, format: "jwk" });
  const message = Buffer.from(`ergo head 1\n${cover.run}\n${cover.head}\n`);
  if (!verify(null, message, open, Buffer.from(signature, "base64url"))) fail("the signature is not that of its key");
  if (key !== undefined && key !== by) fail(`it is signed by ${by}, not by ${key}`);
  signed = `signed by ${by}`;
} else if (key !== undefined) fail("it is not signed");

const answer = dataOf(lines.findLast(({ type }) => type === "run.answer"));
if (answer === undefined) fail("the run has no answer");
const known = new Map(answer.evidence.map((each) => [each.id, each]));
for (const each of answer.evidence)
  if (sha256(each.text) !== each.textHash) fail(`the text of evidence ${each.id} is not the one that was hashed`);
for (const { text, verdict, evidence } of answer.claims) {
  if ((verdict === "proven" || verdict === "supported") && evidence.length === 0) fail(`nothing holds up "${text}"`);
  for (const id of evidence) if (!known.has(id)) fail(`"${text}" rests on evidence ${id}, which is not there`);
}

console.log(
  `${file}: as it was written, ${lines.length} lines, ${payloads.size} payloads, head ${cover.head}, ${signed}`,
);
console.log(`\nQ  ${answer.question}\nA  ${answer.answer.split("\n").join("\n   ")}\n`);
for (const { text, verdict, evidence, formal } of answer.claims) {
  console.log(`${verdict}: ${formal ?? text}`);
  for (const id of evidence) {
    const { path = "", lines: place, source } = known.get(id);
    console.log(`  ${id} ${path}${place ? `:${place[0]}-${place[1]}` : ""}${source ? `, SHA-256 ${source.hash}` : ""}`);
  }
}

/** The seal is the SHA-256 of the line with zeros in the place of the seal. */
function checkSeal(each, { data }, at) {
  const { seal, head } = data;
  if (head !== before) fail(`line ${at} is sealed over another head`);
  const text = each.toString().replace(`"seal":"${seal}"`, `"seal":"${zeros}"`);
  if (sha256(text) !== seal) fail(`the seal of line ${at} is broken`);
}

/** The data of a line, from its payload where it lies in one. */
function dataOf(line) {
  if (line === undefined) return undefined;
  const { blob } = line.data;
  if (blob === undefined) return line.data;
  if (!payloads.has(blob)) fail(`the payload ${blob} is not there`);
  return JSON.parse(payloads.get(blob));
}

function parse(each, what) {
  try {
    return JSON.parse(each.toString());
  } catch {
    fail(`${what} is no JSON`);
  }
}

function fail(why) {
  console.error(`NOT as it was written: ${why}`);
  process.exit(4);
}
