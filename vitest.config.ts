import { defineConfig } from "vitest/config";

/** Whole services under load, killed, and what is measured on the machine's own clock: each wants the machine for itself. */
const alone = ["server/test/crash/**/*.test.ts", "server/src/http/slow-clients.test.ts"];

export default defineConfig({
  test: {
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
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
