import { checkAnswers } from "../../../test/harness/answer-check.ts";
import { createTestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { quietLog } from "../../../test/harness/log.ts";
import { poolBatchWriter } from "../../../test/harness/pool-batch-writer.ts";
import { systemActor } from "../../db/audit.ts";
import { createBatchWriter } from "../../db/batch-writer.ts";
import type { Database } from "../../db/database.ts";
import { openDedicatedConnection } from "../../db/dedicated.ts";
import { errors } from "../../http/errors.ts";
import { liftedLimiter } from "../../http/limits/index.ts";
import type { Caller } from "../../http/route.ts";
import { createHttpServer } from "../../http/server.ts";
import type { Loop } from "../../jobs/loop.ts";
import { createManualClock, type ManualClock } from "../../kit/clock.ts";
import { createIdSource } from "../../kit/ids.ts";
import { createSystemRandom } from "../../kit/random.ts";
import { createProviders } from "../../providers/registry.ts";
import { createCheckout, createSessionEventBody } from "../checkout/index.ts";
import { createMerchants, type Merchants } from "../merchants/index.ts";
import { createLongPollRegistry, createPaymentEngine, createProviderCaller } from "../payments/index.ts";
import { createRouting } from "../routing/index.ts";
import { createLinkHooks, createLinkSweeper, createLinks, createLinksRoutes, type Links } from "./index.ts";

export const PUBLIC_URL = "https://pay.cauris.test";
export const START_MS = Date.UTC(2026, 10, 21, 10);

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as a caller without types does.
  readonly body: any;
}

export interface CallOptions {
  /** The caller's address. */
  readonly ip?: string;
  readonly body?: unknown;
  /** The value after `Bearer `; null: no header. `one` when absent. */
  readonly key?: string | null;
  /** Null: no header; a fresh one for each POST when absent. */
  readonly idempotencyKey?: string | null;
}

type HookKey = Parameters<ReturnType<typeof createLinkHooks>["linkRefusal"]>;

export const links = "/payments/links";
/** The minimal body of a creation. */
export const body = { amount: "5000", currency: "XOF" };

/** `400 VALIDATION_ERROR:slug`: status, code, and the first field concerned. */
export function refusal({ status, body: answer }: Pick<Answer, "status" | "body">): string {
  const field = answer.error?.details.fields?.[0]?.path;
  return `${status} ${answer.error?.code}${field === undefined ? "" : `:${field}`}`;
}

/** Links behind the real HTTP server, on a real database, with the real checkout and merchants. */
export interface LinkWorld {
  readonly db: Database;
  readonly owner: Database;
  readonly clock: ManualClock;
  readonly merchants: Merchants;
  readonly links: Links;
  readonly hooks: ReturnType<typeof createLinkHooks>;
  readonly sweeper: Loop;
  /** Of the keys `one` (manages), `one-reads` (may only read), `one-live`, `other`. */
  readonly callers: Readonly<Record<string, Caller>>;
  readonly wakes: { count: number };
  call(method: "GET" | "POST" | "PATCH", path: string, options?: CallOptions): Promise<Answer>;
  /** A link of merchant `one`, 5 000 F. Returns `data`. */
  newLink(body?: Readonly<Record<string, unknown>>): Promise<Answer["body"]>;
  /** Writes a link's uses as payments do. */
  setUses(slug: string, uses: { readonly count?: number; readonly reserved?: number }): Promise<void>;
  /** Bodies of the link's events, in order. */
  eventsOf(linkId: string): Promise<readonly Answer["body"][]>;
  countSessions(): Promise<number>;
  /** The key by which checkout names the link. */
  keyOf(slug: string): Promise<HookKey>;
  stop(): Promise<void>;
}

