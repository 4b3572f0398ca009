// A tool of one's own that changes something: journaled as intent and result, so that it is never done twice.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTrace, define, END, run, verifyChain } from "../src/flow.ts";

const dir = mkdtempSync(join(tmpdir(), "example-"));
const greet = define<{ names: string[] }, string>()({
  name: "greet",
  start: "WRITE",
  nodes: {
    WRITE: {
      to: [END],
      async run(state, ctx) {
        const write = (name: string) => ({
          type: "tool",
          effect: "write" as const,
          request: { file: `${name}.txt` },
          run: async () => writeFileSync(join(dir, `${name}.txt`), `Hello ${name}\n`) ?? name.length,
        });
        // Two at a time; a write that takes longer than a second is an error like any other.
        const sizes = await ctx.all("greet", state.names, (name, own) => own.do(write(name), { timeoutMs: 1000 }), {
          limit: 2,
        });
        return { state: { names: sizes.map((size) => `${size} letters`) }, next: END };
      },
    },
  },
  respond: ({ names }, stop) => `${stop}: ${names.join(", ")}`,
});

const place = { root: dir, state: join(dir, ".ergo"), home: join(dir, "home") };
const trace = createTrace(place, { run: "first", start: { session: "s", parent: null, question: "greet" } });
const { output, stop } = await run(greet, { names: ["Ada", "Grace"] }, { journal: trace });
trace.finish({ stop });
const { intact, events } = verifyChain(trace.file);
console.log(`${output}; ${events} events, intact ${intact}`);
