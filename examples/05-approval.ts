// A run that waits for a person: it ends here, and another process may go on with it days later.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTrace, define, END, openTrace, run } from "../src/flow.ts";

const dir = mkdtempSync(join(tmpdir(), "example-"));
const place = { root: dir, state: join(dir, ".ergo"), home: join(dir, "home") };

const tidy = define<string, string>()({
  name: "tidy",
  start: "ASK",
  nodes: {
    ASK: {
      to: [END],
      async run(_, ctx) {
        const age = await ctx.ask({ kind: "question", text: "How old must a file be?", choices: ["a week", "a year"] });
        const yes = await ctx.ask({ kind: "approval", text: `Delete what is older than ${age}?` });
        return { state: yes ? `deletes what is older than ${age}` : "deletes nothing", next: END };
      },
    },
  },
  respond: (state, stop) => `${stop}: ${state}`,
});

let trace = createTrace(place, { run: "tidy", start: { session: "s", parent: null, question: "tidy up" } });
for (const reply of ["a week", true]) {
  const { stop, asked } = await run(tidy, "waits", { journal: trace });
  trace.pause({ stop, asked });
  console.log(`${stop}: ${asked[0]!.text} ${reply}`);
  trace = openTrace(place, { run: "tidy" });
  trace.reply(trace.asked[0]!, reply);
}
const { output, stop } = await run(tidy, "waits", { journal: trace });
console.log(`${output}; head ${trace.finish({ stop }).slice(0, 8)}`);
