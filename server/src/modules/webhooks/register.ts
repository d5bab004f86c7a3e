import { once } from "../../http/idempotency.ts";
import type { Caller, IdempotencyClaim } from "../../http/route.ts";
import { sealAddress } from "./addresses.ts";
import { auditEndpoint, type Moment, NO_REQUEST } from "./audit.ts";
import { REGISTERED_PER_HOUR } from "./budget.ts";
import { sendPing } from "./challenge.ts";
import { subscription } from "./changes.ts";
import type { WebhooksDeps } from "./deps.ts";
import { webhookErrors } from "./errors.ts";
import type { NewEndpointBody } from "./schemas.ts";
import { newSigningSecret } from "./signing.ts";
import { countEndpoints, type Endpoint, insertEndpoint, secretContext } from "./store.ts";
import { type EndpointView, viewEndpoint } from "./view.ts";

export const ENDPOINTS_MAX = 20;
const HOUR_MS = 3_600_000;

/**
 * Registers an endpoint and sends it a ping. Its events are held until a ping is answered with 2xx. The secret is shown in this
 * answer only. Refuses with VALIDATION_ERROR (an address that events are not sent to), WEBHOOK_ENDPOINT_LIMIT_REACHED and
 * WEBHOOK_BUDGET_SPENT.
 */
export function createRegistration(
  { db, ids, random, keyring, notifyNewDeliveries }: WebhooksDeps,
  checkUrl: (caller: Caller, url: string) => Promise<void>,
) {
  return async (
    caller: Caller,
    body: NewEndpointBody,
    claim: IdempotencyClaim | null,
    nowMs: number,
    { requestId, ip }: Pick<Moment, "requestId" | "ip"> = NO_REQUEST,
  ): Promise<EndpointView & { secret: string }> => {
    await checkUrl(caller, body.url);
    const id = ids.next("webhookEndpoint");
    const secret = newSigningSecret(random);
    const status = body.status ?? "ACTIVE";
    const endpoint: Endpoint = {
      merchantNo: caller.merchantNo,
      merchantId: caller.merchantId,
      mode: caller.mode,
      id,
      url: body.url,
      events: subscription(body.events),
      status,
      description: body.description ?? null,
      ordered: body.ordered ?? false,
      failingSinceMs: null,
      verifiedAtMs: null,
      disabledReason: status === "DISABLED" ? "REQUESTED" : null,
      eventSequence: 0,
      previousSecretExpiresAtMs: null,
      version: 1,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
    const options = { claim, merchantNo: caller.merchantNo, owner: id, nowMs, status: 201 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      const { present, registered, firstRegisteredAtMs } = await countEndpoints(
        tx,
        caller.merchantNo,
        nowMs - HOUR_MS,
      );
      if (present >= ENDPOINTS_MAX) {
        throw webhookErrors.WEBHOOK_ENDPOINT_LIMIT_REACHED({ max: ENDPOINTS_MAX });
      }
      if (registered >= REGISTERED_PER_HOUR) {
        const waitMs = (firstRegisteredAtMs ?? nowMs) + HOUR_MS - nowMs;
        throw webhookErrors.WEBHOOK_BUDGET_SPENT({}, Math.ceil(waitMs / 1_000));
      }
      await insertEndpoint(tx, endpoint, {
        secret: keyring.seal(secret.reveal(), secretContext(endpoint)),
        sealedUrl: sealAddress(keyring, endpoint, endpoint.url),
      });
      await auditEndpoint(tx, ids, caller, { nowMs, requestId, ip }, { verb: "created", after: endpoint });
      await sendPing(tx, ids, endpoint, nowMs);
      return { ...viewEndpoint(endpoint), secret: secret.reveal() };
    });
    notifyNewDeliveries();
    return view;
  };
}
