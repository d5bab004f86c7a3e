import { type Static, Type } from "typebox";
import { StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { CurrencyText, Instant, line, Nullable, OneOf } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { suggestionReasons } from "./suggestions.ts";
import { entryStatuses, fileFormats, fileSources, matchPlaces, queueCauses } from "./types.ts";
import { bookedAccounts } from "./unexplained.ts";

const closed = { additionalProperties: false } as const;
const IdText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const AccountId = IdText("The account at the bank, `acct_…`.");
const FileName = line(
  200,
  "What the file is called. Addresses stand in logs: a name that says nothing of a person.",
);

export const uploadTypes = ["application/xml", "text/xml", "text/csv"] as const;

export const UploadBody = Type.Object(
  {
    providerAccountId: AccountId,
    fileName: FileName,
    contentType: OneOf(uploadTypes, { description: "What is in the file decides; this is only noted." }),
    content: Type.String({ minLength: 1, description: "The file in base64: at most 20 MB before encoding." }),
  },
  closed,
);
export type UploadBody = Static<typeof UploadBody>;

/** The other fields of an upload whose body is the file itself. */
export const UploadQuery = Type.Object(
  { providerAccountId: Type.Optional(AccountId), fileName: Type.Optional(FileName) },
  closed,
);

/** Limited by the 10 000 members that any body may have. */
const GIVEN_ENTRIES_MAX = 500;
const Short = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

const GivenEntry = Type.Object(
  {
    direction: OneOf(["CREDIT", "DEBIT"], {
      description: "CREDIT: money came to the account. DEBIT: money left it.",
    }),
    amount: Type.String({
      minLength: 1,
      maxLength: 22,
      description: "Decimal text in major units: `5000` or `12.50`.",
    }),
    currency: CurrencyText,
    bookedOn: Type.String({
      minLength: 10,
      maxLength: 10,
      description: "The day of the booking, `YYYY-MM-DD`.",
    }),
    bankReference: Short(35, "The bank's own number: by it the entry is taken once, whatever else tells it."),
    endToEndReference: Short(35, "The payer's number, or ours where we paid."),
    structuredReference: Short(35, "The reference in its own field."),
    text: Short(1_000, "Every other text."),
    counterpartyName: Short(140, "The other side."),
    counterpartyAccount: Short(34, "The other side's account number."),
    isReversal: Type.Optional(Type.Boolean({ description: "It takes an earlier entry back." })),
    returnReason: Short(35, "Why it came back, if it did: an ISO code."),
  },
  closed,
);
export type GivenEntry = Static<typeof GivenEntry>;

export const EntriesBody = Type.Object(
  {
    providerAccountId: AccountId,
    entries: Type.Array(GivenEntry, {
      minItems: 1,
      maxItems: GIVEN_ENTRIES_MAX,
      description: "The entries of the bank statement, in any order.",
    }),
  },
  closed,
);
export type EntriesBody = Static<typeof EntriesBody>;

const Note = line(1_000, "Why: kept with the entry and in the audit log.");
export const AssignBody = Type.Object(
  {
    reference: IdText(
      "The reference of a payment, payout or refund of the same account, in either of its forms.",
    ),
    note: Note,
  },
  closed,
);
export const BookBody = Type.Object(
  {
    account: OneOf(bookedAccounts, {
      description:
        "`adjustment`: nobody bears it yet, or the bank will give it back. `provider_fees`: the bank has kept it.",
    }),
    fromMerchant: Type.Optional(
      Type.Boolean({
        description:
          "Also proposes a ledger correction that takes the amount from the merchant of the payout or refund that the entry names; another operator confirms it.",
      }),
    ),
    note: Note,
  },
  closed,
);
export const DismissBody = Type.Object({ note: Note }, closed);

const ModeFilter = Type.Optional(OneOf(modes, { description: "Both modes when absent." }));
const AccountFilter = Type.Optional(IdText("Only of this account."));

export const FileParams = Type.Object({ id: IdText("The file's id, `bfile_…`") }, closed);
export const EntryParams = Type.Object({ id: IdText("The entry's id, `bent_…`") }, closed);

export const FileListQuery = Type.Object(
  {
    ...pageQuery,
    mode: ModeFilter,
    providerAccountId: AccountFilter,
    payoutFileId: Type.Optional(IdText("Only the bank's answers to this payment file of ours, `pfile_…`.")),
  },
  closed,
);
export type FileListQuery = Static<typeof FileListQuery>;

export const EntryListQuery = Type.Object(
  {
    ...pageQuery,
    mode: ModeFilter,
    providerAccountId: AccountFilter,
    fileId: Type.Optional(IdText("Only of this file.")),
    status: Type.Optional(StatusList(entryStatuses, "`QUEUED`: what waits for an operator.")),
    cause: Type.Optional(StatusList(queueCauses, "Only these causes, separated by commas.")),
  },
  closed,
);
export type EntryListQuery = Static<typeof EntryListQuery>;

export const BankFileView = Type.Object({
  object: Type.Literal("bank_file"),
  id: Type.String(),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  source: OneOf(fileSources),
  fileName: Nullable(Type.String()),
  format: OneOf(fileFormats),
  sha256: Type.String({ description: "Of the content, in hexadecimal." }),
  entryCount: Type.Integer({
    description:
      "Booked entries in it; of a bank's answer (PAIN_002) the transfers of the file that it is about.",
  }),
  newCount: Type.Integer({
    description: "Those that no earlier file told; of an answer those that it ended.",
  }),
  matchedCount: Type.Integer({
    description: "New ones that belong to a payment, refund or payout; of an answer those that it ended.",
  }),
  queuedCount: Type.Integer({
    description: "New ones that waited for an operator; of an answer those to ask the bank about.",
  }),
  payoutFileId: Nullable(
    Type.String({
      description: "Of a bank's answer: the payment file of ours (`pfile_…`) that it is about.",
    }),
  ),
  receivedBy: Nullable(Type.String({ description: "The operator; null where it came by the folder." })),
  createdAt: Instant,
});

export const BankEntryView = Type.Object({
  object: Type.Literal("bank_entry"),
  id: Type.String(),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  fileId: Type.String(),
  direction: OneOf(["CREDIT", "DEBIT"]),
  isReversal: Type.Boolean(),
  amount: Type.String({ description: "Minor units." }),
  currency: CurrencyText,
  bookedOn: Type.String(),
  bankReference: Nullable(Type.String()),
  endToEndReference: Nullable(Type.String()),
  structuredReferences: Type.Array(Type.String()),
  text: Type.String(),
  counterpartyName: Nullable(Type.String()),
  counterpartyAccount: Nullable(Type.String({ description: "Masked." })),
  returnReason: Nullable(Type.String()),
  status: OneOf(entryStatuses),
  cause: Nullable(OneOf(queueCauses)),
  matchedBy: Nullable(OneOf(matchPlaces)),
  reference: Nullable(Type.String({ description: "Of the payment, refund or payout that it belongs to." })),
  suggestions: Nullable(
    Type.Array(
      Type.Object({
        reference: Type.String(),
        chargeId: Type.String(),
        status: Type.String(),
        amount: Type.String({ description: "What the payment waits for, in minor units." }),
        currency: CurrencyText,
        reasons: Type.Array(OneOf(suggestionReasons)),
      }),
    ),
  ),
  note: Nullable(Type.String()),
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(Instant),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
