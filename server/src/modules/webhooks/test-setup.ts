import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { createRecordingLog, type LogLine } from "../../../test/harness/log.ts";
import type { Database } from "../../db/database.ts";
import { allPermissions } from "../../http/permissions.ts";
import type { Caller } from "../../http/route.ts";
import { createHttpOut, type Egress } from "../../http-out/index.ts";
import { createManualClock, type ManualClock } from "../../kit/clock.ts";
import {
  createIdSource,
  type IdSource,
  type MerchantId,
  parsePublicId,
  type TenantId,
} from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { createSystemRandom } from "../../kit/random.ts";
import { emitEvents, type NewEvent } from "./event-store.ts";
import { type EventType, eventPayload } from "./events.ts";
import { createWebhookWorker, type LocalWebhookWorker, type WebhookWorkerDeps } from "./jobs.ts";
import {
  type Lease,
  type LeasedRow,
  leaseColumnsSql,
  leasesSql,
  leasingDeliveriesSql,
  noLeaseColumnsSql,
} from "./leases.ts";
import { createWebhooks, type Webhooks } from "./service.ts";

/** A request that the receiver got, with the time of the manual clock. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

/** A real HTTP server on loopback that answers each path as configured: 200 by default. */
export interface Receiver {
  readonly origin: string;
  readonly arrivals: Arrival[];
  at(path: string): readonly Arrival[];
  answer(path: string, respond: (response: ServerResponse, arrival: Arrival) => void): void;
  close(): Promise<void>;
}

