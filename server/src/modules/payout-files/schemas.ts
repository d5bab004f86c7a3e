import { type Static, Type } from "typebox";
import { StatusList } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { CurrencyText, Instant, line, Nullable, OneOf } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";
import { orderStatuses, payoutFileStatuses } from "./states.ts";
import { deliveries } from "./types.ts";

const closed = { additionalProperties: false } as const;
const IdText = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const AccountId = IdText("The account at the bank, `acct_…`.");
const ModeFilter = Type.Optional(OneOf(modes, { description: "Both modes when absent." }));

export const FileParams = Type.Object({ id: IdText("The file's id, `pfile_…`") }, closed);
export const OrderParams = Type.Object({ id: IdText("The transfer's id, `tord_…`") }, closed);
export const PrepareBody = Type.Object({ providerAccountId: AccountId }, closed);
export type PrepareBody = Static<typeof PrepareBody>;
export const RefuseBody = Type.Object({ note: line(1_000, "Why: kept, and in the audit log.") }, closed);

export const FileListQuery = Type.Object(
  {
    ...pageQuery,
    mode: ModeFilter,
    providerAccountId: Type.Optional(AccountId),
    status: Type.Optional(StatusList(payoutFileStatuses, "`PREPARED`: what waits for its release.")),
  },
  closed,
);
export type FileListQuery = Static<typeof FileListQuery>;

export const OrderListQuery = Type.Object(
  {
    ...pageQuery,
    mode: ModeFilter,
    providerAccountId: Type.Optional(AccountId),
    fileId: Type.Optional(IdText("Only of this file.")),
    status: Type.Optional(StatusList(orderStatuses, "`QUEUED`: what waits for the next file.")),
  },
  closed,
);
export type OrderListQuery = Static<typeof OrderListQuery>;

const Minor = (description: string) => Type.String({ pattern: "^[0-9]{1,19}$", description });

export const PayoutFileView = Type.Object({
  object: Type.Literal("payout_file"),
  id: Type.String(),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  messageId: Type.String({ description: "Its number at the bank (MsgId)." }),
  status: OneOf(payoutFileStatuses),
  transferCount: Type.Integer(),
  total: Minor("The sum of its transfers, in minor units."),
  currency: CurrencyText,
  delivery: Nullable(OneOf(deliveries)),
  sha256: Nullable(Type.String({ description: "Of the file, in hexadecimal." })),
  preparedBy: Nullable(Type.String({ description: "The operator; null: it was the cut-off." })),
  releasedBy: Nullable(Type.String({ description: "Of two operators the one who confirmed." })),
  releasedAt: Nullable(Instant),
  deliveredAt: Nullable(Instant),
  refusedBy: Nullable(Type.String()),
  refusedAt: Nullable(Instant),
  note: Nullable(Type.String()),
  bankStatus: Nullable(Type.String({ description: "What the bank said last of the file as a whole." })),
  bankReason: Nullable(Type.String()),
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const TransferOrderView = Type.Object({
  object: Type.Literal("transfer_order"),
  id: Type.String(),
  mode: OneOf(modes),
  providerAccountId: Type.String(),
  kind: OneOf(["PAYOUT", "REFUND"]),
  reference: Type.String({ description: "The EndToEndId." }),
  fileId: Nullable(Type.String()),
  amount: Minor("Minor units."),
  currency: CurrencyText,
  recipientName: Type.String(),
  recipientAccount: Type.String({ description: "Masked." }),
  status: OneOf(orderStatuses),
  reason: Nullable(Type.String({ description: "Why it failed or came back: the bank's code, or ours." })),
  bankStatus: Nullable(Type.String({ description: "What the bank said last of it." })),
  bankReference: Nullable(Type.String()),
  note: Nullable(Type.String()),
  queuedAt: Instant,
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
