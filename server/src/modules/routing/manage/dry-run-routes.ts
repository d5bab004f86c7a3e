import { Type } from "typebox";
import { errors } from "../../../http/errors.ts";
import { operatorRoute, type Route } from "../../../http/route.ts";
import { AmountText, CurrencyText, Instant, Nullable, OneOf, UuidText } from "../../../http/schemas.ts";
import { modes, paymentMethods } from "../../../kit/payment-terms.ts";
import { type DryRun, REPLAY_MAX } from "./dry-run.ts";
import { RULES_MAX } from "./routing-rules.ts";
import { ruleFields } from "./rule-routes.ts";
import { CountryField, Method, Mode, NullableText, OperatorField } from "./schemas.ts";

const Verdict = Type.Object(
  {
    routed: Type.Boolean(),
    reason: NullableText,
    failureCode: NullableText,
    degraded: Type.Boolean(),
    rulePosition: Nullable(
      Type.Integer({ description: "Which of `rules` decides: the one that takes it, or that should have." }),
    ),
    subTenantId: NullableText,
    providerAccountId: NullableText,
    provider: NullableText,
    bound: Nullable(
      Type.Object({ id: Type.String(), min: Type.String(), max: Type.String(), step: Type.String() }),
    ),
    outage: Nullable(Type.Object({ id: Type.String(), status: Type.String(), reason: Type.String() })),
    rules: Type.Array(
      Type.Object({
        position: Type.Integer(),
        ruleId: NullableText,
        subTenantId: Type.String(),
        verdict: Type.String({
          description:
            "TAKES, NOT_REACHED, DOES_NOT_MATCH, RULE_DISABLED, or what kept its accounts from taking it.",
        }),
        accounts: Type.Array(Type.Object({ providerAccountId: Type.String(), verdict: Type.String() })),
      }),
    ),
  },
  { title: "RoutingVerdict" },
);
export const DryRunSchema = Type.Object({
  object: OneOf(["routing_dry_run"]),
  mode: OneOf(modes),
  merchantId: NullableText,
  method: OneOf(paymentMethods),
  currency: Type.String(),
  country: NullableText,
  operator: NullableText,
  amount: Type.String(),
  current: Verdict,
  proposal: Nullable(Verdict),
  moves: Nullable(Type.Boolean({ description: "Whether the proposal sends this payment elsewhere." })),
  replayed: Nullable(
    Type.Object({
      comparedWith: OneOf(["CURRENT_RULES", "WHAT_HAPPENED"]),
      charges: Type.Integer(),
      oldestAt: Nullable(Instant),
      same: Type.Integer(),
      moved: Type.Integer(),
      lost: Type.Integer({ description: "Taken now, and by nobody then." }),
      gained: Type.Integer({ description: "Taken by nobody now." }),
      moves: Type.Array(Type.Object({ from: NullableText, to: NullableText, count: Type.Integer() })),
    }),
  ),
});

const ids = {
  rule: "rule_01kf0v0d1qf0w8x3z5c7b9n1m3",
  subTenant: "sub_01kf0v0d1qf0w8x3z5c7b9n1m3",
  account: "acct_01kf0v0d1qf0w8x3z5c7b9n1m3",
} as const;

export function dryRunRoutes(dryRun: DryRun): readonly Route[] {
  return [
    operatorRoute({
      method: "POST",
      path: "/tenant/routing/dry-run",
      operationId: "dryRunRouting",
      tag: "Operators: routing",
      summary: "Dry-run routing",
      description:
        "Where a payment would go now, rule by rule and account by account, and why the others would not take it. With `rules`, all rules of the mode in the order in which they would be tried, the same by that proposal. With `replay`, the last charges of the tenant, or of `merchantId`, are asked the same: how many would move, be lost or be gained. Bounds and outages are those of now; `ignoreOutages` leaves the outages out. Changes nothing.",
      permission: "tenant.routing.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: {
        body: Type.Object({
          mode: Mode,
          merchantId: Type.Optional(UuidText),
          method: Method,
          currency: CurrencyText,
          country: Type.Optional(Nullable(CountryField)),
          operator: Type.Optional(Nullable(OperatorField)),
          amount: AmountText,
          rules: Type.Optional(Type.Array(Type.Object(ruleFields), { maxItems: RULES_MAX })),
          ignoreOutages: Type.Optional(
            Type.Boolean({
              description: "Judge as if nothing were closed or degraded: for a way round an outage.",
            }),
          ),
          replay: Type.Optional(
            Type.Integer({ minimum: 1, maximum: REPLAY_MAX, description: "How many of the last charges." }),
          ),
        }),
        response: DryRunSchema,
      },
      examples: {
        body: {
          mode: "SANDBOX",
          method: "MOBILE_MONEY",
          currency: "XOF",
          country: "CI",
          operator: "ORANGE",
          amount: "5000",
          replay: 100,
        },
        data: {
          object: "routing_dry_run",
          mode: "SANDBOX",
          merchantId: null,
          method: "MOBILE_MONEY",
          currency: "XOF",
          country: "CI",
          operator: "ORANGE",
          amount: "5000",
          current: {
            routed: true,
            reason: null,
            failureCode: null,
            degraded: false,
            rulePosition: 1,
            subTenantId: ids.subTenant,
            providerAccountId: ids.account,
            provider: "simulator",
            bound: null,
            outage: null,
            rules: [
              {
                position: 1,
                ruleId: ids.rule,
                subTenantId: ids.subTenant,
                verdict: "TAKES",
                accounts: [{ providerAccountId: ids.account, verdict: "TAKES" }],
              },
            ],
          },
          proposal: null,
          moves: null,
          replayed: {
            comparedWith: "WHAT_HAPPENED",
            charges: 100,
            oldestAt: "2026-01-14T17:20:11.120Z",
            same: 98,
            moved: 2,
            lost: 0,
            gained: 0,
            moves: [{ from: "acct_01kf0v0d1qf0w8x3z5c7b9n1m4", to: ids.account, count: 2 }],
          },
        },
      },
      handle: async ({ operator, body, facts }) => ({
        data: await dryRun(operator.tenantId, body, facts.nowMs),
      }),
    }),
  ];
}
