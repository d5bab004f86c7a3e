import { writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { type Caller, callerActor } from "../../http/route.ts";
import { type IdSource, publicId } from "../../kit/ids.ts";
import type { Endpoint } from "./store.ts";

/** When, in which request, and from where. */
export interface Moment {
  readonly nowMs: number;
  readonly requestId: string | null;
  readonly ip: string | null;
}

/** Nobody asked for it over HTTP. */
export const NO_REQUEST = { requestId: null, ip: null } as const;

/** What was done to an endpoint; `before` or `after` is there, or both. */
type Act =
  | { readonly verb: "created" | "secret_rotated"; readonly before?: undefined; readonly after: Endpoint }
  | { readonly verb: "updated"; readonly before: Endpoint; readonly after: Endpoint }
  | { readonly verb: "deleted"; readonly before: Endpoint; readonly after?: undefined };

/** Who says where events go is worth knowing later. */
export function auditEndpoint(
  tx: Transaction,
  ids: IdSource,
  caller: Caller,
  { nowMs, ...origin }: Moment,
  { verb, before, after }: Act,
): Promise<void> {
  return writeAudit(tx, ids, nowMs, {
    tenantId: caller.tenantId,
    merchantNo: caller.merchantNo,
    actor: callerActor(caller, origin),
    action: `webhook_endpoint.${verb}`,
    subject: publicId("webhookEndpoint", (after ?? before).id),
    before: before === undefined ? null : describe(before),
    after: after === undefined ? null : describe(after),
  });
}

/** Of the address only what leads to the server: the rest can hold a merchant's own secrets. */
function describe({ url, events, status, ordered }: Endpoint): string {
  return `${new URL(url).origin} ${status}${ordered ? " ordered" : ""} ${events.join(",")}`;
}
