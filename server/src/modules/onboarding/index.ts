export { endingPapersSource } from "./ending-papers.ts";
export { onboardingRoutes } from "./routes.ts";
export { type SeededDocument, writeApprovedDossier } from "./seed.ts";
export { createOnboarding, type Onboarding } from "./service.ts";
export { carryInForce } from "./store.ts";
export { createPaperExpiry } from "./tell-ending.ts";
export type { DocumentType, LegalProfile } from "./types.ts";
