import { errors } from "../../http/errors.ts";
import type { Id } from "../../kit/ids.ts";
import { type MerchantRecord, merchantErrors } from "../merchants/index.ts";
import { onboardingErrors } from "./errors.ts";
import { missingProofs, requirementsOf } from "./requirements.ts";
import { changedFields, emptyProfile, invalid, isAwaited, isWritable, problem } from "./rules.ts";
import type { Dossier, Draft, KybDocument, LegalField, LegalProfile } from "./types.ts";

/** What of a document the rules look at. */
type Proof = Pick<KybDocument, "id" | "type" | "createdAtMs" | "acceptedAtMs" | "refusedAtMs">;

/** Refuses with KYB_USE_PROFILE_ENDPOINT a dossier that is approved or under review. Pure. */
export function refuseUnwritable({ status }: Pick<Dossier, "status">): void {
  if (!isWritable(status)) throw onboardingErrors.KYB_USE_PROFILE_ENDPOINT({ kybStatus: status });
}

/** Refuses with KYB_USE_PROFILE_ENDPOINT (an approved one) and MERCHANT_STATUS_CONFLICT. Pure. */
export function refuseUnsubmittable({ status }: Pick<Dossier, "status">): void {
  if (status === "APPROVED") throw onboardingErrors.KYB_USE_PROFILE_ENDPOINT({ kybStatus: status });
  if (status !== "DRAFT" && status !== "INFO_REQUESTED") {
    throw merchantErrors.MERCHANT_STATUS_CONFLICT({ kybStatus: status, event: "submit" });
  }
}

/**
 * The profile after a legal change of an approved dossier, and the fields that it changes. Refuses with
 * MERCHANT_KYB_NOT_APPROVED, and with VALIDATION_ERROR what changes nothing. Pure.
 */
export function changeOf(
  { status, inForce }: Pick<Dossier, "status" | "inForce">,
  changes: Partial<LegalProfile>,
): { readonly profile: LegalProfile; readonly changed: readonly LegalField[] } {
  if (status !== "APPROVED") throw notApproved({ status });
  const before = inForce ?? emptyProfile;
  const profile = { ...before, ...changes };
  const changed = changedFields(before, profile);
  if (changed.length === 0) {
    throw invalid([problem("", "body", "unchanged", "changes nothing of the approved profile")]);
  }
  return { profile, changed };
}

/**
 * Whether the merchant may withdraw its legal change: it waits, and no reviewer has read it since the approval. A change
 * that was rejected, or about which a reviewer asked, stays with the reviewers. Pure.
 */
export function isWithdrawable({
  status,
  draft,
  approvedAtMs,
  reviewStartedAtMs,
  requestedItems,
}: Pick<Dossier, "status" | "draft" | "approvedAtMs" | "reviewStartedAtMs" | "requestedItems">): boolean {
  if (status !== "SUBMITTED" || approvedAtMs === null || draft?.change == null) return false;
  return requestedItems.length === 0 && (reviewStartedAtMs ?? 0) <= approvedAtMs;
}

/** Refuses with MERCHANT_STATUS_CONFLICT a change that is not there, or that a reviewer has read. Pure. */
export function refuseWithdrawal(dossier: Parameters<typeof isWithdrawable>[0]): void {
  if (isWithdrawable(dossier)) return;
  throw merchantErrors.MERCHANT_STATUS_CONFLICT({ kybStatus: dossier.status, event: "withdrawChange" });
}

/** Refuses with KYB_SUPPLEMENTAL_DOCS_REQUIRED a change that the given documents do not prove. Pure. */
export function refuseUnproved(changed: readonly LegalField[], documents: readonly Proof[]): void {
  const missing = missingProofs(changed, documents);
  if (missing.length > 0) throw onboardingErrors.KYB_SUPPLEMENTAL_DOCS_REQUIRED({ documents: missing });
}

/** Refuses with VALIDATION_ERROR ids of documents that are not there (null: no id at all), or were approved before. Pure. */
export function refuseUsedProofs(ids: readonly (Id<"kybDocument"> | null)[], found: readonly Proof[]): void {
  const problems = ids.flatMap((id, index) => {
    const document = found.find((one) => one.id === id);
    if (document === undefined)
      return [problem("", `documents[${index}]`, "unknown", "is no document of yours")];
    if (document.refusedAtMs !== null)
      return [problem("", `documents[${index}]`, "refused", "was refused: send a new one")];
    return document.acceptedAtMs === null
      ? []
      : [problem("", `documents[${index}]`, "used", "was part of an approved dossier: send a new one")];
  });
  if (problems.length > 0) throw invalid(problems);
}

const notApproved = ({ status }: Pick<Dossier, "status">) =>
  errors.MERCHANT_KYB_NOT_APPROVED({ reason: "KYB_NOT_APPROVED", kybStatus: status });

/** What payers see is changed after the first approval. Refuses with MERCHANT_KYB_NOT_APPROVED. Pure. */
export function refuseUnapproved(dossier: Pick<Dossier, "status" | "approvedAtMs">): void {
  if (dossier.approvedAtMs === null) throw notApproved(dossier);
}

/**
 * Refuses a dossier that lacks something, first with VALIDATION_ERROR for fields and then with
 * KYB_SUPPLEMENTAL_DOCS_REQUIRED: a document can depend on a field. Pure.
 */
export function refuseIncomplete(
  { draft, inForce, requestedItems }: Pick<Dossier, "draft" | "inForce" | "requestedItems">,
  { countryCode }: Pick<MerchantRecord, "countryCode">,
  documents: readonly Proof[],
): void {
  const profile: LegalProfile = draft?.profile ?? inForce ?? emptyProfile;
  const missing = requirementsOf(countryCode, profile, documents).filter(
    ({ status }) => status === "MISSING",
  );
  const fields = missing.filter(({ kind }) => kind === "FIELD");
  if (fields.length > 0) {
    throw invalid(
      fields.map(({ name }) => problem("", name, "required", "is required to submit the dossier")),
    );
  }
  const awaited = [
    ...missing.map(({ name }) => name as string),
    ...missingOfChange(draft, inForce, documents),
    ...requestedItems.filter((item) => isAwaited(item, documents)).map(({ documentType }) => documentType),
  ].filter((type) => type !== null);
  if (awaited.length > 0) {
    throw onboardingErrors.KYB_SUPPLEMENTAL_DOCS_REQUIRED({ documents: [...new Set(awaited)] });
  }
}

/** A document approved before proves no change. */
function missingOfChange(
  draft: Draft | null,
  inForce: LegalProfile | null,
  documents: readonly Proof[],
): readonly string[] {
  if (draft === null || inForce === null) return [];
  return missingProofs(
    changedFields(inForce, draft.profile),
    documents.filter(({ acceptedAtMs }) => acceptedAtMs === null),
  );
}
