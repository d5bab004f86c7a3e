import type { CurrencyCode } from "../../kit/currency.ts";
import type { Id, MerchantNo, TenantId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { StatementLine } from "../../providers/provider.ts";
import type { ResolutionSubject } from "../payments/index.ts";

export const lineTypes = ["PAYMENT", "REFUND", "PAYOUT"] as const;
export type LineType = (typeof lineTypes)[number];
export const lineStatuses = ["SUCCEEDED", "FAILED", "PENDING", "REVERSED"] as const;

/**
 * - MISSING_HERE: the provider moved money that we do not know of. MISSING_THERE: we booked what it does not report.
 * - AMOUNT, STATUS: both know it, but disagree. TWICE: reported more than once.
 */
export const differenceKinds = ["MISSING_HERE", "MISSING_THERE", "AMOUNT", "STATUS", "TWICE"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];
export const differenceStatuses = ["OPEN", "RESOLVED"] as const;

/** A line with its position in the statement, from 1. */
export interface NumberedLine extends StatementLine {
  readonly lineNo: number;
  readonly type: LineType;
}

/** Our record of a payment, refund or payout. Amounts in minor units. */
export interface OurItem {
  readonly type: LineType;
  readonly subjectType: ResolutionSubject;
  /** Our reference at the provider. */
  readonly reference: string;
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
  readonly line: NumberedLine | null;
  readonly ours: OurItem | null;
  readonly type: LineType;
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
  readonly source: "CSV" | "LINES" | "PROVIDER";
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
  readonly uploadedBy: Id<"operator">;
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
  readonly type: LineType;
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
