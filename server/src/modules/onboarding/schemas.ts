import { type Static, Type } from "typebox";
import { StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { CurrencyText, Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { kybStatuses, merchantStatuses } from "../merchants/index.ts";
import { requirementKeys } from "./requirements.ts";
import { emptyProfile } from "./rules.ts";
import { type DocumentType, decisionKinds, documentTypes, legalForms, mediaTypes } from "./types.ts";

const locales = ["fr", "en", "pt"] as const;
const PEOPLE_MAX = 50;
const CHANGE_DOCUMENTS_MAX = 50;
const REQUESTED_ITEMS_MAX = 20;
const URL_LENGTH_MAX = 2_000;
const NOTE_LENGTH_MAX = 1_000;

/** One line of text that is not blank. */
const line = (length: number, description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: length,
    pattern: "^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$",
    description,
    "x-rule": `must be 1 to ${length} characters of text on one line`,
    examples: [example],
  });
const CountryCode = Type.String({
  pattern: "^[A-Z]{2}$",
  description: "ISO 3166 alpha-2.",
  "x-rule": "must be a country code of two capital letters",
  examples: ["CI"],
});
const BirthDate = Type.String({
  format: "date",
  maxLength: 10,
  pattern: "^(?:19|20)\\d\\d-",
  description: "Date of birth.",
  "x-rule": "must be a date from 1900 on, for example 1984-05-17",
  examples: ["1984-05-17"],
});

export const AddressInput = Type.Object(
  {
    line1: line(200, "Street and number, or how one finds it.", "Rue des Jardins, Cocody"),
    line2: Type.Optional(Nullable(line(200, "More of it.", "Immeuble Akwaba, 2e étage"))),
    city: line(100, "Town.", "Abidjan"),
    region: Type.Optional(Nullable(line(100, "Region or state.", "Lagunes"))),
    postalCode: Type.Optional(Nullable(line(20, "Postal code or box.", "01 BP 1234"))),
    countryCode: CountryCode,
  },
  { title: "AddressInput", additionalProperties: false },
);
export type AddressInput = Static<typeof AddressInput>;

const personFields = {
  fullName: line(200, "As in the identity document.", "Aminata Koné"),
  dateOfBirth: BirthDate,
  nationality: CountryCode,
};
const DirectorInput = Type.Object(
  { ...personFields, role: Type.Optional(Nullable(line(100, "What they are.", "Gérante"))) },
  { title: "DirectorInput", additionalProperties: false },
);
const OwnerInput = Type.Object(
  {
    ...personFields,
    ownershipPercent: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "Of capital or votes, in whole percent.",
    }),
  },
  { title: "BeneficialOwnerInput", additionalProperties: false },
);
const SettlementInputSchema = Type.Object(
  {
    type: OneOf(["BANK_ACCOUNT", "MOBILE_MONEY"]),
    accountHolder: line(200, "As the bank or operator knows it.", "Maison Akwaba SARL"),
    currency: CurrencyText,
    bankName: Type.Optional(line(100, "Name of the bank.", "Banque Lagune")),
    iban: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: "With or without spaces." })),
    accountNumber: Type.Optional(line(50, "Where the country has no IBAN.", "0123456789")),
    phone: Type.Optional(Type.String({ minLength: 1, maxLength: 32, description: "International form." })),
  },
  { title: "SettlementAccountInput", additionalProperties: false },
);

const legalInputs = {
  legalName: line(200, "Name as it stands in the register.", "Maison Akwaba SARL"),
  legalForm: OneOf(legalForms, { title: "LegalForm" }),
  registrationNumber: line(60, "Number in the company register.", "CI-ABJ-2019-B-12345"),
  taxId: line(40, "Tax number of the country.", "1912345A"),
  registeredAddress: AddressInput,
  directors: Type.Array(DirectorInput, { maxItems: PEOPLE_MAX, description: "Replaces the list." }),
  beneficialOwners: Type.Array(OwnerInput, { maxItems: PEOPLE_MAX, description: "Replaces the list." }),
  settlementAccount: SettlementInputSchema,
};

/** The fields of the legal profile and a note in a request; `null` removes what was written. */
export const DraftBody = Type.Object(
  {
    legalName: Type.Optional(Nullable(legalInputs.legalName)),
    legalForm: Type.Optional(Nullable(legalInputs.legalForm)),
    registrationNumber: Type.Optional(Nullable(legalInputs.registrationNumber)),
    taxId: Type.Optional(Nullable(legalInputs.taxId)),
    registeredAddress: Type.Optional(Nullable(legalInputs.registeredAddress)),
    directors: Type.Optional(legalInputs.directors),
    beneficialOwners: Type.Optional(legalInputs.beneficialOwners),
    settlementAccount: Type.Optional(Nullable(legalInputs.settlementAccount)),
    note: Type.Optional(
      Nullable(
        line(NOTE_LENGTH_MAX, "To the reviewer, in one's own words.", "Le bail est au nom de la gérante"),
      ),
    ),
  },
  { minProperties: 1 },
);
export type DraftBody = Static<typeof DraftBody>;

