import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { SIGNATURE_HEADER, signatureHeader } from "../server/src/providers/simulator/signature.ts";
import { type Answer, createPlainServer } from "./http-server.ts";
import { createLatencies, type Latencies, type LatencySummary } from "./latencies.ts";
import { doors, REPORT_AFTER_MS } from "./plan.ts";

/**
 * The world around the service, in a separate process: a provider that accepts every payment at once and remembers it,
 * and the merchants' webhook receivers. It speaks the simulator's protocol and has no database, so that the measurement
 * is of the service.
 */
interface Payment {
  readonly amount: string;
  readonly currency: string;
  readonly callbackUrl: string;
}

/** Orders of the parent, by IPC. */
export type WorldOrder = "reset" | "report";
export interface WorldReport {
  readonly port: number;
  readonly payments: number;
  /** Answered or not, at all receivers. */
  readonly deliveries: number;
  /** From the event to its arrival at receivers that answer at once, milliseconds. */
  readonly arrival: LatencySummary;
}

/** Delay of each receiver's answer, in milliseconds; a mute one never answers, the others answer at once. */
const answersAfterMs: Readonly<Record<string, number>> = {
  [doors.tired]: 50,
  [doors.slow]: 5_000,
  [doors.mute]: Number.POSITIVE_INFINITY,
};

const pending = (reference: string, { amount, currency }: Payment): string =>
  JSON.stringify({
    reference,
    status: "PENDING",
    code: null,
    amount,
    currency,
    transactionId: null,
    card: null,
    next: { kind: "WAIT", url: null, qrPayload: null, transfer: null },
  });

const PAYMENTS_KEPT = 200_000;
const payments = new Map<string, Payment>();
let paymentCount = 0;
let deliveries = 0;
let arrival: Latencies = createLatencies();

const succeeded = (reference: string, { amount, currency }: Payment): string =>
  JSON.stringify({
    reference,
    status: "SUCCEEDED",
    code: null,
    amount,
    currency,
    transactionId: `PP${reference.slice(-20)}`,
    card: null,
    next: null,
  });

/** With this secret the provider reports the success later, signed, as real ones do; without it, it answers it at once. */
const callbackSecret = process.env.CALLBACK_SECRET;

function take(text: string, answer: Answer): void {
  const { reference, amount, currency, callbackUrl } = JSON.parse(text) as Payment & {
    readonly reference: string;
  };
  const payment = { amount, currency, callbackUrl };
  if (payments.size >= PAYMENTS_KEPT) payments.clear();
  payments.set(reference, payment);
  paymentCount += 1;
  if (callbackSecret === undefined) answer(200, succeeded(reference, payment));
  else {
    answer(202, pending(reference, payment));
    setTimeout(() => void report(reference, callbackUrl, callbackSecret), REPORT_AFTER_MS);
  }
}

async function report(reference: string, callbackUrl: string, secret: string): Promise<void> {
  const occurredAt = new Date().toISOString();
  const body = JSON.stringify({
    id: randomUUID(),
    subject: "payment",
    reference,
    status: "SUCCEEDED",
    occurredAt,
  });
  const signature = signatureHeader(secret, Math.floor(Date.now() / 1_000), body);
  const headers = { "content-type": "application/json", [SIGNATURE_HEADER]: signature };
  await fetch(callbackUrl, { method: "POST", headers, body }).then((response) => response.arrayBuffer());
}

function tell(reference: string, answer: Answer): void {
  const payment = payments.get(reference);
  if (payment === undefined) {
    answer(404, JSON.stringify({ error: { code: "NOT_FOUND", message: "No such payment." } }));
  } else answer(200, succeeded(reference, payment));
}

const TIMESTAMP = '"timestamp":"';

/** The event's own time comes before anything that could contain the same text, and always has the same length. */
function eventTimeMs(text: string): number {
  const at = text.indexOf(TIMESTAMP) + TIMESTAMP.length;
  return Date.parse(text.slice(at, at + "2026-01-01T00:00:00.000Z".length));
}

function receive(path: string, text: string, answer: Answer): void {
  deliveries += 1;
  const waitMs = answersAfterMs[path];
  if (waitMs === undefined) {
    arrival.add(Date.now() - eventTimeMs(text));
    answer(200, "{}");
  } else if (Number.isFinite(waitMs)) setTimeout(() => answer(200, "{}"), waitMs);
}

const server = createPlainServer(({ method, path, body }, answer) => {
  if (path.startsWith("/hooks")) receive(path, body, answer);
  else if (method === "POST" && path === "/v1/payments") take(body, answer);
  else tell(decodeURIComponent(path.slice("/v1/payments/".length)), answer);
});

const state = (): WorldReport => ({
  port: (server.address() as AddressInfo).port,
  payments: paymentCount,
  deliveries,
  arrival: arrival.summary(),
});

process.on("message", (order: WorldOrder) => {
  if (order === "reset") {
    paymentCount = 0;
    deliveries = 0;
    arrival = createLatencies();
  }
  process.send?.(state());
});
process.on("disconnect", () => process.exit(0));
server.listen({ host: "127.0.0.1", port: 0 }, () => process.send?.(state()));
