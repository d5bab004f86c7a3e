import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type App, createApp } from "../../src/app.ts";
import { systemActor } from "../../src/db/audit.ts";
import { BATCH_LOCK_TIMEOUT_MS, batchWriterSettings } from "../../src/db/batch-writer.ts";
import type { Database, SqlQuery } from "../../src/db/database.ts";
import { openDedicatedConnection } from "../../src/db/dedicated.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { appUrlOf } from "../../src/db/roles.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import { createHttpOut } from "../../src/http-out/index.ts";
import type { TenantId } from "../../src/kit/ids.ts";
import { createSystemRandom } from "../../src/kit/random.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { quietLog } from "../harness/log.ts";

/**
 * A database that keeps its callers waiting (F13): they get an answer meanwhile, payers keep their share, and
 * everything continues when it is over.
 */
let test: TestApp;
let db: Database;
let service: App;
let stopService: () => Promise<void>;
let otherKey: string;

beforeAll(async () => {
  test = await startTestApp({ isPatient: false });
  const { clock, keyring, origin, ownerUrl } = test;
  const url = appUrlOf(ownerUrl);
  const egress = createHttpOut({ clock, log: quietLog, allowLoopback: true });
  db = createDatabase({ url, max: 2, applicationName: "merchants", log: quietLog });
  const payersDb = createDatabase({ url, max: 1, applicationName: "payers", log: quietLog });
  const connectBatchWriter = (name: string) =>
    openDedicatedConnection({
      url,
      applicationName: name,
      settings: batchWriterSettings,
      lockTimeoutMs: BATCH_LOCK_TIMEOUT_MS,
    });
  service = await createApp(
    { db, payersDb, clock, keyring, egress, connectBatchWriter, random: createSystemRandom(), log: quietLog },
    {
      publicUrl: origin,
      ownUrl: origin,
      batchWriterCount: 1,
      trustedProxies: [],
      limits: null,
      version: "test",
    },
  );
  stopService = async () => {
    await service.stop();
    await egress.close();
    await Promise.all([db.close(), payersDb.close()]);
  };
  otherKey = await newMerchant();
}, 60_000);
afterAll(async () => {
  await stopService?.();
  await test?.stop();
});

async function newMerchant(): Promise<string> {
  const [row] = await test.owner.query<{ tenantId: TenantId }>({
    text: 'select tenant_id as "tenantId" from merchants limit 1',
  });
  if (row === undefined) throw new Error("the sandbox has a tenant");
  return test.db.transaction(async (tx) => {
    const { numbers } = await test.app.merchants.createMerchant(
      tx,
      {
        tenantId: row.tenantId,
        legalName: "Autre SARL",
        displayName: "Autre",
        countryCode: "CI",
        locale: "fr",
        logoUrl: null,
        primaryColor: null,
        status: "ACTIVE",
        kybStatus: "APPROVED",
        wallets: [{ mode: "SANDBOX", label: "Compte", currency: "XOF" }],
      },
      systemActor,
    );
    const merchantNo = numbers.SANDBOX;
    const wanted = { merchantNo, name: "Other", permissions: allPermissions };
    return (await test.app.access.createApiKey(tx, wanted, systemActor)).key.reveal();
  });
}

