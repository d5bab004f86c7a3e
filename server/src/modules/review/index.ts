export type { AskNow } from "./ask-now.ts";
export { createReviewModule } from "./module.ts";
export { subjectIdText } from "./subjects.ts";
