/**
 * Whether this run is `npm run test:deep`. Files in both tiers run a sample in `npm test`, and the rest here: more
 * seeds, more requests, more of them at once, payers without JavaScript.
 */
export const isDeep = process.env.TEST_TIER === "deep";
