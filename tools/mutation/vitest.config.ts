import { defineConfig } from "vitest/config";

/** Tables of unit tests only: they say in milliseconds what a change of a rule breaks, without a database. */
export default defineConfig({
  test: {
    include: [
      "server/src/kit/money*.test.ts",
      "server/src/modules/ledger/*postings.test.ts",
      "server/src/modules/payments/{attempt,change,held,outcome,session}/*.test.ts",
      "server/src/modules/payments/refunds/rules.test.ts",
      "server/src/modules/routing/{choose,fees,rules}.test.ts",
      "server/src/modules/webhooks/rules.test.ts",
    ],
    // The first run of all counts what each test covers, which makes the longest table many times slower.
    testTimeout: 60_000,
  },
});
