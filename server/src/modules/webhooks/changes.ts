import type { ChangeEndpointBody } from "./schemas.ts";
import type { Endpoint } from "./store.ts";

export interface EndpointChange {
  readonly after: Endpoint;
  readonly changed: boolean;
  /** What was counted against the endpoint counts no more: it has another address, or begins again. */
  readonly forgetHealth: boolean;
}

/** Event names as they are kept: `*` stands alone. */
export function subscription(events: "*" | readonly string[] | undefined): readonly string[] {
  return events === undefined || events === "*" || events.includes("*") ? ["*"] : events;
}

/** The endpoint after a merchant's change: what is absent stays. Pure. */
export function changeEndpoint(before: Endpoint, body: ChangeEndpointBody, nowMs: number): EndpointChange {
  const status = body.status ?? before.status;
  const wanted: Endpoint = {
    ...before,
    url: body.url ?? before.url,
    events: body.events === undefined ? before.events : subscription(body.events),
    status,
    // One that was disabled for what it did stays so for that reason when it is disabled again.
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
  if (!changed) return { after: before, changed, forgetHealth: false };
  const forgetHealth =
    wanted.url !== before.url || (wanted.status === "ACTIVE" && before.status === "DISABLED");
  const after: Endpoint = {
    ...wanted,
    failingSinceMs: forgetHealth ? null : before.failingSinceMs,
    version: before.version + 1,
    updatedAtMs: nowMs,
  };
  return { after, changed, forgetHealth };
}
