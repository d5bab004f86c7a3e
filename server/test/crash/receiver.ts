import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../packages/embedded-postgres/src/index.ts";
import type { Queryable } from "../../src/db/database.ts";

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  // biome-ignore lint/suspicious/noExplicitAny: a receiver without types reads it.
  readonly data: any;
}

/** A merchant's webhook receiver that accepts everything, and counts how often it got each event. Pings are left out. */
export interface Receiver {
  readonly url: string;
  readonly events: ReadonlyMap<string, ReceivedEvent>;
  readonly times: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const events = new Map<string, ReceivedEvent>();
  const times = new Map<string, number>();
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedEvent;
      if (event.type !== "endpoint.ping") {
        events.set(event.id, event);
        times.set(event.id, (times.get(event.id) ?? 0) + 1);
      }
      reply.writeHead(204).end();
    });
    request.on("error", () => {});
  });
  const port = await freePort();
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${bound}/hook`,
    events,
    times,
    close: async () => {
      server.closeAllConnections();
      await new Promise((ended) => server.close(ended));
    },
  };
}

const VERIFIED_WAIT_MS_MAX = 10_000;
/** From then on deliveries to the address are leased by those who write them. */
const LEASED_AFTER_MS = 2_500;

/** Subscribes the sandbox's merchant to all events. Resolves when the receiver has answered its ping, and is sent to at once. */
export async function subscribe(
  origin: string,
  { apiKey, merchantId }: { readonly apiKey: string; readonly merchantId: string },
  url: string,
): Promise<void> {
  const endpoints = `${origin}/api/v1/merchant/merchants/${merchantId}/webhook-endpoints`;
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const response = await fetch(endpoints, {
    method: "POST",
    headers,
    body: JSON.stringify({ url, events: ["*"] }),
  });
  if (response.status !== 201) throw new Error(`no endpoint: ${response.status} ${await response.text()}`);
  const made = (await response.json()) as { readonly data: { readonly id: string } };
  const isVerified = async (): Promise<boolean> => {
    const read = await fetch(`${endpoints}/${made.data.id}`, { headers });
    const { data } = (await read.json()) as { readonly data: { readonly verifiedAt: string | null } };
    return data.verifiedAt !== null;
  };
  const deadlineMs = performance.now() + VERIFIED_WAIT_MS_MAX;
  while (!(await isVerified())) {
    if (performance.now() > deadlineMs) throw new Error("the receiver's ping was not answered");
    await sleep(50);
  }
  await sleep(LEASED_AFTER_MS);
}

/** Events that were written, except pings: each must arrive. */
export async function countEvents(db: Queryable): Promise<number> {
  const [row] = await db.query<{ n: bigint }>({
    text: "select count(*) as n from events where type <> 'endpoint.ping'",
  });
  return Number(row?.n);
}

/** The merchant's references of payments reported to it as paid. */
export function paidReferences(events: Iterable<ReceivedEvent>): ReadonlySet<string> {
  return new Set(
    [...events].filter(({ type }) => type === "payment.succeeded").map(({ data }) => String(data.reference)),
  );
}
