import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { StatementLine } from "../../providers/provider.ts";
import type { ResolutionSubject } from "../payments/index.ts";

/** Lines about payments, refunds and payouts of ours: they are compared with our records. */
export const operationTypes = ["PAYMENT", "REFUND", "PAYOUT"] as const;
export type OperationType = (typeof operationTypes)[number];
/** Other lines are about the provider account itself: they are booked as the provider says. */
export const lineTypes = [...operationTypes, "FEE", "SETTLEMENT", "ADJUSTMENT"] as const;
/** What a difference is about. BALANCE: the account as a whole. */
export const differenceTypes = [...operationTypes, "BALANCE"] as const;
export type DifferenceType = (typeof differenceTypes)[number];
export const lineStatuses = ["SUCCEEDED", "FAILED", "PENDING", "REVERSED"] as const;

/**
 * - MISSING_HERE: the provider moved money that we do not know of. MISSING_THERE: we booked what it does not report.
 * - AMOUNT, STATUS: both know it, but disagree. TWICE: reported more than once.
 * - BALANCE: the account at the provider holds another amount than our ledger says.
 */
export const differenceKinds = [
  "MISSING_HERE",
  "MISSING_THERE",
  "AMOUNT",
  "STATUS",
  "TWICE",
  "BALANCE",
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
export const differenceStatuses = ["OPEN", "RESOLVED"] as const;

/** A line with its position in the statement, from 1. */
export interface NumberedLine extends StatementLine {
  readonly lineNo: number;
}

/** A line about a payment, refund or payout. */
export interface OperationLine extends NumberedLine {
  readonly type: OperationType;
}

export function isOperationLine(line: NumberedLine): line is OperationLine {
  return operationTypes.some((type) => type === line.type);
}

/** Our record of a payment, refund or payout. Amounts in minor units. */
export interface OurItem {
  readonly type: OperationType;
  readonly subjectType: ResolutionSubject;
  /** Our reference at the provider. */
  readonly reference: string;
  /** Of a refund: the reference of its payment, under which some providers list it. */
  readonly paymentReference?: string;
  readonly merchantNo: MerchantNo;
  readonly id: string;
  readonly status: string;
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  /** What our books contain of it. */
  readonly booked: "SUCCEEDED" | "FAILED" | "OPEN" | "REVERSED";
}

/** A booking within the statement's period, which the statement must therefore contain. */
export interface ExpectedItem extends OurItem {
  readonly bookedAtMs: number;
  readonly createdAtMs: number;
}

export interface FoundDifference {
  readonly kind: DifferenceKind;
  readonly line: OperationLine | null;
  readonly ours: OurItem | null;
  readonly type: OperationType;
  readonly occurredAtMs: number;
}

export interface KindSummary {
  readonly kind: DifferenceKind;
  readonly currency: string;
  readonly count: number;
  readonly amount: bigint;
}

export interface Statement {
  readonly tenantId: TenantId;
  readonly id: Id<"providerStatement">;
  readonly mode: Mode;
  readonly providerAccountId: Id<"providerAccount">;
  readonly periodFromMs: number;
  readonly periodToMs: number;
  readonly source: "CSV" | "LINES" | "PROVIDER" | "QUERIES";
  readonly lineCount: number;
  readonly matchedCount: number;
  readonly ignoredCount: number;
  readonly differenceCount: number;
  readonly openCount: number;
  readonly summary: readonly {
    readonly kind: DifferenceKind;
    readonly currency: string;
    readonly count: number;
    readonly amount: string;
  }[];
  /** Null: the service fetched it by itself. */
  readonly uploadedBy: Id<"operator"> | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface Difference {
  readonly tenantId: TenantId;
  readonly id: Id<"reconciliationDifference">;
  readonly statementId: Id<"providerStatement">;
  readonly mode: Mode;
  readonly kind: DifferenceKind;
  readonly type: DifferenceType;
  readonly status: (typeof differenceStatuses)[number];
  readonly lineNo: number | null;
  readonly reference: string | null;
  readonly transactionId: string | null;
  readonly merchantNo: MerchantNo | null;
  readonly subjectType: ResolutionSubject | null;
  readonly subjectId: string | null;
  readonly ourStatus: string | null;
  readonly ourAmount: bigint | null;
  readonly ourCurrency: CurrencyCode | null;
  readonly theirStatus: string | null;
  readonly theirAmount: bigint | null;
  readonly theirCurrency: CurrencyCode | null;
  readonly occurredAtMs: number;
  readonly note: string | null;
  readonly resolvedBy: Id<"operator"> | null;
  readonly resolvedAtMs: number | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** The merchant that owns the money; null when it is unknown. */
  readonly merchantId: string | null;
}