export async function startReceiver(clock: ManualClock): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  const answers = new Map<string, (response: ServerResponse, arrival: Arrival) => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const body = Buffer.concat(chunks).toString("utf8");
      const arrival = { path, headers: request.headers, body, atMs: clock.nowMs() };
      arrivals.push(arrival);
      const respond = answers.get(path);
      if (respond === undefined) response.end("thanks");
      else respond(response, arrival);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver does not listen");
  return {
    origin: `http://localhost:${address.port}`,
    arrivals,
    at: (path) => arrivals.filter((arrival) => arrival.path === path),
    answer: (path, respond) => {
      answers.set(path, respond);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export const START_MS = Date.UTC(2026, 0, 15, 8);

interface NewEndpoint {
  readonly events?: readonly EventType[];
  readonly ordered?: boolean;
}

/** The real module: PostgreSQL, sockets, and a clock that stands still. */
export interface World {
  readonly db: Database;
  readonly owner: Database;
  readonly clock: ManualClock;
  readonly ids: IdSource;
  readonly keyring: Keyring;
  readonly egress: Egress;
  readonly receiver: Receiver;
  readonly webhooks: Webhooks;
  readonly worker: LocalWebhookWorker;
  readonly logLines: readonly LogLine[];
  /**
   * Another worker on the same database, as in a second process. Its time-out is the product's, which a busy machine keeps as
   * well: only a test with an endpoint that never answers gives a short one.
   */
  newWorker(more?: Partial<Pick<WebhookWorkerDeps, "db" | "egress" | "timeoutMs">>): LocalWebhookWorker;
  newMerchant(mode?: Mode): Promise<Caller>;
  /** An endpoint that was verified a day ago. Its ping is removed, so that tests see only what they do. */
  newEndpoint(caller: Caller, path: string, more?: NewEndpoint): Promise<{ id: string; secret: string }>;
  /** A new endpoint, not verified: its ping is due. */
  registerEndpoint(caller: Caller, path: string, more?: NewEndpoint): Promise<{ id: string; secret: string }>;
  emit(caller: Caller, events: readonly Partial<NewEvent>[]): Promise<readonly NewEvent[]>;
  /**
   * Writes one event with its deliveries in a statement like those of the batch writers. `directDispatch` passes the result
   * to the lease: a process that dies after its commit never does. Returns how many deliveries were written leased.
   */
  emitLeased(caller: Caller, lease: Lease): Promise<Written>;
  /** Rounds until nothing is due. */
  drain(worker?: LocalWebhookWorker): Promise<number>;
  /**
   * Forgets the received requests, and cancels what earlier tests left behind, which would come due in the next one.
   */
  startAfresh(): Promise<void>;
  close(): Promise<void>;
}

export interface Written {
  readonly event: NewEvent;
  readonly leased: number;
  directDispatch(): void;
}

const emitLeasedSql = `with fresh as materialized (
    select 0 as item, 0 as slot, $1::int as merchant_no, $2::uuid as id, $3::text as type, $4::uuid as subject_id,
           1 as sequence, $5::text as payload, $6::timestamptz as created_at, $7::timestamptz as lease_at),
  happened as (
    insert into events (merchant_no, id, type, subject_id, sequence, payload, created_at)
    select merchant_no, id, type, subject_id, sequence, payload, created_at from fresh),
  ${leasingDeliveriesSql("fresh")}
  select ${noLeaseColumnsSql} where false union all select ${leaseColumnsSql} from ${leasesSql}`;

export async function createWorld(): Promise<World> {
  const database: TestDatabase = await createTestDatabase();
  const { db, owner } = database;
  const clock = createManualClock(START_MS);
  const random = createSystemRandom();
  const ids = createIdSource(clock, random);
  const keyring = createTestKeyring();
  const { log, lines } = createRecordingLog();
  // Every name resolves to a public address: no test uses the network.
  const egress = createHttpOut({ clock, log, allowLoopback: true, resolve: async () => ["93.184.216.34"] });
  const receiver = await startReceiver(clock);
  const newWorker: World["newWorker"] = (more = {}) =>
    createWebhookWorker({ db, clock, random, ids, keyring, egress, log, ...more });
  const worker = newWorker();
  const newEvent = (caller: Caller, event: Partial<NewEvent>): NewEvent => ({
    id: ids.next("event"),
    type: "payment.succeeded",
    timestampMs: clock.nowMs(),
    mode: caller.mode,
    merchantId: caller.merchantId,
    merchantNo: caller.merchantNo,
    subjectId: ids.uuid(),
    sequence: 1,
    data: { object: "payment_intent", amount: "5000", currency: "XOF" },
    ...event,
  });
  const registerEndpoint: World["registerEndpoint"] = (caller, path, more = {}) =>
    webhooks.createEndpoint(
      caller,
      {
        url: `${receiver.origin}${path}`,
        ...(more.events === undefined ? {} : { events: [...more.events] }),
        ...(more.ordered === undefined ? {} : { ordered: more.ordered }),
      },
      null,
      clock.nowMs(),
    );
  const webhooks = createWebhooks({
    db,
    ids,
    random,
    keyring,
    egress,
    notifyNewDeliveries: () => worker.notifyNewDeliveries(),
  });

  return {
    db,
    owner,
    clock,
    ids,
    keyring,
    egress,
    receiver,
    webhooks,
    worker,
    logLines: lines,
    newWorker,

    newMerchant: async (mode = "SANDBOX") => {
      const tenantId = ids.uuid() as TenantId;
      const merchantId = ids.uuid() as MerchantId;
      const now = new Date(clock.nowMs());
      await owner.query({
        text: "insert into tenants (id, name, created_at) values ($1, 'Tenant', $2)",
        values: [tenantId, now],
      });
      await owner.query({
        text: `insert into merchants (id, tenant_id, status, legal_name, display_name, country_code,
            created_at, updated_at) values ($1, $2, 'ACTIVE', 'Shop', 'Shop', 'SN', $3, $3)`,
        values: [merchantId, tenantId, now],
      });
      const [row] = await owner.query<{ merchantNo: Caller["merchantNo"] }>({
        text: `insert into merchant_numbers (merchant_id, mode) values ($1, $2) returning merchant_no as "merchantNo"`,
        values: [merchantId, mode],
      });
      if (row === undefined) throw new Error("the merchant has no number");
      const actor = { kind: "key", id: ids.next("apiKey") } as const;
      return { actor, merchantId, tenantId, merchantNo: row.merchantNo, mode, permissions: allPermissions };
    },

    registerEndpoint,
    newEndpoint: async (caller, path, more = {}) => {
      const endpoint = await registerEndpoint(caller, path, more);
      const values = [caller.merchantNo, parsePublicId("webhookEndpoint", endpoint.id)];
      await owner.query({
        text: "delete from webhook_deliveries where merchant_no = $1 and endpoint_id = $2",
        values,
      });
      await owner.query({ text: "delete from events where merchant_no = $1 and subject_id = $2", values });
      await owner.query({
        text: `update webhook_endpoints set proved_at = '2000-01-01Z', event_sequence = 0
          where merchant_no = $1 and id = $2`,
        values,
      });
      return endpoint;
    },

    emit: async (caller, events) => {
      const whole = events.map((event) => newEvent(caller, event));
      await db.transaction((tx) => emitEvents(tx, whole));
      return whole;
    },

    emitLeased: async (caller, lease) => {
      const event = newEvent(caller, {});
      const payload = eventPayload(event);
      const { id, type, subjectId, timestampMs } = event;
      const rows = await db.query<LeasedRow>({
        text: emitLeasedSql,
        values: [
          caller.merchantNo,
          id,
          type,
          subjectId,
          payload,
          new Date(timestampMs),
          new Date(lease.endsAtMs),
        ],
      });
      const directDispatch = (): void => {
        for (const row of rows) lease.take(row, { id, subjectId, payload });
      };
      return { event, leased: rows.length, directDispatch };
    },

    drain: async (which = worker) => {
      let total = 0;
      for (let done = await which.runOnce(); done > 0; done = await which.runOnce()) total += done;
      return total;
    },

    startAfresh: async () => {
      receiver.arrivals.length = 0;
      await owner.query({
        text: "update webhook_deliveries set status = 'CANCELLED', next_attempt_at = null where status = 'PENDING'",
      });
    },

    close: async () => {
      await worker.stop();
      await egress.close();
      await receiver.close();
      await database.drop();
    },
  };
}
