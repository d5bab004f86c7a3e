import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { KybStatus, PostalAddress } from "../merchants/index.ts";

export const legalForms = [
  "SOLE_PROPRIETOR",
  "SARL",
  "SAS",
  "SA",
  "SNC",
  "GIE",
  "COOPERATIVE",
  "ASSOCIATION",
  "PUBLIC_ENTITY",
  "OTHER",
] as const;
export type LegalForm = (typeof legalForms)[number];

export const documentTypes = [
  "REGISTRATION_CERTIFICATE",
  "ARTICLES_OF_ASSOCIATION",
  "TAX_CERTIFICATE",
  "NATIONAL_IDENTIFICATION",
  "DIRECTOR_ID",
  "OWNERSHIP_DECLARATION",
  "PROOF_OF_ADDRESS",
  "BANK_STATEMENT",
  "OTHER",
] as const;
export type DocumentType = (typeof documentTypes)[number];

export const mediaTypes = ["application/pdf", "image/jpeg", "image/png"] as const;
export type MediaType = (typeof mediaTypes)[number];

export interface Person {
  readonly fullName: string;
  /** `1984-05-17`. */
  readonly dateOfBirth: string;
  /** ISO 3166 alpha-2. */
  readonly nationality: string;
}
export interface Director extends Person {
  readonly role: string | null;
}
export interface BeneficialOwner extends Person {
  /** Of the capital or the votes, in whole percent. */
  readonly ownershipPercent: number;
}

/** The destination of the merchant's own money. Fields that do not belong to the type are null. */
export interface SettlementAccount {
  readonly type: "BANK_ACCOUNT" | "MOBILE_MONEY";
  readonly accountHolder: string;
  readonly currency: CurrencyCode;
  readonly bankName: string | null;
  /** Without spaces. */
  readonly iban: string | null;
  /** For countries without IBAN. */
  readonly accountNumber: string | null;
  /** E.164. */
  readonly phone: string | null;
}

/** A merchant's legal identity. It names people and accounts, so it is stored sealed everywhere. */
export interface LegalProfile {
  readonly legalName: string | null;
  readonly legalForm: LegalForm | null;
  readonly registrationNumber: string | null;
  readonly taxId: string | null;
  readonly registeredAddress: PostalAddress | null;
  readonly directors: readonly Director[];
  readonly beneficialOwners: readonly BeneficialOwner[];
  readonly settlementAccount: SettlementAccount | null;
}
export type LegalField = keyof LegalProfile;

/** What is being written or reviewed. */
export interface Draft {
  readonly profile: LegalProfile;
  /** Set when it changes an approved dossier: the reason, and the documents that prove it. */
  readonly change: { readonly reason: string; readonly documentIds: readonly string[] } | null;
  /** What the merchant wrote to the reviewer. */
  readonly note: string | null;
}

/** A reviewer's request. */
export interface RequestedItem {
  readonly documentType: DocumentType | null;
  readonly field: LegalField | null;
  readonly message: string;
  readonly requestedAtMs: number;
}

export interface Dossier {
  readonly id: Id<"kybDossier">;
  readonly merchantNo: MerchantNo;
  readonly tenantId: TenantId;
  readonly status: KybStatus;
  /** Null: there is no draft. */
  readonly draft: Draft | null;
  /** As last approved; null before the first approval. */
  readonly inForce: LegalProfile | null;
  readonly requestedItems: readonly RequestedItem[];
  readonly decisionReason: string | null;
  readonly reviewedBy: Id<"operator"> | null;
  readonly submittedAtMs: number | null;
  readonly reviewStartedAtMs: number | null;
  readonly decidedAtMs: number | null;
  readonly approvedAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A file of a dossier, without its content. */
export interface KybDocument {
  readonly id: Id<"kybDocument">;
  readonly merchantNo: MerchantNo;
  readonly type: DocumentType;
  readonly fileName: string;
  readonly mediaType: MediaType;
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  /** When a dossier that contains it was approved. */
  readonly acceptedAtMs: number | null;
  /** When a reviewer refused it alone, and why, in words for the merchant; both null: nobody did. */
  readonly refusedAtMs: number | null;
  readonly refusalReason: string | null;
  /** Its last valid day, `2027-05-17`; null: it does not end, or nobody has said. */
  readonly expiresOn: string | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export const decisionKinds = ["APPROVE", "REJECT", "DISMISS_CHANGE"] as const;
export type DecisionKind = (typeof decisionKinds)[number];

export interface Decision {
  readonly id: Id<"kybDecision">;
  readonly merchantNo: MerchantNo;
  readonly decision: DecisionKind;
  readonly reason: string;
  readonly status: "PROPOSED" | "CONFIRMED" | "WITHDRAWN";
  readonly proposedBy: Id<"operator">;
  readonly endedBy: Id<"operator"> | null;
  readonly proposedAtMs: number;
  readonly endedAtMs: number | null;
}
