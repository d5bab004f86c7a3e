/** Changes the rules of money, one small mistake at a time, and counts those that no unit test notices. */
export default {
  mutate: [
    "server/src/kit/money.ts",
    "server/src/modules/ledger/{postings,charge-postings,refund-postings}.ts",
    "server/src/modules/payments/attempt/decide-attempt.ts",
    "server/src/modules/payments/change/decide-end.ts",
    "server/src/modules/payments/held/decide-review.ts",
    "server/src/modules/payments/outcome/{decide-outcome,outcome-policy}.ts",
    "server/src/modules/payments/refunds/rules.ts",
    "server/src/modules/payments/session/rules.ts",
    "server/src/modules/routing/{choose,fees,rules}.ts",
    "server/src/modules/webhooks/rules.ts",
  ],
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  testRunner: "vitest",
  vitest: { configFile: "tools/mutation/vitest.config.ts", related: true },
  // Stryker reads tsconfig with an interface that TypeScript 7 no longer has; a name that does not exist is skipped.
  tsconfigFile: "none.json",
  coverageAnalysis: "perTest",
  timeoutMS: 30_000,
  concurrency: 2,
  thresholds: { high: 95, low: 90, break: 85 },
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: "tools/mutation/report.json" },
  tempDirName: ".stryker-tmp",
  ignorePatterns: ["dist", "data", "bench", "docs", "tools/mutation/node_modules"],
};
