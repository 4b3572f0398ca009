import { defineConfig } from "vitest/config";
import { summary } from "./test/summary.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", summary],
    testTimeout: 120_000,
    hookTimeout: 600_000,
    maxWorkers: 2,
  },
});
