export { type AskNow, createAskNow } from "./ask-now.ts";
export { createDecisions, type Decisions } from "./decisions.ts";
export type { ReviewDeps } from "./deps.ts";
export { createReviewReading, type ReviewReading } from "./reading.ts";
export { createReviewRoutes } from "./routes.ts";
export { subjectIdText } from "./subjects.ts";
