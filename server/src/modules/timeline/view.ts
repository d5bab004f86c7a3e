import { isoTime } from "../../kit/clock.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import { callView } from "../provider-health/index.ts";
import type { PlacedEntry } from "./assemble.ts";
import type { Timeline } from "./read.ts";
import type { RouteChoice } from "./route.ts";
import type { TenantTimelineView, TimelineView } from "./schemas.ts";

const timeOrNull = (ms: number | null | undefined): string | null => (ms == null ? null : isoTime(ms));
const accountText = (id: string): string => publicId("providerAccount", id as Id<"providerAccount">);

/** As a merchant reads it: no provider call from inside. */
export function timelineView(timeline: Timeline): TimelineView {
  return { ...commonView(timeline), entries: timeline.entries.map(entryView) };
}

/** As an operator reads it, without `names`. */
type UnnamedTimelineView = Omit<TenantTimelineView, "names">;

export function tenantTimelineView(timeline: Timeline): UnnamedTimelineView {
  const { payoutRoute } = timeline;
  return {
    ...commonView(timeline),
    entries: timeline.entries.map((entry) => ({ ...entryView(entry), callIds: [...(entry.callIds ?? [])] })),
    calls: timeline.calls.map(callView),
    routes: timeline.routes.map(({ chargeId, chosen, now }) => ({
      chargeId: publicId("charge", chargeId),
      chosen: chosen === null ? null : choiceView(chosen),
      now: choiceView(now),
    })),
    payoutRoute:
      payoutRoute === null
        ? null
        : {
            chosen: payoutRoute.chosen === null ? null : choiceView(payoutRoute.chosen),
            now: choiceView(payoutRoute.now),
          },
  };
}

/** The public ids that operators read by name: who acted, and what each route was tried with. */
export function namedIds({ entries, routes, payoutRoute }: UnnamedTimelineView): readonly string[] {
  const both = payoutRoute === null ? routes : [...routes, payoutRoute];
  const rules = both.flatMap(({ chosen, now }) => [...(chosen?.rules ?? []), ...now.rules]);
  return [
    ...new Set([
      ...entries.flatMap(({ actor }) => actor ?? []),
      ...rules.flatMap(({ subTenantId, accounts }) => [
        subTenantId,
        ...accounts.map(({ providerAccountId }) => providerAccountId),
      ]),
    ]),
  ];
}

function commonView({ id, mode, merchantId, gaps, samePayer }: Timeline): Omit<TimelineView, "entries"> {
  return {
    object: "timeline",
    id,
    mode,
    merchantId,
    missing: gaps.map((gap) => ({ ...gap })),
    samePayer:
      samePayer === null
        ? null
        : {
            phone: samePayer.phone,
            from: isoTime(samePayer.fromMs),
            to: isoTime(samePayer.toMs),
            succeeded: samePayer.succeeded,
            failed: samePayer.failed,
            underWay: samePayer.underWay,
            chargeIds: samePayer.attempts.map(({ id: chargeId }) => publicId("charge", chargeId)),
            attempts: samePayer.attempts.map(({ id: chargeId, status, amount, currency, createdAtMs }) => ({
              chargeId: publicId("charge", chargeId),
              status,
              amount: amount.toString(),
              currency,
              createdAt: isoTime(createdAtMs),
            })),
          },
  };
}

function entryView(entry: PlacedEntry): TimelineView["entries"][number] {
  const { ledger, event, delivery } = entry;
  return {
    at: isoTime(entry.atMs),
    until: timeOrNull(entry.untilMs),
    times: entry.times ?? 1,
    afterMs: entry.afterMs,
    durationMs: entry.durationMs ?? null,
    kind: entry.kind,
    objectId: entry.objectId,
    actor: entry.actor,
    result: entry.result,
    text: entry.text,
    ledger:
      ledger === undefined
        ? null
        : {
            from: ledger.from,
            to: ledger.to,
            amount: ledger.amount.toString(),
            currency: ledger.currency,
            type: ledger.type,
            position: ledger.position.toString(),
            sealed: ledger.isSealed,
          },
    event: event === undefined ? null : { ...event },
    delivery:
      delivery === undefined
        ? null
        : {
            id: delivery.id,
            endpointId: delivery.endpointId,
            attemptNumber: delivery.attemptNumber,
            statusCode: delivery.statusCode,
            nextAttemptAt: timeOrNull(delivery.nextAttemptAtMs),
          },
  };
}

function choiceView({ accountId, refused, rules }: RouteChoice) {
  return {
    providerAccountId: accountId === null ? null : accountText(accountId),
    refused,
    rules: rules.map(({ ruleId, subTenantId, verdict, accounts }) => ({
      ruleId: publicId("routingRule", ruleId as Id<"routingRule">),
      subTenantId: publicId("subTenant", subTenantId as Id<"subTenant">),
      verdict,
      accounts: accounts.map((account) => ({
        providerAccountId: accountText(account.accountId),
        verdict: account.verdict,
      })),
    })),
  };
}
