// A run whose question is answered once more, otherwise: the fork shares the lines before it, the run stays as it was.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, fork, openSession, replay, resume, verify } from "../src/index.ts";

const dir = mkdtempSync(join(tmpdir(), "example-"));
for (const file of ["spring/garden/snowdrop.md", "summer/garden/poppy.md", "summer/garden/rose.md"]) {
  mkdirSync(join(dir, file, ".."), { recursive: true });
  writeFileSync(join(dir, file), "a flower\n");
}

const session = await openSession({ dir, models: ["worker=none"] });
const asked = await ask(session, { question: "How many files are in garden?" });
console.log(`${asked.status}: ${asked.answer}`);
const spring = await resume(session, asked.run, { reply: "spring/garden" });
console.log(spring.answer);

const again = await fork(session, asked.run, 0);
const summer = await resume(session, again.run, { reply: "summer/garden" });
console.log(summer.answer);

for (const { run, answer } of [spring, summer]) {
  const { intact } = await verify(session, run);
  console.log(`${run}: intact ${intact}, replayed alike ${(await replay(session, run)).answer === answer}`);
}
await session.close();
