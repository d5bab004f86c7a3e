import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createLatencies } from "./latencies.ts";

/**
 * The world around the service, in a process of its own: an operator who takes every payment at once and remembers it, and
 * the merchants' webhook receivers. It speaks the simulator's protocol and keeps no database, so that what is measured
 * is the service.
 */
interface Payment {
  readonly amount: string;
  readonly currency: string;
}

/** What the parent may ask for, by IPC. */
export type WorldOrder = "reset" | "report";
export interface WorldReport {
  readonly port: number;
  readonly payments: number;
  readonly deliveries: number;
  /** From the event to its arrival, milliseconds. */
  readonly arrival: ReturnType<ReturnType<typeof createLatencies>["summary"]>;
}

const PAYMENTS_KEPT = 200_000;
const payments = new Map<string, Payment>();
let paymentCount = 0;
let deliveries = 0;
let arrival = createLatencies();

const answer = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
};

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

function take(text: string, response: ServerResponse): void {
  const { reference, amount, currency } = JSON.parse(text) as Payment & { readonly reference: string };
  if (payments.size >= PAYMENTS_KEPT) payments.clear();
  payments.set(reference, { amount, currency });
  paymentCount += 1;
  answer(response, 200, succeeded(reference, { amount, currency }));
}

function tell(reference: string, response: ServerResponse): void {
  const payment = payments.get(reference);
  if (payment === undefined) {
    answer(response, 404, JSON.stringify({ error: { code: "NOT_FOUND", message: "No such payment." } }));
  } else answer(response, 200, succeeded(reference, payment));
}

function receive(text: string, response: ServerResponse): void {
  const { timestamp } = JSON.parse(text) as { readonly timestamp: string };
  arrival.add(Date.now() - Date.parse(timestamp));
  deliveries += 1;
  answer(response, 200, "{}");
}

const server = createServer((request: IncomingMessage, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString("utf8");
    const path = request.url ?? "";
    if (path.startsWith("/hooks")) receive(text, response);
    else if (request.method === "POST" && path === "/v1/payments") take(text, response);
    else tell(decodeURIComponent(path.slice("/v1/payments/".length)), response);
  });
});
server.keepAliveTimeout = 60_000;

const report = (): WorldReport => ({
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
  process.send?.(report());
});
process.on("disconnect", () => process.exit(0));
server.listen({ host: "127.0.0.1", port: 0 }, () => process.send?.(report()));
