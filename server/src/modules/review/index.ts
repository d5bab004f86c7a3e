export type { AskNow } from "./ask-now.ts";
export { createReviewModule } from "./module.ts";
export { heldSource, unresolvedSource } from "./sources.ts";
export { readDecisionsOf } from "./store.ts";
export { subjectIdText } from "./subjects.ts";
export type { MoneyDecision } from "./types.ts";
