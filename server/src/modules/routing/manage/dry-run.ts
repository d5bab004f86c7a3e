import { errors } from "../../../http/errors.ts";
import type { CurrencyCode } from "../../../kit/currency.ts";
import { type Id, type MerchantId, publicId, type TenantId } from "../../../kit/ids.ts";
import { money } from "../../../kit/money.ts";
import type { Mode, PaymentMethod } from "../../../kit/payment-terms.ts";
import type { Providers } from "../../../providers/registry.ts";
import type { Merchants } from "../../merchants/index.ts";
import { failureCodeOf } from "../choose.ts";
import { assessRoute, type RouteQuestion } from "../rules.ts";
import type { Routing } from "../service.ts";
import type { RoutingRule, RoutingSnapshot } from "../snapshot.ts";
import { type RuleTrace, traceRules } from "../trace.ts";
import { readBehind } from "./account-store.ts";
import { requirePaymentWay } from "./payment-way.ts";
import { replayCharges } from "./replay.ts";
import { findMerchantNo, readLastCharges } from "./replay-store.ts";
import { type NewRule, requireRule, requireServed } from "./rule-terms.ts";
import { instantText, namedId, present, type SettingsWriterDeps } from "./settings-writer.ts";
import { readSubTenants } from "./sub-tenant-store.ts";

/** Past charges per question. */
export const REPLAY_MAX = 500;

export type ProposedRule = Omit<NewRule, "mode" | "priority">;

export interface DryRunQuestion {
  readonly mode: Mode;
  readonly merchantId?: string;
  readonly method: PaymentMethod;
  readonly currency: CurrencyCode;
  readonly country?: string | null;
  readonly operator?: string | null;
  /** Minor units as text. */
  readonly amount: string;
  /** All rules of the mode, in the order of evaluation. */
  readonly rules?: readonly ProposedRule[];
  /** Whether to ignore all outages. */
  readonly ignoreOutages?: boolean;
  /** How many recent charges to replay. */
  readonly replay?: number;
}

export interface DryRunDeps extends Pick<SettingsWriterDeps, "db"> {
  readonly providers: Pick<Providers, "capabilitiesOf">;
  readonly routing: Pick<Routing, "readSnapshot">;
  readonly merchants: Pick<Merchants, "profile">;
}

/** Shows where a payment would go and why, by the present rules and by proposed ones. Writes nothing. */
export function createDryRun({ db, merchants, providers, routing }: DryRunDeps) {
  /**
   * The proposal as rules of a snapshot, identified by their position in it. Refuses as the creation of a rule does.
   */
  const rulesOf = async (
    tenantId: TenantId,
    mode: Mode,
    proposed: readonly ProposedRule[],
  ): Promise<readonly RoutingRule[]> => {
    const named = proposed.map(({ subTenantId }, index) =>
      namedId("subTenant", subTenantId, `rules[${index}].subTenantId`),
    );
    const known = new Set((await readSubTenants(db, tenantId, [...new Set(named)])).map(({ id }) => id));
    const behind = await readBehind(db, tenantId, mode, providers.capabilitiesOf);
    return proposed.map((rule, index) => {
      const subTenantId = named[index];
      present(
        subTenantId !== undefined && known.has(subTenantId) ? subTenantId : null,
        `rules[${index}].subTenantId`,
      );
      const { method, currency = null, country = null, operator = null, enabled = true } = rule;
      const amountMin = rule.amountMin == null ? null : BigInt(rule.amountMin);
      const amountMax = rule.amountMax == null ? null : BigInt(rule.amountMax);
      const conditions = { method, currency, country, operator, amountMin, amountMax };
      requireRule(conditions);
      if (enabled) requireServed(conditions, behind.get(present(subTenantId)) ?? []);
      return { id: `${index}`, priority: index, ...conditions, enabled, subTenantId: present(subTenantId) };
    });
  };

  return async (tenantId: TenantId, asked: DryRunQuestion, nowMs: number) => {
    const { mode, method, currency, country = null, operator = null } = asked;
    requirePaymentWay({ method, operator, country, currency });
    const merchantNo =
      asked.merchantId === undefined
        ? null
        : present(await findMerchantNo(db, tenantId, asked.merchantId as MerchantId, mode), "merchantId");
    if (merchantNo !== null) {
      const { wallets } = await merchants.profile(merchantNo);
      if (!wallets.some((wallet) => wallet.currency === currency)) {
        const message = `currency: the merchant has no wallet in ${currency}.`;
        throw errors.VALIDATION_ERROR({ fields: [{ path: "currency", rule: "wallet", message }] });
      }
    }
    const read = await routing.readSnapshot(tenantId, mode, nowMs);
    const current: RoutingSnapshot = asked.ignoreOutages === true ? { ...read, outages: [] } : read;
    const proposed =
      asked.rules === undefined ? null : { ...current, rules: await rulesOf(tenantId, mode, asked.rules) };
    const question: RouteQuestion = {
      method,
      country,
      operator,
      amount: money(BigInt(asked.amount), currency),
    };
    const now = judge(current, question, nowMs, false);
    const then = proposed === null ? null : judge(proposed, question, nowMs, true);
    const limit = asked.replay;
    return {
      object: "routing_dry_run" as const,
      mode,
      merchantId: asked.merchantId ?? null,
      method,
      currency,
      country,
      operator,
      amount: asked.amount,
      current: now,
      proposal: then,
      moves: then === null ? null : now.providerAccountId !== then.providerAccountId,
      replayed:
        limit === undefined
          ? null
          : viewReplay(
              replayCharges(
                await readLastCharges(db, { tenantId, mode, merchantNo, limit }),
                current,
                proposed,
                nowMs,
              ),
              proposed !== null,
            ),
    };
  };
}
export type DryRun = ReturnType<typeof createDryRun>;

