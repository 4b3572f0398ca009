import { expect, test } from "vitest";
import { engines } from "./registry.ts";

test("the row of an engine says its name and its version, and a version stands for one shape of its graph", async () => {
  const loaded = await Promise.all(engines.map(({ load }) => load()));
  expect(engines.map(({ name, version }) => ({ name, version }))).toEqual(
    loaded.map(({ name, version }) => ({ name, version })),
  );
  const steps = loaded.map(({ name, version, shape }) => {
    const nodes = Object.entries(shape.nodes).map(([node, { to }]) => `${node} > ${to.join(", ")}`);
    return `${name} ${version}: ${shape.start}; ${nodes.join("; ")}`;
  });
  // A shape that changes changes what a recorded run goes on by: count the version of that engine up.
  expect(steps).toMatchInlineSnapshot(`
    [
      "direct 1: DIRECT_EXEC; DIRECT_EXEC > RESPOND; RESPOND > END",
      "cite 2: FIND; FIND > VERIFY; VERIFY > DIVIDE, RESPOND; DIVIDE > VERIFY; RESPOND > END",
      "survey 1: LOOK; LOOK > VERIFY, END; VERIFY > RESPOND; RESPOND > END",
      "act 1: PLAN; PLAN > EXECUTE, END; EXECUTE > VERIFY; VERIFY > END",
      "compute 1: WRITE; WRITE > COMPUTE, RESPOND; COMPUTE > COMPARE, RESPOND; COMPARE > RESPOND; RESPOND > END",
      "loop 2: CLASSIFY; CLASSIFY > PLAN, END; PLAN > EXECUTE; EXECUTE > EXECUTE, VERIFY; VERIFY > EXECUTE, RESPOND; RESPOND > END",
      "graph 3: CLASSIFY; CLASSIFY > DIRECT_EXEC, PLAN; DIRECT_EXEC > RESPOND; PLAN > EXECUTE, RESPOND; EXECUTE > EXECUTE, REFLECT, VERIFY; VERIFY > REFLECT, RESPOND; RESPOND > END; REFLECT > PLAN",
      "graph-v2 3: CLASSIFY; CLASSIFY > DIRECT_EXEC, PLAN; DIRECT_EXEC > RESPOND; PLAN > EXECUTE, RESPOND; EXECUTE > EXECUTE, REFLECT, VERIFY; VERIFY > REFLECT, RESPOND; RESPOND > END; REFLECT > EXECUTE, RESPOND",
      "guided 2: PLAN; PLAN > STEP, RESPOND, END; STEP > STEP, EVALUATE; EVALUATE > PLAN, RESPOND; RESPOND > END",
      "react 3: THINK; THINK > ACT, RESPOND, END; ACT > OBSERVE; OBSERVE > REFLECT; REFLECT > THINK, RESPOND; RESPOND > FALLBACK, END; FALLBACK > END",
      "contract 1: NEW; NEW > NORMALIZE, END; NORMALIZE > SOLVE, PRE_REVIEW; SOLVE > SOLVE, DECOMPOSE, PRE_REVIEW; DECOMPOSE > NORMALIZE, PRE_REVIEW; PRE_REVIEW > PEER_REVIEW; PEER_REVIEW > COLLAPSE; COLLAPSE > PRE_REVIEW, SOLVE, DECOMPOSE, END",
      "ensemble 1: ASK; ASK > MERGE, END; MERGE > END",
      "specialists 2: SPLIT; SPLIT > WORK, END; WORK > SYNTHESIZE; SYNTHESIZE > END",
      "hierarchy 2: PLAN; PLAN > WORK, END; WORK > VERIFY; VERIFY > REPLAN, MERGE; REPLAN > WORK; MERGE > END",
      "staged 1: ANALYZE; ANALYZE > WORK, MERGE, END; WORK > MERGE; MERGE > END",
      "tutor 2: PROPOSE; PROPOSE > PLAY, RESPOND, END; PLAY > PROPOSE; RESPOND > END",
    ]
  `);
});