const Reason = line(500, "Why.", "Déménagement du siège");

export const MaterialChangeBody = Type.Object({
  legalName: Type.Optional(legalInputs.legalName),
  legalForm: Type.Optional(legalInputs.legalForm),
  registrationNumber: Type.Optional(legalInputs.registrationNumber),
  taxId: Type.Optional(legalInputs.taxId),
  registeredAddress: Type.Optional(legalInputs.registeredAddress),
  directors: Type.Optional(legalInputs.directors),
  beneficialOwners: Type.Optional(legalInputs.beneficialOwners),
  settlementAccount: Type.Optional(legalInputs.settlementAccount),
  documents: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: CHANGE_DOCUMENTS_MAX,
      uniqueItems: true,
      description: "Ids of documents uploaded beforehand that prove the change.",
    }),
  ),
  reason: Reason,
});
export type MaterialChangeBody = Static<typeof MaterialChangeBody>;

const HexColour = Type.String({
  pattern: "^#[0-9a-fA-F]{6}$",
  "x-rule": "must be a colour in the form #1a2b3c",
  examples: ["#0b6e4f"],
});
const UrlText = (description: string) =>
  Type.String({ format: "uri", minLength: 1, maxLength: URL_LENGTH_MAX, description });

export const OperationalBody = Type.Object(
  {
    displayName: Type.Optional(line(100, "Name that payers read.", "Maison Akwaba")),
    logoUrl: Type.Optional(Nullable(UrlText("Address of a picture."))),
    supportEmail: Type.Optional(
      Nullable(Type.String({ format: "email", maxLength: 254, examples: ["aide@akwaba.example"] })),
    ),
    supportPhone: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 32,
          description: "International form.",
          examples: ["+2252721212121"],
        }),
      ),
    ),
    supportWhatsapp: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 32,
          description: "A number that answers on WhatsApp, in international form.",
          examples: ["+2250707070707"],
        }),
      ),
    ),
    website: Type.Optional(Nullable(UrlText("Address of the shop."))),
    address: Type.Optional(Nullable(AddressInput)),
    branding: Type.Optional(
      Type.Object({ primaryColor: Type.Optional(Nullable(HexColour)) }, { additionalProperties: false }),
    ),
    locale: Type.Optional(
      OneOf(locales, { description: "Language of the payer's page unless a session says." }),
    ),
  },
  { minProperties: 1 },
);
export type OperationalBody = Static<typeof OperationalBody>;

const ExpiryDate = Type.String({
  format: "date",
  maxLength: 10,
  pattern: "^20\\d\\d-",
  description: "Last day on which the paper is valid, where it has one.",
  "x-rule": "must be a date from 2000 on, for example 2027-05-17",
  examples: ["2027-05-17"],
});

export const DocumentBody = Type.Object({
  type: OneOf(documentTypes),
  fileName: line(200, "What the file is called at yours.", "rccm.pdf"),
  contentType: OneOf(mediaTypes, { description: "Must be what the bytes are." }),
  content: Type.String({ minLength: 1, description: "The file in base64: at most 5 MB before encoding." }),
  expiresOn: Type.Optional(ExpiryDate),
});
export type DocumentBody = Static<typeof DocumentBody>;

/** The other fields of an upload whose body is the file itself. `DocumentBody` says which of them are required. */
export const UploadQuery = Type.Object({
  type: Type.Optional(
    OneOf(documentTypes, { description: "What the file is. Required where the body is the file itself." }),
  ),
  fileName: Type.Optional(
    line(
      200,
      "What the file is called at yours. Required where the body is the file itself. Addresses stand in logs: a name that says nothing of a person.",
      "rccm.pdf",
    ),
  ),
  expiresOn: Type.Optional(ExpiryDate),
});
export const ExpiryBody = Type.Object({
  expiresOn: Nullable(ExpiryDate),
});

const DocumentId = Type.String({ maxLength: 100, examples: ["doc_01jd0000000000000000000000"] });
export const DocumentParams = Type.Object({ documentId: DocumentId });
export const DocumentListQuery = Type.Object({ ...pageQuery });
export type DocumentListQuery = Static<typeof DocumentListQuery>;
export const ContentQuery = Type.Object({
  format: Type.Optional(
    OneOf(["file", "json"], { description: "The file itself (the default), or base64 within the envelope." }),
  ),
});