const accountName = (id: string): string => publicId("providerAccount", id as Id<"providerAccount">);

function judge(snapshot: RoutingSnapshot, question: RouteQuestion, nowMs: number, isProposal: boolean) {
  const assessed = assessRoute(snapshot, question, nowMs);
  const route = "route" in assessed ? assessed.route : null;
  const removal = "route" in assessed ? null : assessed.removal;
  const { bound } = assessed;
  const outage = removal?.outage ?? null;
  const rules = traceRules(snapshot, question);
  const named = rules.findIndex(({ rule }) => rule.id === (route?.ruleId ?? removal?.ruleId));
  return {
    routed: route !== null,
    reason: removal?.reason ?? null,
    failureCode: removal === null ? null : failureCodeOf(removal.reason),
    degraded: "route" in assessed && assessed.degraded,
    rulePosition: named < 0 ? null : named + 1,
    subTenantId: route === null ? null : publicId("subTenant", route.subTenantId as Id<"subTenant">),
    providerAccountId: route === null ? null : accountName(route.providerAccountId),
    provider: route?.provider ?? null,
    bound:
      bound === null
        ? null
        : {
            id: publicId("amountBound", bound.id as Id<"amountBound">),
            min: `${bound.min}`,
            max: `${bound.max}`,
            step: `${bound.step}`,
          },
    outage:
      outage === null
        ? null
        : {
            id: publicId("outage", outage.id as Id<"outage">),
            status: outage.status,
            reason: outage.reason,
          },
    rules: rules.map((trace, index) => viewTrace(trace, index + 1, isProposal)),
  };
}

function viewTrace({ rule, verdict, accounts }: RuleTrace, position: number, isProposal: boolean) {
  return {
    position,
    ruleId: isProposal ? null : publicId("routingRule", rule.id as Id<"routingRule">),
    subTenantId: publicId("subTenant", rule.subTenantId as Id<"subTenant">),
    verdict,
    accounts: accounts.map((one) => ({
      providerAccountId: accountName(one.accountId),
      verdict: one.verdict,
    })),
  };
}

function viewReplay({ oldestMs, moves, ...sums }: ReturnType<typeof replayCharges>, hasProposal: boolean) {
  const name = (id: string | null) => (id === null ? null : accountName(id));
  return {
    comparedWith: hasProposal ? ("CURRENT_RULES" as const) : ("WHAT_HAPPENED" as const),
    ...sums,
    oldestAt: oldestMs === null ? null : instantText(oldestMs),
    moves: moves.map(({ from, to, count }) => ({ from: name(from), to: name(to), count })),
  };
}
