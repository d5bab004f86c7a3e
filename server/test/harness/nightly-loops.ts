/** Background loops that look at a whole day: tests that are about them run them by name. */
export const nightlyLoops: ReadonlySet<string> = new Set(["invariants", "reconciliation"]);