export async function createLinkWorld(): Promise<LinkWorld> {
  const database = await createTestDatabase();
  const { db, owner } = database;
  const clock = createManualClock(START_MS);
  const random = createSystemRandom();
  const ids = createIdSource(clock, random);
  const keyring = createTestKeyring();
  const log = quietLog;
  const merchants = createMerchants({ db, clock, ids, log });
  const routing = createRouting({ db, clock, keyring, capabilitiesOf: () => null });
  const connect = () => openDedicatedConnection({ url: database.url, applicationName: "test batch writer" });
  const batchWriter = createBatchWriter({ name: "test", connect, log });
  const wakes = { count: 0 };
  const wakeWebhooks = (): void => {
    wakes.count += 1;
  };
  const linkDeps = { db, clock, ids, log, merchants, publicUrl: PUBLIC_URL, cell: null, wakeWebhooks };
  const hooks = createLinkHooks(linkDeps);
  const longPollRegistry = createLongPollRegistry();
  const shared = {
    db,
    clock,
    ids,
    keyring,
    log,
    merchants,
    routing,
    longPollRegistry,
    publicUrl: PUBLIC_URL,
    batchWriters: { write: () => batchWriter, read: batchWriter },
  };
  const providers = createProviders([], {
    httpOut: () => Promise.reject(new Error("links ask no provider")),
    clock,
    log,
    recorder: { record: () => {} },
  });
  const engine = createPaymentEngine({
    ...shared,
    sessionEventBody: createSessionEventBody(PUBLIC_URL),
    wakeWebhooks,
    provider: createProviderCaller({ ...shared, providers, callbackUrl: () => PUBLIC_URL }),
    leaseDeliveries: () => null,
    wakeRefunds: () => {},
    countPhone: async () => {},
    onApproved: () => {},
    newOwnId: () => null,
    onLinkUsed: hooks.onLinkUsed,
  });
  // As without a mail server.
  const outbox = { canSend: false, queueMail: async () => {} };
  const checkout = createCheckout(
    { ...shared, listsDb: db, linkRefusal: hooks.linkRefusal, outbox, limiter: liftedLimiter },
    engine,
  );
  const links = createLinks({ ...linkDeps, payersDb: db, random, keyring, createSession: checkout.create });

  const newMerchant = async (name: string) => {
    const wallet = { label: name, currency: "XOF" } as const;
    return db.transaction(async (tx) => {
      const tenantId = await merchants.createTenant(tx, { name });
      const created = await merchants.createMerchant(
        tx,
        {
          tenantId,
          legalName: name,
          displayName: name,
          countryCode: "CI",
          locale: "fr",
          logoUrl: null,
          primaryColor: "#0b6e4f",
          status: "ACTIVE",
          kybStatus: "APPROVED",
          wallets: [
            { ...wallet, mode: "SANDBOX" },
            { ...wallet, mode: "LIVE" },
          ],
        },
        systemActor,
      );
      return { ...created, tenantId };
    });
  };
  const one = await newMerchant("Boutique Akwaba");
  const other = await newMerchant("Autre Boutique");
  const callerOf = (merchant: typeof one, mode: Caller["mode"], permission: string): Caller => ({
    actor: { kind: "key", id: ids.next("apiKey") },
    merchantId: merchant.merchantId,
    tenantId: merchant.tenantId,
    merchantNo: merchant.numbers[mode],
    mode,
    permissions: [permission],
  });
  const manage = "merchant.links.manage";
  const callers: Readonly<Record<string, Caller>> = {
    one: callerOf(one, "SANDBOX", manage),
    "one-reads": callerOf(one, "SANDBOX", "merchant.links.read"),
    "one-live": callerOf(one, "LIVE", manage),
    other: callerOf(other, "SANDBOX", manage),
  };

  const server = await createHttpServer({
    routes: createLinksRoutes(links),
    access: {
      authenticateOperator: async () => {
        throw errors.INVALID_OPERATOR_TOKEN();
      },
      authenticateAccount: async () => {
        throw errors.LOG_IN_REQUIRED();
      },
      authenticate: async (header) => {
        const caller = callers[header?.replace(/^Bearer /, "") ?? ""];
        if (caller === undefined) throw errors.INVALID_API_KEY();
        return caller;
      },
      actFor: async () => {
        throw errors.INVALID_MERCHANT_SCOPE();
      },
    },
    keyring,
    clock,
    ids,
    log,
    batchReader: poolBatchWriter(db),
    config: { publicUrl: PUBLIC_URL, trustedProxies: [], version: "test" },
    readiness: { database: () => db.trouble() },
  });

  checkAnswers(server.app);

  const call: LinkWorld["call"] = async (method, path, { body, key = "one", idempotencyKey, ip } = {}) => {
    const isCreation = method === "POST" && idempotencyKey !== null;
    const response = await server.app.inject({
      method,
      url: `/api/v1${path}`,
      ...(ip === undefined ? {} : { remoteAddress: ip }),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(isCreation ? { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  };

  return {
    db,
    owner,
    clock,
    merchants,
    links,
    hooks,
    callers,
    wakes,
    call,
    sweeper: createLinkSweeper(linkDeps),
    newLink: async (body = {}) => {
      const answer = await call("POST", "/payments/links", {
        body: { amount: "5000", currency: "XOF", ...body },
      });
      if (answer.status !== 201) throw new Error(`no link: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    },
    setUses: async (slug, { count = 0, reserved = 0 }) => {
      await owner.query({
        text: "update payment_links set uses_count = $2, uses_reserved = $3 where slug = $1",
        values: [slug, count, reserved],
      });
    },
    eventsOf: async (linkId) => {
      const rows = await owner.query<{ payload: string }>({
        text: `select payload from events where payload::json -> 'data' ->> 'id' = $1 order by sequence`,
        values: [linkId],
      });
      return rows.map(({ payload }) => JSON.parse(payload) as unknown);
    },
    countSessions: async () => {
      const [row] = await owner.query<{ count: number }>({
        text: "select count(*)::int as count from checkout_sessions",
      });
      return row?.count ?? 0;
    },
    keyOf: async (slug) => {
      const [row] = await owner.query<{ merchantNo: HookKey[0]; id: HookKey[1] }>({
        text: `select merchant_no as "merchantNo", id from payment_links where slug = $1`,
        values: [slug],
      });
      if (row === undefined) throw new Error(`no link ${slug}`);
      return [row.merchantNo, row.id];
    },
    stop: async () => {
      await server.stop();
      await batchWriter.close();
      routing.stop();
      merchants.stop();
      await database.drop();
    },
  };
}
