import { writeAudit } from "../../db/audit.ts";
import type { Transaction } from "../../db/database.ts";
import { type Caller, callerActor } from "../../http/route.ts";
import { type IdSource, publicId } from "../../kit/ids.ts";
import type { Endpoint } from "./store.ts";

/** Time, request id and address of an act. */
export interface Moment {
  readonly nowMs: number;
  readonly requestId: string | null;
  readonly ip: string | null;
}

/** For acts without an HTTP request. */
export const NO_REQUEST = { requestId: null, ip: null } as const;

/** An act on an endpoint, with `before`, `after`, or both. */
type EndpointChange =
  | { readonly verb: "created" | "secret_rotated"; readonly before?: undefined; readonly after: Endpoint }
  | { readonly verb: "updated"; readonly before: Endpoint; readonly after: Endpoint }
  | { readonly verb: "deleted"; readonly before: Endpoint; readonly after?: undefined };

/** The audit log must show who decided where events go. */
export function auditEndpoint(
  tx: Transaction,
  ids: IdSource,
  caller: Caller,
  { nowMs, ...origin }: Moment,
  { verb, before, after }: EndpointChange,
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

/** Only the server's name of the address: the rest can contain a merchant's own secrets. */
function describe({ url, events, status, ordered }: Endpoint): string {
  return `${new URL(url).origin} ${status}${ordered ? " ordered" : ""} ${events.join(",")}`;
}
