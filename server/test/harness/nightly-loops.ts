/** Background loops that look at all that happened: tests that are about them run them by name. */
export const nightlyLoops: ReadonlySet<string> = new Set(["invariants", "reconciliation", "reports"]);
