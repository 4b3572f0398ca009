// An engine of one's own: it looks into the README first, and what it shows is proven to stand there.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { define, END } from "../src/flow.ts";
import {
  addEngine,
  ask,
  blankDraft,
  type Draft,
  defineEngine,
  openSession,
  type Ports,
  type Progress,
  useTool,
} from "../src/index.ts";

const graph = define<Progress, Draft, Ports>()({
  name: "readme",
  start: "LOOK",
  nodes: {
    LOOK: {
      to: [END],
      async run(state, ctx, ports) {
        const { text, rests } = await useTool("look", { path: "README.md" }, { ctx, ports, task: state.task });
        const draft = rests.on === "claims" ? rests.draft : blankDraft("not_found", text);
        return { state: { ...state, draft }, next: END, stop: draft.stop };
      },
    },
  },
  respond: ({ draft }, stop) => draft ?? blankDraft(stop, "No answer."),
});
const about = { version: 1, for: "what the README says", steps: ["look into the README"], asks: [] };
addEngine(defineEngine({ ...about, graph, start: (from) => from }));
const dir = mkdtempSync(join(tmpdir(), "example-"));
writeFileSync(join(dir, "README.md"), "# Harbour\n\nThe lighthouse was built in 1911.\n");
const session = await openSession({ dir, engine: "readme", models: ["worker=none"] });
const { answer, claims } = await ask(session, { question: "What is this about?" });
console.log(answer, claims);
await session.close();
