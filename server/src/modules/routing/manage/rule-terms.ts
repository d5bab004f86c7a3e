import { errors } from "../../../http/errors.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import { type Id, publicId } from "../../../kit/ids.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import { type Behind, unservedRule } from "../serving.ts";
import { requirePaymentWay } from "./payment-way.ts";
import type { RuleRow } from "./rule-store.ts";
import { instantText } from "./settings-writer.ts";

/** A rule as operators write it. Amounts are minor units as text. */
export interface NewRule {
  readonly mode: Mode;
  readonly method: PaymentMethod;
  readonly subTenantId: string;
  readonly priority?: number;
  readonly currency?: CurrencyCode | null;
  readonly country?: string | null;
  readonly operator?: string | null;
  readonly amountMin?: string | null;
  readonly amountMax?: string | null;
  readonly enabled?: boolean;
}
export type RuleChange = Partial<Omit<NewRule, "mode">> & { readonly version?: number };

export function viewRule(row: RuleRow) {
  return {
    object: "routing_rule" as const,
    id: publicId("routingRule", row.id),
    mode: row.mode,
    ...describeRule(row),
    accountCount: row.accountCount,
    version: row.version,
    createdAt: instantText(row.createdAtMs),
    updatedAt: instantText(row.updatedAtMs),
  };
}

export function describeRule(
  row: Omit<RuleRow, "id" | "accountCount" | "version" | "createdAtMs" | "updatedAtMs">,
) {
  return {
    priority: row.priority,
    method: row.method,
    currency: row.currency,
    country: row.country,
    operator: row.operator,
    amountMin: row.amountMin === null ? null : `${row.amountMin}`,
    amountMax: row.amountMax === null ? null : `${row.amountMax}`,
    subTenantId: publicId("subTenant", row.subTenantId),
    enabled: row.enabled,
  };
}

/** Refuses with VALIDATION_ERROR a rule that no payment can meet. */
export function requireRule(
  row: Pick<RuleRow, "method" | "currency" | "country" | "operator" | "amountMin" | "amountMax">,
): void {
  requirePaymentWay(row);
  const { currency, amountMin, amountMax } = row;
  const wrong = (path: string, rule: string, sentence: string) =>
    errors.VALIDATION_ERROR({ fields: [{ path, rule, message: `${path} ${sentence}.` }] });
  if (currency === null && (amountMin !== null || amountMax !== null)) {
    throw wrong("currency", "required", "is required beside an amount: an amount without one says nothing");
  }
  if (amountMin !== null && amountMax !== null && amountMax < amountMin) {
    throw wrong("amountMax", "order", "must not be below amountMin");
  }
}

/** Refuses with VALIDATION_ERROR a rule that no provider behind its sub-tenant serves. Without an account there is nothing to compare. */
export function requireServed(
  row: Pick<RuleRow, "method" | "currency" | "country">,
  behind: readonly Behind[],
): void {
  const unserved = unservedRule(row, behind);
  if (unserved === null) return;
  const { path, sentence } = unserved;
  throw errors.VALIDATION_ERROR({
    fields: [{ path, rule: "provider", message: `${path}: ${sentence}.` }],
  });
}

/** `before` with the fields of `sent`: absent fields stay. */
export function mergeRule(before: RuleRow, sent: RuleChange, subTenantId: Id<"subTenant">): RuleRow {
  const pick = <Value>(value: Value | undefined, old: Value): Value => (value === undefined ? old : value);
  const amount = (text: string | null | undefined, old: bigint | null): bigint | null =>
    text === undefined ? old : text === null ? null : BigInt(text);
  return {
    ...before,
    priority: pick(sent.priority, before.priority),
    method: pick(sent.method, before.method),
    currency: pick(sent.currency, before.currency),
    country: pick(sent.country, before.country),
    operator: pick(sent.operator, before.operator),
    amountMin: amount(sent.amountMin, before.amountMin),
    amountMax: amount(sent.amountMax, before.amountMax),
    enabled: pick(sent.enabled, before.enabled),
    subTenantId,
  };
}

/** A new rule that is not stored yet. */
export function newRule(
  id: Id<"routingRule">,
  input: NewRule & { readonly priority: number },
  subTenantId: Id<"subTenant">,
  nowMs: number,
): RuleRow {
  const any = { currency: null, country: null, operator: null, amountMin: null, amountMax: null };
  const { mode, method, priority } = input;
  const stamps = { version: 1, createdAtMs: nowMs, updatedAtMs: nowMs };
  return mergeRule(
    { ...any, ...stamps, accountCount: 0, id, mode, method, priority, subTenantId, enabled: true },
    input,
    subTenantId,
  );
}
