import { maskIban } from "../../kit/bank-account.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { maskPhone } from "../../kit/phone.ts";
import type { MerchantRecord } from "../merchants/index.ts";
import { isWithdrawable } from "./dossier-rules.ts";
import { requirementsOf } from "./requirements.ts";
import { changedFields, emptyProfile, isAwaited } from "./rules.ts";
import type { QueueRow } from "./store.ts";
import type { Decision, Dossier, KybDocument, LegalProfile, SettlementAccount } from "./types.ts";

const isoTime = (ms: number): string => new Date(ms).toISOString();
const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
const operatorOf = (id: Id<"operator"> | null): string | null =>
  id === null ? null : publicId("operator", id);

function maskAccount(account: SettlementAccount): SettlementAccount {
  const { iban, accountNumber, phone } = account;
  return {
    ...account,
    iban: iban === null ? null : maskIban(iban),
    accountNumber: accountNumber === null ? null : `**** ${accountNumber.slice(-4)}`,
    phone: phone === null ? null : maskPhone(phone),
  };
}

/** With account numbers masked, or complete for readers who compare them with a document. */
function profileView(profile: LegalProfile, whole: boolean) {
  const { settlementAccount } = profile;
  return {
    ...profile,
    directors: [...profile.directors],
    beneficialOwners: [...profile.beneficialOwners],
    settlementAccount:
      settlementAccount === null || whole ? settlementAccount : maskAccount(settlementAccount),
  };
}

/** A dossier as its merchant sees it, or `whole` for a reviewer. */
export function dossierView(
  dossier: Dossier,
  merchant: MerchantRecord,
  documents: readonly KybDocument[],
  whole = false,
) {
  const { draft, inForce } = dossier;
  const written = draft?.profile ?? null;
  const shown = inForce ?? written ?? emptyProfile;
  const proposed = inForce === null ? null : written;
  return {
    object: "kyb_dossier" as const,
    id: publicId("kybDossier", dossier.id),
    merchantId: merchant.id as string,
    mode: merchant.mode,
    countryCode: merchant.countryCode,
    status: dossier.status,
    profile: profileView(shown, whole),
    proposedProfile: proposed === null ? null : profileView(proposed, whole),
    change:
      proposed === null
        ? null
        : {
            reason: draft?.change?.reason ?? null,
            fields: [...changedFields(shown, proposed)],
            documentIds: [...(draft?.change?.documentIds ?? [])],
            withdrawable: isWithdrawable(dossier),
          },
    requirements: requirementsOf(merchant.countryCode, written ?? shown, documents).map((one) => ({
      ...one,
      name: one.name as string,
      provenBy: [...one.provenBy],
    })),
    requestedItems: dossier.requestedItems.map((item) => ({
      documentType: item.documentType as string | null,
      field: item.field as string | null,
      message: item.message,
      requestedAt: isoTime(item.requestedAtMs),
      status:
        item.documentType === null || isAwaited(item, documents) ? ("OPEN" as const) : ("PROVIDED" as const),
    })),
    note: draft?.note ?? null,
    decisionReason: dossier.decisionReason,
    submittedAt: isoTimeOrNull(dossier.submittedAtMs),
    reviewStartedAt: isoTimeOrNull(dossier.reviewStartedAtMs),
    decidedAt: isoTimeOrNull(dossier.decidedAtMs),
    approvedAt: isoTimeOrNull(dossier.approvedAtMs),
    version: dossier.version,
    createdAt: isoTime(dossier.createdAtMs),
    updatedAt: isoTime(dossier.updatedAtMs),
  };
}
export type DossierView = ReturnType<typeof dossierView>;

export function documentView(document: KybDocument, mode: Mode) {
  return {
    object: "kyb_document" as const,
    id: publicId("kybDocument", document.id),
    mode,
    type: document.type,
    fileName: document.fileName,
    contentType: document.mediaType,
    sizeBytes: document.sizeBytes,
    sha256: document.sha256.toString("hex"),
    acceptedAt: isoTimeOrNull(document.acceptedAtMs),
    refusedAt: isoTimeOrNull(document.refusedAtMs),
    refusalReason: document.refusalReason,
    expiresOn: document.expiresOn,
    version: document.version,
    createdAt: isoTime(document.createdAtMs),
    updatedAt: isoTime(document.updatedAtMs),
  };
}
export type DocumentView = ReturnType<typeof documentView>;

function decisionView(decision: Decision) {
  return {
    object: "kyb_decision" as const,
    id: publicId("kybDecision", decision.id),
    decision: decision.decision,
    reason: decision.reason,
    status: decision.status,
    proposedBy: publicId("operator", decision.proposedBy),
    proposedAt: isoTime(decision.proposedAtMs),
    endedBy: operatorOf(decision.endedBy),
    endedAt: isoTimeOrNull(decision.endedAtMs),
  };
}

/** A dossier as a reviewer sees it: unmasked, with its files and decisions. */
export function reviewView(
  dossier: Dossier,
  merchant: MerchantRecord,
  documents: readonly KybDocument[],
  decisions: readonly Decision[],
) {
  const { displayName, legalName, countryCode, status } = merchant;
  const open = decisions.find((one) => one.status === "PROPOSED");
  return {
    ...dossierView(dossier, merchant, documents, true),
    merchant: { displayName, legalName, countryCode, status },
    reviewedBy: operatorOf(dossier.reviewedBy),
    documents: documents.map((document) => documentView(document, merchant.mode)),
    proposedDecision: open === undefined ? null : decisionView(open),
    decisions: decisions.map(decisionView),
  };
}
export type ReviewView = ReturnType<typeof reviewView>;

/** A line of the reviewers' queue: contains nothing sealed. */
export function queueView(row: QueueRow, merchant: MerchantRecord) {
  return {
    object: "kyb_dossier" as const,
    id: publicId("kybDossier", row.id),
    merchantId: merchant.id as string,
    mode: merchant.mode,
    status: merchant.kybStatus,
    displayName: merchant.displayName,
    legalName: merchant.legalName,
    countryCode: merchant.countryCode,
    isChange: row.isChange,
    hasProposal: row.hasProposal,
    reviewedBy: operatorOf(row.reviewedBy),
    firstExpiry: row.firstExpiry,
    submittedAt: isoTimeOrNull(row.submittedAtMs),
    version: row.version,
    createdAt: isoTime(row.createdAtMs),
    updatedAt: isoTime(row.updatedAtMs),
  };
}

/** What payers see of the merchant. */
export function publicProfileView(merchant: MerchantRecord) {
  return {
    object: "merchant_profile" as const,
    merchantId: merchant.id as string,
    mode: merchant.mode,
    kybStatus: merchant.kybStatus,
    displayName: merchant.displayName,
    logoUrl: merchant.logoUrl,
    supportEmail: merchant.supportEmail,
    supportPhone: merchant.supportPhone,
    supportWhatsapp: merchant.supportWhatsapp,
    website: merchant.website,
    address: merchant.address,
    branding: { primaryColor: merchant.primaryColor },
    locale: merchant.locale,
    version: merchant.version,
    createdAt: isoTime(merchant.createdAtMs),
    updatedAt: isoTime(merchant.updatedAtMs),
  };
}
