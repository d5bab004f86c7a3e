import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that load or kill whole services, or measure real time: each needs the machine for itself. */
const alone = [
  "server/test/crash/{failover,kill-postgres,kill-server,rolling-restart,upgrade}.test.ts",
  "server/src/http/slow-clients.test.ts",
];

/** Starts, stops and kills without a load. */
const kills = [
  "server/test/crash/{fault-points,full-disk,one-folder,restore,stalled-log,stop-signals}.test.ts",
];

/** Minutes each: starting and stopping processes, browsers in all sizes, jumping clocks, data of old releases. */
const deep = ["{packages,server,web,tools}/**/*.deep.test.ts"];

/** Install hundreds of megabytes from registries: `npm run test:medusa` and `npm run test:frameworks`. */
const medusa = ["server/test/medusa/**/*.test.ts"];
const frameworks = ["server/test/frameworks/**/*.test.ts"];

/** In both tiers: a sample in `npm test`, the rest in the deep one (`server/test/harness/tier.ts`). */
const sampled = [
  "server/test/simulation/simulation.test.ts",
  "server/test/contract/fuzz.test.ts",
  "server/test/e2e/idempotency.test.ts",
  "server/test/e2e/pages.test.ts",
];

/** Small files that take minutes. */
const longest = [
  ...sampled,
  "server/test/contract/access.test.ts",
  "server/test/contract/access-right.test.ts",
  "server/test/contract/examples.test.ts",
  "server/test/e2e/first-payment.test.ts",
  "server/test/migrations/squash.test.ts",
  "server/test/screens/every-page.browser.deep.test.ts",
  "server/test/e2e/demonstration.deep.test.ts",
  "server/test/crash/fault-points.test.ts",
  "web/account/pages.browser.deep.test.ts",
  "server/src/invariants/scale.deep.test.ts",
  "server/test/screens/first-live-payment.browser.deep.test.ts",
  "server/test/screens/jobs-of-on-call.browser.deep.test.ts",
  "server/test/e2e/mtn-momo.deep.test.ts",
  "server/test/e2e/processes.deep.test.ts",
  "server/test/e2e/go-live.deep.test.ts",
  "server/test/e2e/kept-releases.deep.test.ts",
];

/** On a fresh clone files are ordered by size, and the longest would begin last, with one core idle next to it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const common = {
  globalSetup: ["server/test/harness/global-setup.ts"],
  pool: "forks" as const,
  // More than one step of a browser may take, whose failure names the step.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Expected changes come at once on a quiet machine; on a busy one a second is not enough.
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  // The command line imports the client by its name; here it is its sources, as in the command line's own build.
  resolve: { alias: { "@cauris/sdk": join(import.meta.dirname, "sdk/js/src/index.ts") } },
  test: {
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./server/test/harness/closing-line-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          ...common,
          name: "quick",
          include: [
            "packages/**/*.test.ts",
            "server/**/*.test.ts",
            "web/**/*.test.ts",
            "tools/**/*.test.ts",
            "sdk/js/**/*.test.ts",
            "shops/**/*.test.ts",
            "cli/**/*.test.ts",
          ],
          exclude: [...alone, ...kills, ...deep, ...medusa, ...frameworks],
          maxWorkers: 2,
          // Both workers load and compile the service once instead of once a file, which was a third of the tier's time.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: "deep",
          include: [...deep, ...kills, ...sampled],
          exclude: alone,
          env: { TEST_TIER: "deep" },
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { ...common, name: "medusa", include: medusa, sequence: { groupOrder: 3 } },
      },
      {
        extends: true,
        test: { ...common, name: "frameworks", include: frameworks, sequence: { groupOrder: 4 } },
      },
      {
        extends: true,
        test: { ...common, name: "alone", include: alone, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
