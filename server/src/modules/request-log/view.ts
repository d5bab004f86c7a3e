import { uuidTimeMs } from "../../db/list-days.ts";
import { formatActor, storedMerchantActor } from "../../kit/actor.ts";
import { publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { RequestView } from "./schemas.ts";
import type { LoggedRequest } from "./store.ts";

/** A request as its merchant sees it. */
export function viewRequest(request: LoggedRequest, mode: Mode): RequestView {
  const { id, actorKind, actorId, refusal } = request;
  const actor = storedMerchantActor(actorKind, actorId);
  return {
    object: "request",
    id: publicId("request", id),
    mode,
    method: request.method as RequestView["method"],
    path: request.path,
    operationId: request.operationId,
    status: request.status,
    errorCode: request.errorCode,
    refusedFields: [...(refusal?.fields ?? [])],
    requiredPermissions: [...(refusal?.required ?? [])],
    durationMs: request.durationMs,
    idempotencyReplayed: request.isReplay,
    caller: {
      kind: actor.kind === "key" ? "KEY" : "PERSON",
      id: formatActor(actor),
      name: request.actorName,
    },
    address: request.ip,
    notKept: request.notKept,
    createdAt: new Date(uuidTimeMs(id)).toISOString(),
  };
}