export const DossierParams = Type.Object({
  dossierId: Type.String({ maxLength: 100, examples: ["kyb_01jd0000000000000000000000"] }),
});
export const DossierDocumentParams = Type.Object({
  ...DossierParams.properties,
  documentId: DocumentId,
});
export const DossierListQuery = Type.Object({
  ...pageQuery,
  mode: Type.Optional(OneOf(modes)),
  status: Type.Optional(StatusList(kybStatuses)),
  merchantId: Type.Optional(Type.String({ maxLength: 100, description: "Dossiers of this merchant." })),
  expiresBy: Type.Optional(
    Type.String({
      format: "date",
      maxLength: 10,
      description: "Dossiers with a document that is valid no longer than this day.",
      examples: ["2027-05-17"],
    }),
  ),
  person: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 100,
      description:
        "Dossiers in which somebody of this name signs or owns, as it stands or as it is proposed: the beginnings of names, in any order, without accents and capitals. Every dossier is opened for it.",
      examples: ["Aminata Koné"],
    }),
  ),
});
export type DossierListQuery = Static<typeof DossierListQuery>;

export const RequestInfoBody = Type.Object({
  items: Type.Array(
    Type.Object(
      {
        documentType: Type.Optional(OneOf(documentTypes, { description: "A new document of this type." })),
        field: Type.Optional(OneOf(Object.keys(emptyProfile) as (keyof typeof emptyProfile)[])),
        message: line(500, "What is wrong, for the merchant.", "La pièce est illisible"),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: REQUESTED_ITEMS_MAX },
  ),
});
export type RequestInfoBody = Static<typeof RequestInfoBody>;

export const ProposeBody = Type.Object({
  decision: OneOf(decisionKinds, {
    description: "DISMISS_CHANGE drops a legal change: the dossier stands as it was approved before.",
  }),
  reason: line(500, "Why. The merchant reads it when the decision is confirmed.", "Dossier complet"),
});
export type ProposeBody = Static<typeof ProposeBody>;
export const RefuseDocumentBody = Type.Object({
  reason: line(500, "Why, in words for the merchant.", "La pièce est illisible"),
});

export const EndDecisionBody = Type.Object({
  decisionId: Type.Optional(
    Type.String({ maxLength: 100, description: "Refused when another one has been proposed meanwhile." }),
  ),
});
export type EndDecisionBody = Static<typeof EndDecisionBody>;

const Text = Type.String();
const NullText = Nullable(Type.String());
const NullInstant = Nullable(Type.String({ format: "date-time" }));
const AddressView = Type.Object(
  {
    line1: Text,
    line2: NullText,
    city: Text,
    region: NullText,
    postalCode: NullText,
    countryCode: Text,
  },
  { title: "Address" },
);
const personView = { fullName: Text, dateOfBirth: Text, nationality: Text };
const settlementView = Type.Object(
  {
    type: Text,
    accountHolder: Text,
    currency: Text,
    bankName: NullText,
    iban: NullText,
    accountNumber: NullText,
    phone: NullText,
  },
  { title: "SettlementAccount" },
);
const LegalProfileView = Type.Object(
  {
    legalName: NullText,
    legalForm: NullText,
    registrationNumber: NullText,
    taxId: NullText,
    registeredAddress: Nullable(AddressView),
    directors: Type.Array(Type.Object({ ...personView, role: NullText }, { title: "Director" })),
    beneficialOwners: Type.Array(
      Type.Object({ ...personView, ownershipPercent: Type.Integer() }, { title: "BeneficialOwner" }),
    ),
    settlementAccount: Nullable(settlementView),
  },
  { title: "LegalProfile" },
);

export const DocumentSchema = Type.Object({
  object: OneOf(["kyb_document"]),
  id: Text,
  mode: OneOf(modes),
  type: OneOf<readonly DocumentType[]>(documentTypes, { title: "KybDocumentType" }),
  fileName: Text,
  contentType: OneOf(mediaTypes),
  sizeBytes: Type.Integer(),
  sha256: Type.String({ description: "Of the file as it was sent, in hexadecimal." }),
  acceptedAt: Nullable(
    Type.String({
      format: "date-time",
      description: "When a dossier that holds it was approved, or it alone.",
    }),
  ),
  refusedAt: Nullable(
    Type.String({ format: "date-time", description: "When it alone was refused: send a new one." }),
  ),
  refusalReason: Nullable(Type.String({ description: "Why, in the reviewer's words." })),
  expiresOn: Nullable(
    Type.String({
      format: "date",
      description: "Last day on which it is valid; null: it has none that is known.",
    }),
  ),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
export const ContentSchema = Type.Object({
  object: OneOf(["kyb_document_content"]),
  documentId: Text,
  mode: OneOf(modes),
  contentType: OneOf(mediaTypes),
  content: Type.String({ description: "Base64." }),
});

const dossierFields = {
  object: OneOf(["kyb_dossier"]),
  id: Text,
  merchantId: Text,
  mode: OneOf(modes),
  countryCode: Type.String({ description: "Of the merchant: the requirements follow it." }),
  status: OneOf(kybStatuses, { title: "KybStatus" }),
  profile: Type.Unsafe<Static<typeof LegalProfileView>>({
    ...LegalProfileView,
    description: "As it was approved last; before the first approval, as it is being written.",
  }),
  proposedProfile: Nullable(LegalProfileView),
  change: Nullable(
    Type.Object({
      reason: NullText,
      fields: Type.Array(Text, { description: "Fields in which proposedProfile differs from profile." }),
      documentIds: Type.Array(Text),
      withdrawable: Type.Boolean({
        description: "Whether the merchant can take it back: no reviewer has read it yet.",
      }),
    }),
  ),
  requirements: Type.Array(
    Type.Object({
      kind: OneOf(["FIELD", "DOCUMENT"]),
      name: Text,
      key: OneOf(requirementKeys, {
        description: "What it is called in this country and legal form: for words of one's own.",
      }),
      description: Type.String({ description: "The same in English." }),
      status: OneOf(["MISSING", "PROVIDED"]),
      provenBy: Type.Array(OneOf(documentTypes), {
        description: "Of a field: the documents that a later change of it needs.",
      }),
    }),
  ),
  requestedItems: Type.Array(
    Type.Object({
      documentType: NullText,
      field: NullText,
      message: Text,
      requestedAt: Instant,
      status: OneOf(["OPEN", "PROVIDED"], {
        description: "PROVIDED: the document asked for was sent anew. Everything else stays OPEN.",
      }),
    }),
  ),
  note: Nullable(Type.String({ description: "What the merchant wrote to the reviewer." })),
  decisionReason: NullText,
  submittedAt: NullInstant,
  reviewStartedAt: NullInstant,
  decidedAt: NullInstant,
  approvedAt: NullInstant,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
};
/** As the merchant sees it: account numbers are masked. */
export const DossierSchema = Type.Object(dossierFields);

const DecisionSchema = Type.Object({
  object: OneOf(["kyb_decision"]),
  id: Text,
  decision: OneOf(decisionKinds),
  reason: Text,
  status: OneOf(["PROPOSED", "CONFIRMED", "WITHDRAWN"]),
  proposedBy: Text,
  proposedAt: Instant,
  endedBy: NullText,
  endedAt: NullInstant,
});
/** As a reviewer sees it: unmasked, with its files and decisions. */
export const ReviewSchema = Type.Object(
  {
    ...dossierFields,
    merchant: Type.Object({
      displayName: Text,
      legalName: Text,
      countryCode: Text,
      status: OneOf(merchantStatuses),
    }),
    reviewedBy: NullText,
    documents: Type.Array(DocumentSchema),
    proposedDecision: Nullable(DecisionSchema),
    decisions: Type.Array(DecisionSchema, { description: "All of them, the newest first." }),
  },
  { title: "KybDossierForReview" },
);
export const QueueEntrySchema = Type.Object(
  {
    object: OneOf(["kyb_dossier"]),
    id: Text,
    merchantId: Text,
    mode: OneOf(modes),
    status: OneOf(kybStatuses),
    displayName: Text,
    legalName: Text,
    countryCode: Text,
    isChange: Type.Boolean({ description: "It changes a dossier that was approved before." }),
    hasProposal: Type.Boolean({ description: "A decision was proposed, and waits for another operator." }),
    reviewedBy: NullText,
    firstExpiry: Nullable(
      Type.String({ format: "date", description: "Last valid day of the document that ends first." }),
    ),
    submittedAt: NullInstant,
    version: Type.Integer(),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: "KybDossierSummary" },
);
export const ProfileSchema = Type.Object({
  object: OneOf(["merchant_profile"]),
  merchantId: Text,
  mode: OneOf(modes),
  kybStatus: OneOf(kybStatuses),
  displayName: Text,
  logoUrl: NullText,
  supportEmail: NullText,
  supportPhone: NullText,
  supportWhatsapp: NullText,
  website: NullText,
  address: Nullable(AddressView),
  branding: Type.Object({ primaryColor: NullText }),
  locale: OneOf(locales),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
