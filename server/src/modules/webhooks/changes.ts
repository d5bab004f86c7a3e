import type { ChangeEndpointBody } from "./schemas.ts";
import type { Endpoint } from "./store.ts";

export interface EndpointChange {
  readonly after: Endpoint;
  readonly changed: boolean;
  /** The endpoint's failures are cleared: it has another address, or starts again. */
  readonly forgetHealth: boolean;
  /** The address is not verified: a ping has to be sent. */
  readonly challenges: boolean;
}

/** Event names as stored: `*` is always alone. */
export function subscription(events: "*" | readonly string[] | undefined): readonly string[] {
  return events === undefined || events === "*" || events.includes("*") ? ["*"] : events;
}

/** The endpoint after a merchant's change: absent fields stay. Pure. */
export function changeEndpoint(before: Endpoint, body: ChangeEndpointBody, nowMs: number): EndpointChange {
  const status = body.status ?? before.status;
  const wanted: Endpoint = {
    ...before,
    url: body.url ?? before.url,
    events: body.events === undefined ? before.events : subscription(body.events),
    status,
    // An endpoint disabled for its failures keeps that reason when it is disabled again.
    disabledReason: status === "ACTIVE" ? null : (before.disabledReason ?? "REQUESTED"),
    description: body.description === undefined ? before.description : body.description,
    ordered: body.ordered ?? before.ordered,
  };
  const changed =
    wanted.url !== before.url ||
    wanted.events.join() !== before.events.join() ||
    wanted.status !== before.status ||
    wanted.description !== before.description ||
    wanted.ordered !== before.ordered;
  if (!changed) return { after: before, changed, forgetHealth: false, challenges: false };
  const moves = wanted.url !== before.url;
  const forgetHealth = moves || (wanted.status === "ACTIVE" && before.status === "DISABLED");
  const verifiedAtMs = moves ? null : before.verifiedAtMs;
  const after: Endpoint = {
    ...wanted,
    failingSinceMs: forgetHealth ? null : before.failingSinceMs,
    verifiedAtMs,
    version: before.version + 1,
    updatedAtMs: nowMs,
  };
  const challenges = forgetHealth && wanted.status === "ACTIVE" && verifiedAtMs === null;
  return { after, changed, forgetHealth, challenges };
}
