import type { Caller } from "../../../http/route.ts";
import { type Id, publicId } from "../../../kit/ids.ts";
import type { Network } from "../networks.ts";
import type { Outage } from "../snapshot.ts";
import { outageState } from "./outages.ts";
import { instantText } from "./settings-writer.ts";

/** An outage as a merchant that it concerns sees it. */
export function merchantOutageView(
  outage: Pick<
    Outage,
    "id" | "method" | "operator" | "country" | "status" | "reason" | "startsAtMs" | "endsAtMs"
  >,
  { merchantId, mode }: Pick<Caller, "merchantId" | "mode">,
  nowMs: number,
) {
  const { method, operator, country, status, reason, startsAtMs, endsAtMs } = outage;
  return {
    object: "outage" as const,
    id: publicId("outage", outage.id as Id<"outage">),
    merchantId: merchantId as string,
    mode,
    method,
    operator,
    country,
    status,
    reason,
    state: outageState(outage, nowMs),
    startsAt: instantText(startsAtMs),
    endsAt: endsAtMs === null ? null : instantText(endsAtMs),
  };
}

export function networkView(
  { offer, currency, bound, collects, paysOut, outages }: Network,
  caller: Pick<Caller, "merchantId" | "mode">,
  nowMs: number,
) {
  return {
    object: "network" as const,
    method: offer.method,
    operator: offer.operator,
    country: offer.countryCode,
    displayName: offer.displayName,
    currency: currency as string,
    collects,
    paysOut,
    min: bound?.min.toString() ?? null,
    max: bound?.max.toString() ?? null,
    step: bound?.step.toString() ?? null,
    outages: outages.map((outage) => merchantOutageView(outage, caller, nowMs)),
  };
}
