import type { Draft } from "../core/answer.ts";
import type { Ports } from "../core/port.ts";
import type { EngineName } from "../core/route.ts";
import { direct } from "../engines/direct.ts";
import { loop, looping } from "../engines/loop.ts";
import { type Progress, short } from "../engines/state.ts";
import { define, END, type Graph } from "../flow/define.ts";

/**
 * A run: the route's engine, then the next stronger one if that had no plan. Each engine is a graph inside a node of
 * this one.
 */
export function think(ports: Ports, engine: EngineName): Graph<Progress, Draft> {
  return define<Progress, Draft>()({
    name: "ask",
    start: "ROUTE",
    nodes: {
      ROUTE: {
        to: ["DIRECT", "LOOP"],
        async run(state, ctx) {
          ctx.note("route.decided", state.task.route);
          return { state, next: engine === "direct" ? "DIRECT" : "LOOP" };
        },
      },
      DIRECT: {
        to: ["LOOP", END],
        async run(state, ctx) {
          const { output } = await ctx.run("direct", direct(ports), state);
          if (output.stop === "no_plan") return { state, next: "LOOP" };
          return { state: { ...state, draft: output }, next: END, stop: output.stop };
        },
      },
      LOOP: {
        to: [END],
        async run(state, ctx) {
          const { output } = await ctx.run("loop", loop(ports), looping(state));
          return { state: { ...state, draft: output }, next: END, stop: output.stop };
        },
      },
    },
    respond: short,
  });
}
