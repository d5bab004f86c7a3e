import { money } from "../../kit/money.ts";
import type { IncomingCallback } from "../callback.ts";
import type { AccountCalls } from "../calls.ts";
import { hmacSignatureHeader } from "../hmac-signatures.ts";
import type { PaymentOutcome, ProviderAccount } from "../provider.ts";
import type { SettlementMessage, SettlementMessages } from "../settlement-messages.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { describeProviderContract } from "../testing/contract-suite.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInAccounts } from "../testing/stand-in-accounts.ts";
import { SIGNATURE_HEADER, signatureScheme } from "./callbacks.ts";
import { createPiSpiConnector } from "./connector.ts";
import { piSpiStandIn } from "./stand-in/index.ts";

const payer = { ...nobody, qrScheme: "PI_SPI" as const, countryCode: "CI" };

/** How the payer's application treats the code: the amount in francs stands for the wish. Null: it never scans it. */
const scans: Readonly<Record<string, object | null>> = {
  "5000": {},
  "5001": null,
  "5002": { reports: 2 },
  "5003": { outcome: "REJECTED" },
  // Its session ended so long ago that the bank's delay is over.
  "5004": null,
};
const amounts: Partial<Record<Wish, bigint>> = {
  SUCCESS: 5_000n,
  PENDING: 5_001n,
  CALLBACK_TWICE: 5_002n,
  UNKNOWN: 5_003n,
  PAYMENT_CANCELLED: 5_004n,
};
const ENDED_MS_AGO = 15 * 60_000;

/** A bank's messages in memory. */
function messagesInMemory(): SettlementMessages {
  const kept = new Map<string, SettlementMessage>();
  return {
    remember: async (accountId, message) => {
      const key = `${accountId} ${message.id}`;
      if (!kept.has(key)) kept.set(key, message);
      return true;
    },
    find: async (accountId, ownId) => {
      const found = [...kept].filter(([key, one]) => key.startsWith(`${accountId} `) && one.ownId === ownId);
      const all = found.map(([, one]) => one);
      return all.find(({ status }) => status === "SETTLED") ?? all.at(-1) ?? null;
    },
  };
}

const connector = () =>
  createPiSpiConnector({
    holdsFolder: () => true,
    settlementMessages: messagesInMemory(),
    settledEntries: { findCredit: async () => null },
  });

async function open(): Promise<ContractSubject> {
  const accounts = await openStandInAccounts(piSpiStandIn, connector());
  const { standIn, account } = accounts;
  const received: IncomingCallback[] = [];
  const scanned = new Set<string>();

  const scan = async (ownId: string, outcome: PaymentOutcome): Promise<void> => {
    if (outcome.kind !== "pending" || outcome.nextStep.kind !== "DISPLAY_QR" || scanned.has(ownId)) return;
    scanned.add(ownId);
    const { qrPayload: code } = outcome.nextStep;
    const how = scans[/54\d{2}(\d{4})5802/.exec(code)?.[1] ?? ""] ?? null;
    if (how === null) return;
    const headers = { "content-type": "application/json" };
    await fetch(`${standIn.url}/scan`, { method: "POST", headers, body: JSON.stringify({ code, ...how }) });
  };
  /** The calls, with a payer who scans the code that a start shows. */
  const of = (through: ProviderAccount): AccountCalls => {
    const calls = accounts.of(through);
    return {
      ...calls,
      start: async (request) => {
        const hasEnded = request.amount.minor === amounts.PAYMENT_CANCELLED;
        const expiresAtMs = hasEnded ? accounts.nowMs() - ENDED_MS_AGO : request.expiresAtMs;
        const outcome = await calls.start({ ...request, expiresAtMs });
        await scan(request.ownId, outcome);
        return outcome;
      },
    };
  };

  return {
    ...accounts,
    of,
    takeCallbacks: () => received.splice(0),
    forgeries: (callback) => forgeries(callback),
    lateMs: 0,
    advance: async (byMs) => {
      await accounts.advance(byMs);
      // The service hears callbacks as they come: here they are the outcome.
      for (const callback of accounts.takeCallbacks()) {
        await of(account).verifyCallback(callback);
        received.push(callback);
      }
    },
    paymentLike: (wish) => {
      if (wish === "PROVIDER_UNAVAILABLE")
        return { method: "QR", amount: money(5_000n, "XOF"), payer: { ...payer, qrScheme: "WAVE" } };
      const minor = amounts[wish];
      return minor === undefined ? null : { method: "QR", amount: money(minor, "XOF"), payer };
    },
    payoutLike: () => null,
    moved: async (_kind, ownId) =>
      standIn.book
        .list()
        .filter(({ reference, status }) => reference === ownId && status === "SUCCEEDED")
        .map(({ amount }) => amount),
  };
}

/** Variants of a callback: another secret, another time, no time, two times, no signature. */
function forgeries(callback: IncomingCallback): readonly IncomingCallback[] {
  const { headers, rawBody, nowMs } = callback;
  const seconds = Math.floor(nowMs / 1_000);
  const trueHeader = headers[SIGNATURE_HEADER] ?? "";
  const withHeader = (value: string): IncomingCallback => ({
    ...callback,
    headers: { ...headers, [SIGNATURE_HEADER]: value },
  });
  return [
    withHeader(hmacSignatureHeader(signatureScheme, "another-secret-of-another-bank", seconds, rawBody)),
    withHeader(trueHeader.replace(/t=\d+/, `t=${seconds + 1}`)),
    withHeader(trueHeader.replace(/t=\d+,/, "")),
    withHeader(`t=${seconds},${trueHeader}`),
    withHeader(`t=${seconds}`),
    withHeader(""),
  ];
}

describeProviderContract("PI-SPI", connector(), open);
