import type { DocumentType, LegalField, LegalForm, LegalProfile } from "./types.ts";

/** One requirement of a dossier, and whether it is met. */
export interface Requirement {
  readonly kind: "FIELD" | "DOCUMENT";
  /** Name of the field, or type of the document. */
  readonly name: LegalField | DocumentType;
  readonly description: string;
  readonly status: "MISSING" | "PROVIDED";
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

/** The name of the tax number in the merchant's country. */
const taxNumbers: Readonly<Record<string, string>> = {
  CI: "NCC (numéro de compte contribuable)",
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
  CD: "NIF (numéro impôt)",
};
/** The document that proves it. */
const taxPapers: Readonly<Record<string, string>> = {
  CI: "DFE (déclaration fiscale d'existence)",
  SN: "NINEA certificate",
  BJ: "IFU certificate",
  BF: "IFU certificate",
};

/** Whether the form has owners: an association and a public body have none. */
function needsOwners(form: LegalForm | null): boolean {
  return form !== null && companies.has(form);
}

interface Needed {
  readonly fields: readonly (readonly [LegalField, string])[];
  readonly documents: readonly (readonly [DocumentType, string])[];
}

/**
 * The requirements for a merchant of this country and legal form. Before the form is known: those common to all. Pure.
 */
function neededBy(countryCode: string, form: LegalForm | null): Needed {
  const register = ohada.has(countryCode) ? "the RCCM" : "the company register";
  const taxNumber = taxNumbers[countryCode] ?? "tax number";
  const isFounded = form !== null && founded.has(form);
  return {
    fields: [
      ["legalName", "Name as it stands in the register"],
      ["legalForm", "Legal form"],
      [
        "registrationNumber",
        `Number in ${form === "ASSOCIATION" ? "the register of associations" : register}`,
      ],
      ["taxId", taxNumber],
      ["registeredAddress", "Registered address"],
      ["directors", form === "SOLE_PROPRIETOR" ? "The proprietor" : "Everybody who can sign for it"],
      ...(needsOwners(form)
        ? ([["beneficialOwners", "Everybody who holds 25 % or more of capital or votes"]] as const)
        : []),
      ["settlementAccount", "Account that its money is paid out to"],
    ],
    documents: [
      [
        "REGISTRATION_CERTIFICATE",
        form === "ASSOCIATION"
          ? "Receipt of declaration"
          : `Extract of ${register}, at most three months old`,
      ],
      ...(isFounded ? ([["ARTICLES_OF_ASSOCIATION", "Founding text, signed"]] as const) : []),
      ["TAX_CERTIFICATE", taxPapers[countryCode] ?? `Proof of the ${taxNumber}`],
      // DR Congo gives companies a third number, in addition to register and taxes.
      ...(countryCode === "CD"
        ? ([["NATIONAL_IDENTIFICATION", "Certificate of Identification nationale (Id. Nat.)"]] as const)
        : []),
      ["DIRECTOR_ID", "Identity card or passport of each director"],
      ...(needsOwners(form) ? ([["OWNERSHIP_DECLARATION", "Who owns how much, signed"]] as const) : []),
      ["PROOF_OF_ADDRESS", "Lease, water or electricity bill, at most three months old"],
      ["BANK_STATEMENT", "Account details (RIB) or statement in the merchant's name"],
    ],
  };
}

const isPresent = (value: LegalProfile[LegalField]): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null;

/**
 * The requirements of the dossier, with what is there and what is missing, in the order in which people collect it.
 * Pure.
 */
export function requirementsOf(
  countryCode: string,
  profile: LegalProfile,
  documents: readonly { readonly type: DocumentType }[],
): readonly Requirement[] {
  const needed = neededBy(countryCode, profile.legalForm);
  const have = new Set(documents.map(({ type }) => type));
  const statusOf = (present: boolean) => (present ? "PROVIDED" : "MISSING") as Requirement["status"];
  return [
    ...needed.fields.map(
      ([name, description]): Requirement => ({
        kind: "FIELD",
        name,
        description,
        status: statusOf(isPresent(profile[name])),
      }),
    ),
    ...needed.documents.map(
      ([name, description]): Requirement => ({
        kind: "DOCUMENT",
        name,
        description,
        status: statusOf(have.has(name)),
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
  documents: readonly { readonly type: DocumentType }[],
): readonly DocumentType[] {
  const have = new Set(documents.map(({ type }) => type));
  return [...new Set(changed.flatMap((field) => proofs[field]))].filter((type) => !have.has(type));
}
