import type { DocumentType, LegalField, LegalForm, LegalProfile } from "./types.ts";

/** One requirement of a dossier, and whether it is met. */
export interface Requirement {
  readonly kind: "FIELD" | "DOCUMENT";
  /** Name of the field, or type of the document. */
  readonly name: LegalField | DocumentType;
  readonly key: RequirementKey;
  readonly description: string;
  readonly status: "MISSING" | "PROVIDED";
  /** The documents that prove a later change of the field; none for a document. */
  readonly provenBy: readonly DocumentType[];
}

/** Forms with shares or votes, so with owners. */
const companies: ReadonlySet<LegalForm> = new Set(["SARL", "SAS", "SA", "SNC", "GIE", "COOPERATIVE"]);
/** Forms that exist by a founding document. */
const founded: ReadonlySet<LegalForm> = new Set([...companies, "ASSOCIATION", "PUBLIC_ENTITY", "OTHER"]);

/** Members of OHADA: their companies are in one kind of register, the RCCM. */
const ohada: ReadonlySet<string> = new Set([
  "BJ",
  "BF",
  "CM",
  "CF",
  "TD",
  "KM",
  "CG",
  "CD",
  "CI",
  "GA",
  "GN",
  "GW",
  "GQ",
  "ML",
  "NE",
  "SN",
  "TG",
]);

/** The kind of tax number in the merchant's country; elsewhere OTHER. */
const taxKinds: Readonly<Record<string, TaxKind>> = {
  CI: "NCC",
  SN: "NINEA",
  BJ: "IFU",
  BF: "IFU",
  TG: "NIF",
  ML: "NIF",
  NE: "NIF",
  GN: "NIF",
  GA: "NIF",
  TD: "NIF",
  CF: "NIF",
  CG: "NIU",
  CM: "NIU",
  CD: "NIF_CD",
};
type TaxKind = "NCC" | "NINEA" | "IFU" | "NIF" | "NIU" | "NIF_CD" | "OTHER";

/** What is needed, by a key for which a screen has words in the reader's language, and in English. */
const descriptions = {
  LEGAL_NAME: "Name as it stands in the register",
  LEGAL_FORM: "Legal form",
  NUMBER_RCCM: "Number in the RCCM",
  NUMBER_REGISTER: "Number in the company register",
  NUMBER_ASSOCIATION: "Number in the register of associations",
  TAX_NUMBER_NCC: "NCC (numéro de compte contribuable)",
  TAX_NUMBER_NINEA: "NINEA",
  TAX_NUMBER_IFU: "IFU",
  TAX_NUMBER_NIF: "NIF",
  TAX_NUMBER_NIU: "NIU",
  TAX_NUMBER_NIF_CD: "NIF (numéro impôt)",
  TAX_NUMBER_OTHER: "tax number",
  REGISTERED_ADDRESS: "Registered address",
  PROPRIETOR: "The proprietor",
  DIRECTORS: "Everybody who can sign for it",
  BENEFICIAL_OWNERS: "Everybody who holds 25 % or more of capital or votes",
  SETTLEMENT_ACCOUNT: "Account that its money is paid out to",
  EXTRACT_RCCM: "Extract of the RCCM, at most three months old",
  EXTRACT_REGISTER: "Extract of the company register, at most three months old",
  EXTRACT_ASSOCIATION: "Receipt of declaration",
  ARTICLES: "Founding text, signed",
  TAX_PAPER_NCC: "DFE (déclaration fiscale d'existence)",
  TAX_PAPER_NINEA: "NINEA certificate",
  TAX_PAPER_IFU: "IFU certificate",
  TAX_PAPER_NIF: "Proof of the NIF",
  TAX_PAPER_NIU: "Proof of the NIU",
  TAX_PAPER_NIF_CD: "Proof of the NIF (numéro impôt)",
  TAX_PAPER_OTHER: "Proof of the tax number",
  NATIONAL_IDENTIFICATION: "Certificate of Identification nationale (Id. Nat.)",
  DIRECTOR_ID: "Identity card or passport of each director",
  OWNERSHIP: "Who owns how much, signed",
  PROOF_OF_ADDRESS: "Lease, water or electricity bill, at most three months old",
  BANK_PAPER: "Account details (RIB) or statement in the merchant's name",
} as const;
export type RequirementKey = keyof typeof descriptions;
export const requirementKeys = Object.keys(descriptions) as readonly RequirementKey[];

/** Whether the form has owners: an association and a public body have none. */
function needsOwners(form: LegalForm | null): boolean {
  return form !== null && companies.has(form);
}

