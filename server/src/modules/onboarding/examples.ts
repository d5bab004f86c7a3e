/** What `/docs` shows; a test sends it unchanged. Names and numbers are invented. */
export const legalExample = {
  legalName: "Maison Akwaba SARL",
  legalForm: "SARL",
  registrationNumber: "CI-ABJ-2019-B-12345",
  taxId: "1912345A",
  registeredAddress: {
    line1: "Rue des Jardins, Cocody",
    line2: null,
    city: "Abidjan",
    region: null,
    postalCode: "01 BP 1234",
    countryCode: "CI",
  },
  directors: [{ fullName: "Aminata Koné", dateOfBirth: "1984-05-17", nationality: "CI", role: "Gérante" }],
  beneficialOwners: [
    { fullName: "Aminata Koné", dateOfBirth: "1984-05-17", nationality: "CI", ownershipPercent: 60 },
    { fullName: "Yao N'Guessan", dateOfBirth: "1979-11-02", nationality: "CI", ownershipPercent: 40 },
  ],
  settlementAccount: {
    type: "BANK_ACCOUNT",
    accountHolder: "Maison Akwaba SARL",
    currency: "XOF",
    bankName: "Banque Lagune",
    iban: "CI93 CI00 8012 3400 0012 3456 7820",
  },
} as const;

export const movedAddress = {
  line1: "Boulevard de Marseille, Marcory",
  line2: null,
  city: "Abidjan",
  region: null,
  postalCode: "18 BP 77",
  countryCode: "CI",
} as const;

const times = { createdAt: "2026-01-10T08:00:00.000Z", updatedAt: "2026-01-15T08:00:00.000Z" } as const;
const merchantId = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";

const profile = {
  ...legalExample,
  settlementAccount: {
    type: "BANK_ACCOUNT",
    accountHolder: "Maison Akwaba SARL",
    currency: "XOF",
    bankName: "Banque Lagune",
    iban: "CI93 **** 7820",
    accountNumber: null,
    phone: null,
  },
} as const;

export const documentExample = {
  object: "kyb_document",
  id: "doc_01kf0v0d1qf0w8x3z5c7b9n1m3",
  mode: "SANDBOX",
  type: "REGISTRATION_CERTIFICATE",
  fileName: "rccm.pdf",
  contentType: "application/pdf",
  sizeBytes: 48_213,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  acceptedAt: null,
  refusedAt: null,
  refusalReason: null,
  expiresOn: null,
  version: 1,
  createdAt: "2026-01-12T08:00:00.000Z",
  updatedAt: "2026-01-12T08:00:00.000Z",
} as const;

export const dossierExample = {
  object: "kyb_dossier",
  id: "kyb_01kf0v0d1qf0w8x3z5c7b9n1m3",
  merchantId,
  mode: "SANDBOX",
  countryCode: "CI",
  status: "DRAFT",
  profile,
  proposedProfile: null,
  change: null,
  requirements: [
    {
      kind: "FIELD",
      name: "legalName",
      key: "LEGAL_NAME",
      description: "Name as it stands in the register",
      status: "PROVIDED",
      provenBy: ["REGISTRATION_CERTIFICATE"],
    },
    {
      kind: "DOCUMENT",
      name: "TAX_CERTIFICATE",
      key: "TAX_PAPER_NCC",
      description: "DFE (déclaration fiscale d'existence)",
      status: "MISSING",
      provenBy: [],
    },
  ],
  requestedItems: [],
  note: null,
  decisionReason: null,
  submittedAt: null,
  reviewStartedAt: null,
  decidedAt: null,
  approvedAt: null,
  version: 3,
  ...times,
} as const;

export const submittedExample = {
  ...dossierExample,
  status: "SUBMITTED",
  submittedAt: "2026-01-15T08:00:00.000Z",
} as const;

export const changedExample = {
  ...submittedExample,
  proposedProfile: { ...profile, registeredAddress: movedAddress },
  change: {
    reason: "Déménagement du siège",
    fields: ["registeredAddress"],
    documentIds: [documentExample.id],
    withdrawable: true,
  },
  approvedAt: "2026-01-11T08:00:00.000Z",
} as const;

export const approvedExample = {
  ...submittedExample,
  status: "APPROVED",
  decidedAt: "2026-01-11T08:00:00.000Z",
  approvedAt: "2026-01-11T08:00:00.000Z",
} as const;

/** The smallest valid PDF: an empty page. */
const smallPdf = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj",
  "trailer<</Root 1 0 R>>",
  "%%EOF",
].join("\n");

export const uploadExample = {
  type: "REGISTRATION_CERTIFICATE",
  fileName: "rccm.pdf",
  contentType: "application/pdf",
  content: Buffer.from(smallPdf, "latin1").toString("base64"),
} as const;

export const operationalExample = {
  displayName: "Maison Akwaba",
  supportEmail: "aide@akwaba.example",
  supportPhone: "+2252721212121",
  supportWhatsapp: "+2250707070707",
  website: "https://akwaba.example",
  address: legalExample.registeredAddress,
  branding: { primaryColor: "#0b6e4f" },
  locale: "fr",
} as const;

export const profileExample = {
  object: "merchant_profile",
  merchantId,
  mode: "SANDBOX",
  kybStatus: "APPROVED",
  logoUrl: null,
  ...operationalExample,
  version: 2,
  ...times,
} as const;

const decisionExample = {
  object: "kyb_decision",
  id: "kdec_01kf0v0d1qf0w8x3z5c7b9n1m3",
  decision: "APPROVE",
  reason: "Dossier complet",
  status: "PROPOSED",
  proposedBy: "op_01kf0v0d1qf0w8x3z5c7b9n1m3",
  proposedAt: "2026-01-15T09:00:00.000Z",
  endedBy: null,
  endedAt: null,
} as const;

export const reviewExample = {
  ...submittedExample,
  status: "IN_REVIEW",
  profile: {
    ...profile,
    settlementAccount: { ...profile.settlementAccount, iban: "CI93CI0080123400001234567820" },
  },
  reviewStartedAt: "2026-01-15T08:30:00.000Z",
  merchant: {
    displayName: "Maison Akwaba",
    legalName: "Maison Akwaba SARL",
    countryCode: "CI",
    status: "PENDING",
  },
  reviewedBy: "op_01kf0v0d1qf0w8x3z5c7b9n1m3",
  documents: [documentExample],
  proposedDecision: decisionExample,
  decisions: [decisionExample],
} as const;
