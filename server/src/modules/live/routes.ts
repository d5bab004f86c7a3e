import { errors } from "../../http/errors.ts";
import { type Caller, keyRoute, operatorRoute, type Route } from "../../http/route.ts";
import { workReadPermissions } from "../work/index.ts";
import { livePermissions } from "./changes.ts";
import { liveErrors } from "./errors.ts";
import type { MerchantLive } from "./merchant-live.ts";
import type { OperatorLive } from "./operator-live.ts";
import { ChangesSchema, LiveParams, LiveQuery, WorkCountsSchema } from "./schemas.ts";

export function liveRoutes(merchants: MerchantLive, operators: OperatorLive): readonly Route[] {
  return [
    keyRoute({
      method: "GET",
      path: "/merchant/merchants/:merchantId/live",
      operationId: "followMerchant",
      tag: "Live",
      summary: "Stream changes of a merchant",
      description:
        "Tells which objects changed, by their ids alone: read again what you show. With `Accept: text/event-stream`, as a browser's EventSource sends it, the answer stays open (server-sent events); each message is `{type, id, version}`, `ready` comes first, and `reload` means that more happened than is told. `Last-Event-ID` goes on where a connection broke. A stream ends within two seconds of the log-in, the key or the role. Without this header it answers at once what happened after `after`. A message can come twice. Events of kinds that you may not read are left out.",
      permission: livePermissions,
      successStatus: 200,
      idempotency: "none",
      errors: [liveErrors.TOO_MANY_STREAMS, errors.FOREIGN_REQUEST],
      produces: ["text/event-stream"],
      examples: {
        data: {
          object: "live_changes",
          position: "1763805600000",
          reload: false,
          changes: [{ type: "payment.succeeded", id: "pi_06f4c1n9k3v7x2m5t8b1d6q4r0", version: 3 }],
        },
      },
      schemas: { params: LiveParams, query: LiveQuery, response: ChangesSchema },
      handle: async ({ caller, query, facts }) => {
        refuseOtherMode(caller, query.mode);
        const found = await merchants.changesSince(caller, query.after, facts.nowMs);
        return { data: { object: "live_changes" as const, ...found, changes: [...found.changes] } };
      },
      follow: async ({ caller, query, facts, following }) => {
        refuseOtherMode(caller, query.mode);
        return merchants.follow(caller, following, query.after, facts.nowMs);
      },
    }),
    operatorRoute({
      method: "GET",
      path: "/tenant/live",
      operationId: "followWork",
      tag: "Live",
      summary: "Stream the size of the work queue",
      description:
        "The counts of the work queue. With `Accept: text/event-stream` the answer stays open, as at a merchant's: the counts come first, and again whenever they change, at most two seconds later.",
      permission: workReadPermissions,
      successStatus: 200,
      idempotency: "none",
      errors: [liveErrors.TOO_MANY_STREAMS, errors.FOREIGN_REQUEST],
      produces: ["text/event-stream"],
      examples: {
        data: { object: "live_work", counts: [{ kind: "HELD_MONEY", count: 2, overdue: 0 }] },
      },
      schemas: { response: WorkCountsSchema },
      handle: async ({ operator }) => ({
        data: { object: "live_work" as const, counts: [...(await operators.counts(operator))] },
      }),
      follow: ({ operator, facts, following }) => operators.follow(operator, following, facts.nowMs),
    }),
  ];
}

/** A page that asks for one mode must not be shown the other, which a key or a header chose. */
function refuseOtherMode({ mode }: Caller, asked: string | undefined): void {
  if (asked === undefined || asked === mode) return;
  const message = `The key or the header Cauris-Mode chooses ${mode}.`;
  throw errors.VALIDATION_ERROR({ fields: [{ path: "mode", rule: "mode", message }] });
}
