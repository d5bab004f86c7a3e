import { Type } from "typebox";
import { keyRoute, type Route } from "../../http/route.ts";
import { UuidText } from "../../http/schemas.ts";
import type { createActivity } from "./activity.ts";
import { activityExample } from "./examples.ts";
import { ActivityQuery, ActivityView } from "./schemas.ts";

const CSV = "text/csv";

/** What merchants read of the audit log. */
export function activityRoute(activity: ReturnType<typeof createActivity>): Route {
  return keyRoute({
    method: "GET",
    path: "/merchant/merchants/:merchantId/activity",
    operationId: "listActivity",
    tag: "Audit log",
    summary: "List the activity of a merchant",
    description:
      "Every privileged act of the merchant's people and keys in the mode of the key, newest first: who did what to which object, what it was before and after, from where, in which request. Also what the platform did to the merchant: its status, its dossier, wallets, limits, and keys that it made or revoked; of these without names, addresses and reasons.",
    successStatus: 200,
    errors: [],
    idempotency: "none",
    list: true,
    permission: "merchant.team.read",
    produces: [CSV],
    examples: { data: [activityExample] },
    schemas: {
      params: Type.Object({ merchantId: UuidText }),
      query: ActivityQuery,
      response: Type.Array(ActivityView),
    },
    handle: async ({ caller, query }) =>
      query.format === "csv"
        ? {
            file: {
              mediaType: CSV,
              fileName: `activity-${caller.mode.toLowerCase()}.csv`,
              body: await activity.csv(caller, query),
            },
          }
        : activity.list(caller, query),
  });
}
