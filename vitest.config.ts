import { defineConfig } from "vitest/config";
import { summary } from "./test/summary.ts";

/** Tests that try to take all processes, memory and disk of the machine: nothing else runs beside them. */
const greedy = ["test/escape/limits.test.ts", "test/escape/process.test.ts"];

export default defineConfig({
  test: {
    reporters: ["default", summary],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
    // What a test has to fetch, it says.
    env: { ERGO_PULL: "never" },
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: greedy,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: "greedy", include: greedy, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
