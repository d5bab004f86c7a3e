import type { Reporter, TestModule } from "vitest/node";

/** Ends the run with one plain line, for programs that read logs: `412 passed, 0 failed, 3 skipped`. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      // A file that could not be loaded has no tests to count, but is a failure.
      if (module.errors().length > 0) count.failed += 1;
    }
    const failed = count.failed + unhandled.length;
    process.stdout.write(
      `\n${count.passed} passed, ${failed} failed, ${count.skipped + count.pending} skipped\n`,
    );
  }
}
