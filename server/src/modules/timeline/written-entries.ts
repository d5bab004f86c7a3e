import { publicId } from "../../kit/ids.ts";
import { type BookedTransfer, isWalletAccount } from "../ledger/index.ts";
import type { CallRow } from "../provider-health/index.ts";
import type { MoneyDecision } from "../review/index.ts";
import type { Delivery, DeliveryAttempt, EventHead } from "../webhooks/index.ts";
import type { Entry } from "./entries.ts";

const actions: Readonly<Record<string, string>> = {
  start: "asked to take the payment",
  query: "asked how the payment stands",
  cancel: "asked to cancel the payment",
  refund: "asked to refund",
  query_refund: "asked how the refund stands",
  payout: "asked to pay out",
  query_payout: "asked how the payout stands",
};

const resultOf = (call: CallRow): string => call.failureCode ?? call.outcome.toUpperCase();

/**
 * Calls to providers, oldest first. Questions of one kind that were answered alike, one after the other, are one entry.
 * `objectOf`: the public id behind a reference. Pure.
 */
export function callEntries(
  calls: readonly CallRow[],
  objectOf: (reference: string) => string | null,
): readonly Entry[] {
  const entries: (Entry & { readonly folds: string })[] = [];
  for (const call of calls) {
    const objectId = objectOf(call.reference ?? "");
    const result = resultOf(call);
    const folds = call.action.startsWith("query") ? `${objectId} ${call.action} ${result}` : call.id;
    const last = entries.at(-1);
    const callId = publicId("providerCall", call.id);
    if (last?.folds === folds) {
      entries[entries.length - 1] = {
        ...last,
        untilMs: call.startedAtMs,
        times: (last.times ?? 1) + 1,
        callIds: [...(last.callIds ?? []), callId],
      };
      continue;
    }
    entries.push({
      folds,
      atMs: call.startedAtMs,
      kind: "PROVIDER_ASKED",
      objectId,
      actor: null,
      result,
      text: `The provider was ${actions[call.action] ?? "called"}: ${result.toLowerCase().replaceAll("_", " ")}.`,
      durationMs: call.durationMs,
      callIds: [callId],
    });
  }
  return entries.map(({ folds: _key, ...entry }) => entry);
}

/** What was booked. `sealedTo`: the last sealed position of the wallet. Pure. */
export function ledgerEntries(
  transfers: readonly BookedTransfer[],
  sealedTo: bigint,
  objectOf: (sourceId: string) => string | null,
): readonly Entry[] {
  const nameOf = (account: BookedTransfer["from"]): string =>
    isWalletAccount(account) || account === "fees" || account === "adjustment" ? account : "provider";
  return transfers.map((transfer) => {
    const { type, amount, currency, position } = transfer;
    const [from, to] = [nameOf(transfer.from), nameOf(transfer.to)];
    return {
      atMs: transfer.createdAtMs,
      kind: "LEDGER_ENTRY",
      objectId: objectOf(transfer.sourceId),
      actor: null,
      result: type,
      text: `${amount} ${currency} from ${from} to ${to}, entry ${position}.`,
      ledger: { from, to, amount, currency, type, position, isSealed: position <= sealedTo },
    };
  });
}

/** Events, each with its place in the sequence. Pure. */
export function eventEntries(events: readonly EventHead[]): readonly Entry[] {
  return events.map(({ id, type, sequence, createdAtMs }) => ({
    atMs: createdAtMs,
    kind: "EVENT",
    objectId: publicId("event", id),
    actor: "system",
    result: type,
    text: `Event ${sequence}: ${type}.`,
    event: { id: publicId("event", id), type, sequence },
  }));
}

/** One entry per attempt to deliver; one that waits for its first attempt has an entry too. Pure. */
export function deliveryEntries(
  deliveries: readonly Delivery[],
  attempts: readonly DeliveryAttempt[],
): readonly Entry[] {
  return deliveries.flatMap((delivery): readonly Entry[] => {
    const id = publicId("delivery", delivery.id);
    const endpointId = publicId("webhookEndpoint", delivery.endpointId);
    const own = attempts.filter(({ deliveryId }) => deliveryId === delivery.id);
    const about = { kind: "DELIVERY", objectId: id, actor: null } as const;
    if (own.length === 0) {
      const { status, createdAtMs: atMs, nextAttemptAtMs, eventType } = delivery;
      const text = `${eventType}: not sent yet, ${status.toLowerCase()}.`;
      const place = { id, endpointId, attemptNumber: null, statusCode: null, nextAttemptAtMs };
      return [{ ...about, atMs, result: status, text, delivery: place }];
    }
    return own.map(({ attemptNumber, statusCode, error, durationMs, createdAtMs: atMs }, index) => ({
      ...about,
      atMs,
      durationMs,
      result: statusCode === null ? (error ?? "NO_ANSWER") : `${statusCode}`,
      text: `${delivery.eventType}, attempt ${attemptNumber}: ${statusCode === null ? `no answer (${error ?? "unknown"})` : `answered ${statusCode}`}.`,
      delivery: {
        id,
        endpointId,
        attemptNumber,
        statusCode,
        nextAttemptAtMs: index === own.length - 1 ? delivery.nextAttemptAtMs : null,
      },
    }));
  });
}

/** Operators' decisions: proposed, and ended by the same or another one. `nameOf` is what the reader may know. Pure. */
export function decisionEntries(
  decisions: readonly MoneyDecision[],
  nameOf: (operatorId: MoneyDecision["proposedBy"]) => string,
  objectOf: (subjectId: string) => string | null,
): readonly Entry[] {
  return decisions.flatMap((decision): readonly Entry[] => {
    const { kind, status, proposedBy, decidedBy, decidedAtMs, fourEyes } = decision;
    const about = { kind: "DECISION", objectId: objectOf(decision.subjectId) } as const;
    const what = kind.toLowerCase().replaceAll("_", " ");
    return [
      ...(fourEyes
        ? [
            {
              ...about,
              atMs: decision.createdAtMs,
              actor: nameOf(proposedBy),
              result: "PROPOSED",
              text: `An operator proposed: ${what}.`,
            },
          ]
        : []),
      ...(decidedBy === null || decidedAtMs === null
        ? []
        : [
            {
              ...about,
              atMs: decidedAtMs,
              actor: nameOf(decidedBy),
              result: status,
              text: `An operator ${status === "REJECTED" ? "rejected" : fourEyes ? "agreed" : "decided"}: ${what}.`,
            },
          ]),
    ];
  });
}
