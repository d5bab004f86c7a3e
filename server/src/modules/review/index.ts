export { type AskNow, createAskNow } from "./ask-now.ts";
export { createDecisions } from "./decisions.ts";
export { createReviewReading } from "./reading.ts";
export { createReviewRoutes } from "./routes.ts";
export { subjectIdText } from "./subjects.ts";
