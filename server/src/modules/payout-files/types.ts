import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { TransferOrder } from "../../providers/transfer-orders.ts";
import type { OrderStatus, PayoutFileStatus } from "./states.ts";

/** FOLDER: written into the account's `payoutFolder`. DOWNLOAD: an operator takes it to the bank. */
export const deliveries = ["FOLDER", "DOWNLOAD"] as const;
export type Delivery = (typeof deliveries)[number];

/** A file of transfers for a bank. */
export interface PayoutFile {
  readonly tenantId: TenantId;
  readonly id: Id<"payoutFile">;
  readonly mode: Mode;
  readonly providerAccountId: Id<"providerAccount">;
  /** By this number the bank's answers name the file. */
  readonly messageId: string;
  readonly currency: CurrencyCode;
  readonly status: PayoutFileStatus;
  readonly delivery: Delivery | null;
  /** The file itself, sealed; null until it is released. */
  readonly content: Buffer | null;
  /** SHA-256 of it. */
  readonly digest: Buffer | null;
  /** Null: prepared at the cut-off. */
  readonly preparedBy: Id<"operator"> | null;
  readonly releasedBy: Id<"operator"> | null;
  readonly releasedAtMs: number | null;
  readonly deliveredAtMs: number | null;
  readonly refusedBy: Id<"operator"> | null;
  readonly refusedAtMs: number | null;
  readonly note: string | null;
  /** What the bank said last about the file as a whole. */
  readonly bankStatus: string | null;
  readonly bankReason: string | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** How many transfers are in a file, and their sum in minor units. */
export interface FileTotal {
  readonly transferCount: number;
  readonly total: bigint;
}

/** What only the file and operators contain, sealed in the table. */
export type OrderDetails = Pick<TransferOrder, "recipient" | "purpose">;

/** A transfer that we order at a bank: one payout or one refund. */
export interface OrderRow {
  readonly tenantId: TenantId;
  readonly id: Id<"transferOrder">;
  readonly mode: Mode;
  readonly providerAccountId: Id<"providerAccount">;
  readonly kind: TransferOrder["kind"];
  readonly ownId: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  /** `OrderDetails`, sealed. */
  readonly details: Buffer;
  readonly status: OrderStatus;
  readonly fileId: Id<"payoutFile"> | null;
  /** The bank's code of a rejection or return, or ours. */
  readonly reason: string | null;
  /** What the bank said last about it. */
  readonly bankStatus: string | null;
  readonly bankReference: string | null;
  /** Whether its payout or refund has been told. */
  readonly isTold: boolean;
  readonly note: string | null;
  readonly queuedAtMs: number;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Sealed values are bound to their row. */
export const orderContext = ({ tenantId, id }: Pick<OrderRow, "tenantId" | "id">): string =>
  `transfer_orders.details ${tenantId} ${id}`;
export const contentContext = ({ tenantId, id }: Pick<PayoutFile, "tenantId" | "id">): string =>
  `payout_files.content ${tenantId} ${id}`;
