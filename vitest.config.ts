import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["server/**/*.test.ts", "web/**/*.test.ts", "tools/**/*.test.ts"],
    globalSetup: ["server/test/harness/global-setup.ts"],
    reporters: ["default", "./server/test/harness/closing-line-reporter.ts"],
    pool: "forks",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
