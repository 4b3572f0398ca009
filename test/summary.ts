import type { Reporter, TestModule } from "vitest/node";

/** Ends a test run with the reason of every skipped test and one plain line of counts. */
export const summary: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.state() === "failed" && [...module.children.allTests()].length === 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const result = test.result();
        counts[result.state] += 1;
        if (result.state === "skipped") console.log(`skipped: ${test.fullName}: ${result.note ?? "no reason given"}`);
      }
    }
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`);
  },
};
