import { readNames } from "../../db/names.ts";
import { errors } from "../../http/errors.ts";
import { hasPermission } from "../../http/permissions.ts";
import { keyRoute, operatorRoute, type Route } from "../../http/route.ts";
import { findMerchantNo } from "../merchants/index.ts";
import { createReadTimeline, type TimelineDeps } from "./read.ts";
import { TenantTimelineView, TimelineParams, TimelineView } from "./schemas.ts";
import { namedIds, tenantTimelineView, timelineView } from "./view.ts";

const description =
  "What happened, oldest first: who made it, the page that was opened, each attempt with its route, what the provider was asked and how it answered, reports, the outcome, ledger entries, events and their deliveries, refunds and decisions. The id of a payment intent, charge, refund or session leads to its payment, that of a payout to the payout. Steps that change no row are kept for 90 days unless the platform has set another time, and appear some seconds after they happened; `missing` says what is not shown.";

/** One address for every id that a person may have at hand. */
export function createTimelineRoutes(deps: TimelineDeps): readonly Route[] {
  const { db, merchants } = deps;
  const read = createReadTimeline(deps);
  return [
    keyRoute({
      method: "GET",
      path: "/payments/timelines/:id",
      operationId: "getTimeline",
      tag: "Payment intents",
      summary: "Get a timeline",
      description: `${description} Parts that the key may not read are left out: ledger entries need \`merchant.wallets.read\`, events \`merchant.events.read\`, deliveries \`merchant.webhooks.read\`; a payout needs \`merchant.payouts.read\`.`,
      permission: "merchant.payments.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: TimelineParams, response: TimelineView },
      handle: async ({ caller, params }) => {
        const { merchantNo, permissions } = caller;
        const sight = {
          forOperator: false,
          ledger: hasPermission(permissions, "merchant.wallets.read"),
          events: hasPermission(permissions, "merchant.events.read"),
          deliveries: hasPermission(permissions, "merchant.webhooks.read"),
          payouts: hasPermission(permissions, "merchant.payouts.read"),
        };
        const timeline = await read(params.id, sight, {
          payments: async () => merchantNo,
          payouts: async () => merchantNo,
          isOwn: async (found) => found === merchantNo,
        });
        return { data: timelineView(timeline) };
      },
    }),
    operatorRoute({
      method: "GET",
      path: "/tenant/timelines/:id",
      operationId: "getTenantTimeline",
      tag: "Operators: payments",
      summary: "Get a timeline of any merchant",
      description: `${description} With the calls to the provider (no bodies), and why each attempt took its route, then and now.`,
      permission: "tenant.payments.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.RESOURCE_NOT_FOUND],
      schemas: { params: TimelineParams, response: TenantTimelineView },
      handle: async ({ operator: { tenantId }, params }) => {
        const sight = { forOperator: true, ledger: true, events: true, deliveries: true, payouts: true };
        const timeline = await read(params.id, sight, {
          payments: (table, id) => findMerchantNo(db, tenantId, table, id),
          payouts: (id) => findMerchantNo(db, tenantId, "payouts", id),
          isOwn: async (found) => (await merchants.profile(found)).tenantId === tenantId,
        });
        const view = tenantTimelineView(timeline);
        const ids = namedIds(view);
        const nameOf = await readNames(db, tenantId, [], ids);
        const names = ids.flatMap((named) => {
          const name = nameOf(named);
          return name === null ? [] : [{ id: named, name }];
        });
        return { data: { ...view, names } };
      },
    }),
  ];
}
