import type { OnboardingDeps } from "./deps.ts";
import { createKybDocuments } from "./documents.ts";
import { createDossiers } from "./dossiers.ts";
import { createDossierReviews } from "./review.ts";

export type Onboarding = ReturnType<typeof createOnboarding>;

/** Merchants' dossiers: what merchants write and what operators decide. */
export function createOnboarding(deps: OnboardingDeps) {
  const documents = createKybDocuments(deps);
  return { dossiers: createDossiers(deps), documents, reviews: createDossierReviews(deps, documents) };
}
