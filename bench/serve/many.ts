import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ingestPaths } from "../../src/runtime/index/ingest.ts";
import { ask } from "../../src/runtime/run/ask.ts";
import { openSession, type Session } from "../../src/runtime/session/session.ts";

/** Documents and their sections; each section is one passage. */
const sections = 10;
const places = ["hall", "cellar", "tower", "yard", "attic", "annex", "lock", "quay", "depot", "shed"];
const people = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Frances", "Tony", "Adele", "Niklaus"];
const things = ["gauge", "valve", "pump", "boiler", "crane", "switch", "meter", "sluice", "winch", "belt"];

/** Words of a section beyond the sentences that questions are about; the same for the same number. */
function filling(seed: number): string {
  const sentences: string[] = [];
  for (let at = 0; at < 9; at++) {
    const number = (seed * 31 + at * 17) % 1000;
    const [place, person] = [places[number % 10], people[(number >> 2) % 10]];
    sentences.push(
      `In week ${number % 52} of ${1950 + (number % 70)} the ${things[(number >> 1) % 10]} in ${place} ${number} was seen by ${person}.`,
    );
  }
  return sentences.join(" ");
}

function documentText(number: number): string {
  const parts = Array.from({ length: sections }, (_, at) => {
    const seed = number * sections + at;
    const [thing, place, person] = [things[seed % 10], places[number % 10], people[(seed >> 3) % 10]];
    return `## Report ${seed}\n\nThe ${thing} ${seed} stands in ${place} ${number % 97}. ${person} read it ${seed % 60} times.\n\n${filling(seed)}\n`;
  });
  return `# Register ${number}\n\n${parts.join("\n")}`;
}

/** Questions of the kinds that a folder is asked: exact ones, ones about texts, ones that nothing answers, a request that waits. */
function questionAt(at: number): string {
  const area = `area-${String(at % 100).padStart(2, "0")}`;
  const kinds = [
    `How many Markdown files are in registers/${area}?`,
    `Where does the ${things[at % 10]} ${at % 100} stand?`,
    `Is there a file called register-${at}.md?`,
    `Who wrote the sonnet number ${at}?`,
    "How many files are in hall?",
  ];
  return kinds[at % kinds.length]!;
}

/**
 * Fills a folder: first as many runs as are wanted, each asked of the program itself while there are few documents, then documents with so many
 * passages, then the index. Gives the milliseconds of the parts.
 */
export async function fill(dir: string, { runs, passages }: { runs: number; passages: number }) {
  for (const place of ["east/hall", "west/hall"]) {
    mkdirSync(join(dir, place), { recursive: true });
    writeFileSync(join(dir, place, "plan.txt"), `${place}\n`);
  }
  const documents = Math.ceil(passages / sections);
  write(dir, 0, Math.min(10, documents));
  const session = await openSession({ dir });
  const began = performance.now();
  try {
    let next = 0;
    await Promise.all(Array.from({ length: 8 }, () => asking(session, () => (next < runs ? next++ : undefined))));
    const asked = performance.now();
    write(dir, 10, documents);
    const written = performance.now();
    const { documents: read, chunks } = await ingestPaths(session, [], {});
    const ms = { asking: asked - began, reading: performance.now() - written };
    return { runs, documents: read, passages: chunks, ms };
  } finally {
    await session.close();
  }
}

function write(dir: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const place = join(dir, "registers", `area-${String(at % 100).padStart(2, "0")}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `register-${at}.md`), documentText(at));
  }
}

/** Every third question goes on with the conversation of the one before it. */
async function asking(session: Session, take: () => number | undefined): Promise<void> {
  let id = crypto.randomUUID();
  for (let at = take(); at !== undefined; at = take()) {
    if (at % 3 !== 0) id = crypto.randomUUID();
    await ask({ ...session, id, cache: false, attended: true }, { question: questionAt(at) });
  }
}
