import { defineConfig } from "vitest/config";

const crash = "server/test/crash/**/*.test.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./server/test/harness/closing-line-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "product",
          include: ["server/**/*.test.ts", "web/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: [crash],
          globalSetup: ["server/test/harness/global-setup.ts"],
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole services under load, killed: each wants the machine for itself.
        extends: true,
        test: {
          name: "crash",
          include: [crash],
          globalSetup: ["server/test/harness/global-setup.ts"],
          pool: "forks",
          maxWorkers: 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