interface Needed {
  readonly fields: readonly (readonly [LegalField, RequirementKey])[];
  readonly documents: readonly (readonly [DocumentType, RequirementKey])[];
}

/**
 * The requirements for a merchant of this country and legal form. Before the form is known: those common to all. Pure.
 */
function neededBy(countryCode: string, form: LegalForm | null): Needed {
  const register = ohada.has(countryCode) ? "RCCM" : "REGISTER";
  const registered = form === "ASSOCIATION" ? "ASSOCIATION" : register;
  const tax = taxKinds[countryCode] ?? "OTHER";
  const isFounded = form !== null && founded.has(form);
  return {
    fields: [
      ["legalName", "LEGAL_NAME"],
      ["legalForm", "LEGAL_FORM"],
      ["registrationNumber", `NUMBER_${registered}`],
      ["taxId", `TAX_NUMBER_${tax}`],
      ["registeredAddress", "REGISTERED_ADDRESS"],
      ["directors", form === "SOLE_PROPRIETOR" ? "PROPRIETOR" : "DIRECTORS"],
      ...(needsOwners(form) ? ([["beneficialOwners", "BENEFICIAL_OWNERS"]] as const) : []),
      ["settlementAccount", "SETTLEMENT_ACCOUNT"],
    ],
    documents: [
      ["REGISTRATION_CERTIFICATE", `EXTRACT_${registered}`],
      ...(isFounded ? ([["ARTICLES_OF_ASSOCIATION", "ARTICLES"]] as const) : []),
      ["TAX_CERTIFICATE", `TAX_PAPER_${tax}`],
      // DR Congo gives companies a third number, in addition to register and taxes.
      ...(countryCode === "CD" ? ([["NATIONAL_IDENTIFICATION", "NATIONAL_IDENTIFICATION"]] as const) : []),
      ["DIRECTOR_ID", "DIRECTOR_ID"],
      ...(needsOwners(form) ? ([["OWNERSHIP_DECLARATION", "OWNERSHIP"]] as const) : []),
      ["PROOF_OF_ADDRESS", "PROOF_OF_ADDRESS"],
      ["BANK_STATEMENT", "BANK_PAPER"],
    ],
  };
}

const isPresent = (value: LegalProfile[LegalField]): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null;

type Provided = { readonly type: DocumentType; readonly refusedAtMs: number | null };

/** Types of documents that are there. One that was refused alone does not count. Pure. */
const typesOf = (documents: readonly Provided[]): ReadonlySet<DocumentType> =>
  new Set(documents.filter(({ refusedAtMs }) => refusedAtMs === null).map(({ type }) => type));

/**
 * The requirements of the dossier, with what is there and what is missing, in the order in which people collect it.
 * Pure.
 */
export function requirementsOf(
  countryCode: string,
  profile: LegalProfile,
  documents: readonly Provided[],
): readonly Requirement[] {
  const needed = neededBy(countryCode, profile.legalForm);
  const have = typesOf(documents);
  const statusOf = (present: boolean) => (present ? "PROVIDED" : "MISSING") as Requirement["status"];
  return [
    ...needed.fields.map(
      ([name, key]): Requirement => ({
        kind: "FIELD",
        name,
        key,
        description: descriptions[key],
        status: statusOf(isPresent(profile[name])),
        provenBy: proofs[name],
      }),
    ),
    ...needed.documents.map(
      ([name, key]): Requirement => ({
        kind: "DOCUMENT",
        name,
        key,
        description: descriptions[key],
        status: statusOf(have.has(name)),
        provenBy: [],
      }),
    ),
  ];
}

/** The documents that prove a change of each field. */
const proofs: Readonly<Record<LegalField, readonly DocumentType[]>> = {
  legalName: ["REGISTRATION_CERTIFICATE"],
  legalForm: ["REGISTRATION_CERTIFICATE", "ARTICLES_OF_ASSOCIATION"],
  registrationNumber: ["REGISTRATION_CERTIFICATE"],
  taxId: ["TAX_CERTIFICATE"],
  registeredAddress: ["PROOF_OF_ADDRESS"],
  directors: ["DIRECTOR_ID"],
  beneficialOwners: ["OWNERSHIP_DECLARATION"],
  settlementAccount: ["BANK_STATEMENT"],
};

/** Types of documents that a change of these fields requires and `documents` lacks. Pure. */
export function missingProofs(
  changed: readonly LegalField[],
  documents: readonly Provided[],
): readonly DocumentType[] {
  const have = typesOf(documents);
  return [...new Set(changed.flatMap((field) => proofs[field]))].filter((type) => !have.has(type));
}
