import { Type } from "typebox";
import { pageQuery } from "../../../http/pagination.ts";
import type { Permission } from "../../../http/permissions.ts";
import { type Caller, keyRoute, type Route } from "../../../http/route.ts";
import { Instant, Nullable, OneOf, UuidText } from "../../../http/schemas.ts";
import { modes, type PaymentMethod, paymentMethods } from "../../../kit/payment-terms.ts";
import type { Merchants } from "../../merchants/index.ts";
import { closingReasons, type Network, networksOf, serviceStates } from "../networks.ts";
import type { Routing } from "../service.ts";
import { merchantOutageView, networkView } from "./merchant-view.ts";
import { type Outages, outageStates } from "./outages.ts";
import { NullableText } from "./schemas.ts";

const tag = "Networks";
const base = "/merchant/merchants/:merchantId";
/** Everybody who deals with payments or payouts wants to know what is broken. */
const permission: readonly Permission[] = [
  "merchant.payments.read",
  "merchant.payouts.read",
  "merchant.checkout.read",
  "merchant.profile.read",
];
const OutageSchema = Type.Object(
  {
    object: OneOf(["outage"]),
    id: Type.String(),
    merchantId: Type.String({ description: "The merchant that reads: it concerns others too." }),
    mode: OneOf(modes),
    method: OneOf(paymentMethods),
    operator: Nullable(Type.String({ description: "Null: every operator of the method." })),
    country: Nullable(Type.String({ description: "Null: every country." })),
    status: OneOf(["DEGRADED", "CLOSED"]),
    reason: Type.String(),
    state: OneOf(outageStates),
    startsAt: Instant,
    endsAt: Nullable(Instant),
  },
  { title: "MerchantOutage" },
);
const ServiceSchema = (what: string) =>
  Nullable(
    Type.Object(
      {
        state: OneOf(serviceStates),
        closedBy: Nullable(
          OneOf(closingReasons, {
            description:
              "OUTAGE: see `outages`. NO_ANSWER: the provider does not answer. LIMIT_REACHED: the platform's account may take no more today. Null unless CLOSED.",
          }),
        ),
      },
      { description: `${what} Null: not this way.` },
    ),
  );
const NetworkSchema = Type.Object({
  object: OneOf(["network"]),
  method: OneOf(paymentMethods),
  operator: NullableText,
  country: NullableText,
  displayName: Type.String(),
  currency: Type.String(),
  collects: ServiceSchema("How payments go."),
  paysOut: ServiceSchema("How payouts go; while CLOSED they wait."),
  min: Nullable(Type.String({ description: "Of a payment, in minor units. Null: no bound, like `max`." })),
  max: NullableText,
  step: NullableText,
  outages: Type.Array(OutageSchema, { description: "Open and announced." }),
});
const outageExample = {
  object: "outage",
  id: "outage_01kf0v0d1qf0w8x3z5c7b9n1m3",
  merchantId: "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e",
  mode: "LIVE",
  method: "MOBILE_MONEY",
  operator: "ORANGE",
  country: "CI",
  status: "CLOSED",
  reason: "Orange CI answers nothing since 02:50",
  state: "OPEN",
  startsAt: "2026-01-15T03:05:00.000Z",
  endsAt: null,
} as const;
const networkExample = {
  object: "network",
  method: "MOBILE_MONEY",
  operator: "ORANGE",
  country: "CI",
  displayName: "Orange Money",
  currency: "XOF",
  collects: { state: "CLOSED", closedBy: "OUTAGE" },
  paysOut: { state: "CLOSED", closedBy: "OUTAGE" },
  min: "100",
  max: "2000000",
  step: "1",
  outages: [outageExample],
} as const;
const MerchantParams = Type.Object({ merchantId: UuidText });

export interface MerchantRoutingDeps {
  readonly routing: Pick<Routing, "snapshotFor">;
  readonly merchants: Pick<Merchants, "profile">;
  /** The methods by which beneficiaries are paid. */
  readonly payoutMethods: readonly PaymentMethod[];
}

/** What merchants read of the operators and of their outages. */
export function merchantRoutingRoutes(
  { routing, merchants, payoutMethods }: MerchantRoutingDeps,
  outages: Pick<Outages, "listConcerning">,
): readonly Route[] {
  const networksFor = async (
    { tenantId, merchantNo, mode }: Caller,
    nowMs: number,
  ): Promise<readonly Network[]> => {
    const { wallets } = await merchants.profile(merchantNo);
    const snapshot = await routing.snapshotFor(tenantId, mode);
    return networksOf({
      snapshot,
      currencies: wallets.map(({ currency }) => currency),
      payoutMethods,
      nowMs,
    });
  };
  return [
    keyRoute({
      method: "GET",
      path: `${base}/networks`,
      operationId: "listNetworks",
      tag,
      summary: "List networks and their state",
      description:
        "Every method and operator by which this merchant collects or pays out in the currencies of its wallets, whether it works now, and its current and announced outages. What no account of the platform serves is left out. At most two seconds old.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      permission,
      schemas: { params: MerchantParams, response: Type.Array(NetworkSchema) },
      examples: { data: [networkExample] },
      handle: async ({ caller, facts: { nowMs } }) => ({
        data: (await networksFor(caller, nowMs)).map((network) => networkView(network, caller, nowMs)),
      }),
    }),
    keyRoute({
      method: "GET",
      path: `${base}/outages`,
      operationId: "listMerchantOutages",
      tag,
      summary: "List outages",
      description:
        "Current, announced and past outages of the networks of this merchant, newest first, as the platform's operators declare them. For accounts whose provider does not answer see `networks`.",
      successStatus: 200,
      errors: [],
      idempotency: "none",
      list: true,
      permission,
      schemas: {
        params: MerchantParams,
        query: Type.Object({ ...pageQuery, state: Type.Optional(OneOf(outageStates)) }),
        response: Type.Array(OutageSchema),
      },
      examples: { data: [outageExample] },
      handle: async ({ caller, query, facts: { nowMs } }) => {
        const ways = (await networksFor(caller, nowMs)).map(({ offer }) => ({
          method: offer.method,
          operator: offer.operator,
          country: offer.countryCode,
        }));
        const { rows, meta } = await outages.listConcerning(caller.tenantId, caller.mode, ways, query, nowMs);
        return { data: rows.map((row) => merchantOutageView(row, caller, nowMs)), meta };
      },
    }),
  ];
}
