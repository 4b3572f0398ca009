// A graph of one's own: throw a die until it shows a six. `node examples/01-graph.ts`
import { define, draw, END, memoryJournal, run } from "../src/flow.ts";

type State = { throws: number[] };

const dice = define<State, string>()({
  name: "dice",
  start: "THROW",
  nodes: {
    THROW: {
      to: ["LOOK"],
      async run({ throws }, ctx) {
        // The effect is recorded: run again over the same journal, the die shows what it showed.
        const eyes = await ctx.do({
          type: "die",
          effect: "read",
          request: { sides: 6 },
          run: async () => 1 + Math.floor(Math.random() * 6),
        });
        return { state: { throws: [...throws, eyes] }, next: "LOOK" };
      },
    },
    LOOK: {
      to: ["THROW", END],
      async run(state) {
        return { state, next: state.throws.at(-1) === 6 ? END : "THROW" };
      },
    },
  },
  respond: ({ throws }, stop) => `${stop} after ${throws.length} throws: ${throws.join(" ")}`,
});

const journal = memoryJournal();
const options = { journal, budget: { iterations: 100 } };
const first = await run(dice, { throws: [] }, options);
const again = await run(dice, { throws: [] }, options);
console.log(`${first.output}\nagain: ${again.output}\n${draw(dice, journal.lines)}`);
