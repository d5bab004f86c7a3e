import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Whole services under load, killed, and what is measured on the machine's own clock: each wants the machine for itself. */
const alone = ["server/test/crash/**/*.test.ts", "server/src/http/slow-clients.test.ts"];

/** Small files that take minutes. */
const longest = ["server/test/simulation/simulation.test.ts", "server/test/e2e/pages.test.ts"];

/** On a fresh clone files go by their size, and the longest would begin last, with one core idle beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** What is waited for comes at once on a quiet machine; on a busy one a second is not enough. */
const patient = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./server/test/harness/closing-line-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "product",
          include: ["server/**/*.test.ts", "web/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: alone,
          globalSetup: ["server/test/harness/global-setup.ts"],
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: patient,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          globalSetup: ["server/test/harness/global-setup.ts"],
          pool: "forks",
          maxWorkers: 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: patient,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