async function call(method: "GET" | "POST", path: string, apiKey: string | null, body?: unknown) {
  const answer = await service.http.app.inject({
    method,
    url: path.startsWith("/pay/") ? path : `/api/v1${path}`,
    headers: {
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      "idempotency-key": crypto.randomUUID(),
    },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const isJson = String(answer.headers["content-type"]).startsWith("application/json");
  return {
    status: answer.statusCode,
    retryAfter: answer.headers["retry-after"],
    body: isJson ? answer.json() : answer.payload,
  };
}

async function newSession(apiKey: string): Promise<string> {
  const made = await call("POST", "/checkout/sessions", apiKey, {
    amount: "5000",
    currency: "XOF",
    title: "Panier",
  });
  expect(made.status).toBe(201);
  return made.body.data.id;
}

/** Numbers whose payments end in the provider's first answer. */
let phones = 0;
const pay = (sessionId: string) => {
  phones += 1;
  const phone = `+22507${String(phones).padStart(5, "0")}279`;
  return call("POST", `/checkout/pay/${sessionId}/complete`, null, {
    paymentMethod: "MOBILE_MONEY",
    paymentDetails: { phone, operator: "ORANGE", countryCode: "CI" },
  });
};
const statusOf = async (sessionId: string) =>
  (await call("GET", `/checkout/pay/${sessionId}/status`, null)).body.data.status;

const held = new Set<() => void>();
afterEach(() => {
  for (const free of held) free();
});

/** Locks the rows of `statement`, in another transaction, until it is released. */
async function hold(on: Database, statement: SqlQuery): Promise<() => Promise<void>> {
  let over: Promise<unknown> = Promise.resolve();
  const free = await new Promise<() => void>((taken, failed) => {
    over = on.transaction(async (tx) => {
      await tx.query(statement);
      await new Promise<void>((letGo) => taken(letGo));
    });
    over.catch(failed);
  });
  held.add(free);
  return async () => {
    free();
    await over;
  };
}

const unavailable = { status: 503, retryAfter: "1", body: { error: { code: "SERVICE_UNAVAILABLE" } } };

// The service has cached keys, merchants and routing before the trouble begins, as a running one has.
beforeEach(async () => {
  for (const key of [test.apiKey, otherKey]) {
    expect((await call("GET", "/payments/wallets", key)).status).toBe(200);
    expect((await pay(await newSession(key))).status).toBe(200);
  }
});

describe("with every connection of merchants at work", () => {
  const slug = `panier-${Date.now()}`;

  it.each([
    ["on a query that takes long", { text: "select pg_sleep(4)" }],
    ["in transactions that do not end", null],
  ] as const)("%s, their requests are refused while payers are served", async (_name, query) => {
    const link = { amount: "5000", currency: "XOF", title: "Panier", slug: `${slug}-${query === null}` };
    expect((await call("POST", "/payments/links", test.apiKey, link)).status).toBe(201);
    const unusedKey = await newMerchant();
    let busy = true;
    const all = await Promise.all(
      Array.from({ length: 2 }, async () => {
        if (query === null) return hold(db, { text: "select" });
        const running = db.query(query).finally(() => {
          busy = false;
        });
        return async () => {
          await running;
        };
      }),
    );
    const session = await newSession(test.apiKey);
    const merchants = Promise.all([
      call("GET", "/payments/wallets", test.apiKey),
      call("GET", "/payments/charges?page=1", otherKey),
      call("POST", "/payments/links", test.apiKey, { ...link, slug: `${link.slug}-late` }),
    ]);
    expect((await call("GET", `/checkout/links/${link.slug}`, null)).status).toBe(200);
    expect((await call("POST", `/checkout/links/${link.slug}/sessions`, null, {})).status).toBe(201);
    expect((await call("GET", `/pay/${link.slug}`, null)).status).toBe(200);
    expect((await pay(session)).status).toBe(200);
    expect((await pay(await newSession(unusedKey))).status).toBe(200);
    for (const answer of await merchants) expect(answer).toMatchObject(unavailable);
    expect(busy).toBe(true);
    for (const free of all) await free();
    expect((await call("GET", "/payments/wallets", test.apiKey)).status).toBe(200);
  });
});

describe("while somebody holds a lock for long", () => {
  const walletOf = { text: "select from wallets where merchant_no = $1 for update", values: [] as unknown[] };

  it("on a merchant's wallet, its payers are told, others pay, and what the provider took is booked after", async () => {
    const [mine, another] = [await newSession(test.apiKey), await newSession(otherKey)];
    const letGo = await hold(test.owner, { ...walletOf, values: [test.merchantNo] });
    const [locked, free] = await Promise.all([pay(mine), pay(another)]);
    expect(locked).toMatchObject(unavailable);
    expect(free.status).toBe(200);
    expect(await statusOf(another)).toBe("SUCCEEDED");
    expect(await statusOf(mine)).toBe("PROCESSING");
    await letGo();
    await test.advance(60_000);
    expect(await statusOf(mine)).toBe("SUCCEEDED");
  });

  it("on a session, nobody is asked for money, and the same may be sent again", async () => {
    const session = await newSession(test.apiKey);
    const letGo = await hold(test.owner, {
      text: "select from checkout_sessions where merchant_no = $1 for update",
      values: [test.merchantNo],
    });
    expect(await pay(session)).toMatchObject(unavailable);
    await letGo();
    expect(await statusOf(session)).toBe("OPEN");
    expect((await pay(session)).body.data.status).toBe("SUCCEEDED");
  });

  it("on a whole table, readers are told as well", async () => {
    const session = await newSession(test.apiKey);
    const letGo = await hold(test.owner, { text: "lock table checkout_sessions in access exclusive mode" });
    expect(await call("GET", `/checkout/pay/${session}/status`, null)).toMatchObject(unavailable);
    expect(await call("GET", "/checkout/sessions", test.apiKey)).toMatchObject(unavailable);
    const page = await service.http.app.inject(`/checkout/${session}`);
    expect([page.statusCode, page.headers["retry-after"]]).toEqual([503, "1"]);
    await letGo();
    expect(await statusOf(session)).toBe("OPEN");
  });

  it("and the books are whole", async () => {
    await expectInvariants(test.owner);
  });
});
