import type { Transaction } from "../../../db/database.ts";
import { assert } from "../../../kit/errors.ts";
import { type Id, type IdSource, publicId } from "../../../kit/ids.ts";
import { insertProviderAccount, insertSubTenant } from "../store.ts";
import { insertFee, insertRule, type NewBound, type NewFee, upsertBound } from "../table-store.ts";
import type { AccountRow } from "./account-store.ts";
import { describeAccount } from "./account-view.ts";
import { type Author, recordChange } from "./record.ts";
import type { RuleRow } from "./rule-store.ts";
import { describeRule } from "./rule-terms.ts";
import type { BoundRow, FeeRow } from "./table-rows.ts";

/**
 * How rows of routing are written, each with its audit entry and its announcement in the caller's transaction: by operators, after
 * what `manage/` checks, and by a first start.
 */
export async function writeNewSubTenant(
  tx: Transaction,
  ids: IdSource,
  author: Author,
  { id, name }: { readonly id: Id<"subTenant">; readonly name: string },
): Promise<void> {
  await insertSubTenant(tx, { id, tenantId: author.tenantId, name }, author.nowMs);
  await recordChange(tx, ids, author, {
    action: "sub_tenant.created",
    subject: publicId("subTenant", id),
    before: null,
    after: { name, status: "ACTIVE" },
  });
}

/** `settings` are the names of the account's settings: the log says which there are, never their values. */
export async function writeNewAccount(
  tx: Transaction,
  ids: IdSource,
  author: Author,
  account: AccountRow,
  settings: readonly string[],
): Promise<void> {
  const { tenantId, nowMs } = author;
  const inserted = await insertProviderAccount(
    tx,
    account.id,
    { ...account, tenantId },
    account.settings,
    nowMs,
  );
  assert(inserted, "the sub-tenant belongs to the tenant");
  await recordChange(tx, ids, author, {
    action: "provider_account.created",
    subject: publicId("providerAccount", account.id),
    before: null,
    after: { ...describeNewAccount(account), settings },
  });
}

/** Everything about a new account but its credentials. */
export function describeNewAccount(account: AccountRow) {
  const { mode, provider, subTenantId } = account;
  return {
    mode,
    provider,
    subTenantId: publicId("subTenant", subTenantId),
    ...describeAccount(account),
  };
}

export async function writeNewRule(
  tx: Transaction,
  ids: IdSource,
  author: Author,
  rule: Omit<RuleRow, "accountCount">,
): Promise<void> {
  const { tenantId, nowMs } = author;
  const inserted = await insertRule(tx, rule.id, { ...rule, tenantId }, nowMs);
  assert(inserted, "the sub-tenant belongs to the tenant");
  await recordChange(tx, ids, author, {
    action: "routing_rule.created",
    subject: publicId("routingRule", rule.id),
    before: null,
    after: { mode: rule.mode, ...describeRule(rule) },
  });
}

/** The terms of a bound in minor units as text. */
export function describeBound({ min, max, step }: Pick<BoundRow, "min" | "max" | "step">) {
  return { min: `${min}`, max: `${max}`, step: `${step}` };
}

/** The one bound of its combination. `before`: the terms that it replaces; null: there was none. */
export async function writeBound(
  tx: Transaction,
  ids: IdSource,
  author: Author,
  bound: Omit<Required<NewBound>, "tenantId">,
  before: ReturnType<typeof describeBound> | null,
): Promise<void> {
  const { tenantId, nowMs } = author;
  const id = await upsertBound(tx, ids.next("amountBound"), { ...bound, tenantId }, nowMs);
  const { mode, method, currency, operator, country } = bound;
  await recordChange(tx, ids, author, {
    action: "amount_bound.set",
    subject: publicId("amountBound", id as Id<"amountBound">),
    before,
    after: { mode, method, currency, operator, country, ...describeBound(bound) },
  });
}

export type FeeTermsRow = Pick<
  FeeRow,
  "basisPoints" | "fixed" | "minimum" | "maximum" | "settlementDelaySeconds"
>;

/** The terms of a fee schedule, amounts in minor units as text. */
export function describeTerms(terms: FeeTermsRow) {
  const { basisPoints, fixed, minimum, maximum, settlementDelaySeconds } = terms;
  return {
    basisPoints,
    fixed: `${fixed}`,
    minimum: `${minimum}`,
    maximum: maximum === null ? null : `${maximum}`,
    settlementDelaySeconds,
  };
}

/** The next version of a schedule. `before`: the terms of the last one; null: it is the first. */
export async function writeFee(
  tx: Transaction,
  ids: IdSource,
  author: Author,
  fee: Omit<Required<NewFee>, "tenantId">,
  before: ReturnType<typeof describeTerms> | null,
): Promise<{ readonly id: Id<"feeSchedule">; readonly version: number }> {
  const { tenantId, nowMs } = author;
  const id = ids.next("feeSchedule");
  const version = await insertFee(tx, id, { ...fee, tenantId }, nowMs);
  const { mode, method, currency } = fee;
  await recordChange(tx, ids, author, {
    action: "fee_schedule.set",
    subject: publicId("feeSchedule", id),
    before,
    after: { mode, method, currency, ...describeTerms(fee) },
  });
  return { id, version };
}
