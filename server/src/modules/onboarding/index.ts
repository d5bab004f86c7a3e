import type { OnboardingDeps } from "./deps.ts";
import { createKybDocuments } from "./documents.ts";
import { createDossiers } from "./dossiers.ts";
import { createReviews } from "./review.ts";

export type { OnboardingDeps } from "./deps.ts";
export { onboardingErrors } from "./errors.ts";
export { onboardingRoutes } from "./routes.ts";
export { type SeededDocument, writeApprovedDossier } from "./seed.ts";
export { carryInForce } from "./store.ts";
export { type DocumentType, documentTypes, type LegalProfile } from "./types.ts";

export type Onboarding = ReturnType<typeof createOnboarding>;

/** Everything about the dossiers of merchants: what merchants write and what operators decide. */
export function createOnboarding(deps: OnboardingDeps) {
  const documents = createKybDocuments(deps);
  return { dossiers: createDossiers(deps), documents, reviews: createReviews(deps, documents) };
}
