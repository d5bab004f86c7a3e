/**
 * Whether this run is `npm run test:deep`. Files that are in both tiers do a sample in `npm test`, and the rest here:
 * more seeds, more requests, payers without JavaScript.
 */
export const isDeep = process.env.TEST_TIER === "deep";
