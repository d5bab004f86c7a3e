import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database.ts";
import { createTestKeyring } from "../../test/harness/keyring.ts";
import { quietLog } from "../../test/harness/log.ts";
import { poolBatchWriter } from "../../test/harness/pool-batch-writer.ts";
import { createSampleServer, ids, type SampleOptions } from "../../test/harness/sample-http.ts";
import { createDatabase } from "../db/pool.ts";
import type { MerchantNo } from "../kit/ids.ts";
import type { Keyring } from "../kit/keyring.ts";
import {
  claimIdempotency,
  findAnswer,
  forgetOldKeys,
  IdempotencyKeyTaken,
  type IdempotencyRow,
  type IdempotencyScope,
  type KeptAnswer,
  sealAnswer,
} from "./idempotency.ts";
import type { HttpServer } from "./server.ts";

let database: TestDatabase;
let options: { -readonly [K in keyof SampleOptions]: SampleOptions[K] } = {};
let server: HttpServer;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await createSampleServer(database.db, { beforeEffect: async () => options.beforeEffect?.() });
});
afterEach(() => {
  options = {};
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** As the batch writers write it beside their effect. */
function _idempotencyRow(keyring: Keyring, scope: IdempotencyScope, answer: KeptAnswer): IdempotencyRow {
  const { claim, merchantNo, owner, nowMs } = scope;
  return {
    merchantNo,
    route: claim.route,
    key: claim.key,
    fingerprint: claim.fingerprint,
    owner,
    status: answer.status,
    body: sealAnswer(keyring, merchantNo, claim, answer),
    createdAt: new Date(nowMs),
  };
}

interface Post {
  readonly key?: string;
  readonly name: string;
  readonly bearer?: string;
  readonly path?: string;
  /** The server that receives it. */
  readonly at?: HttpServer;
}

async function post({ key, name, bearer = "key-a", path = "/samples", at = server }: Post) {
  const response = await at.app.inject({
    method: "POST",
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${bearer}`, ...(key === undefined ? {} : { "idempotency-key": key }) },
    payload: { name },
  });
  const { data, error } = response.json<{ data: { id: string } | null; error: { code: string } | null }>();
  return {
    status: response.statusCode,
    body: response.body,
    id: data?.id,
    code: error?.code,
    replayed: response.headers["idempotency-replayed"],
    retryAfter: response.headers["retry-after"],
  };
}

async function effectsOf(name: string): Promise<number> {
  const rows = await database.db.query({ text: "select 1 from tenants where name = $1", values: [name] });
  return rows.length;
}

describe("the same key and body", () => {
  test("is answered again with the original status and body, and has one effect", async () => {
    const first = await post({ key: "k1", name: "once" });
    const second = await post({ key: "k1", name: "once" });
    expect(first).toMatchObject({ status: 201, replayed: undefined });
    expect(second).toMatchObject({ status: 201, replayed: "true", body: first.body });
    expect(await effectsOf("once")).toBe(1);
  });

  test("quoted or bare, is the same key", async () => {
    const first = await post({ key: "k-quoted", name: "quoted" });
    expect(await post({ key: '"k-quoted"', name: "quoted" })).toMatchObject({
      id: first.id,
      replayed: "true",
    });
  });

  test("200 times at once has one effect and one answer (M4)", async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => post({ key: "k200", name: "parallel" })),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ body }) => body)).size).toBe(1);
    expect(created.filter(({ replayed }) => replayed === undefined)).toHaveLength(1);
    expect(
      answers.filter(({ code }) => code !== undefined && code !== "IDEMPOTENCY_REQUEST_IN_PROGRESS"),
    ).toEqual([]);
    expect(await effectsOf("parallel")).toBe(1);
  });

  test("while the first is still running waits, then is answered 409 with Retry-After", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    options.beforeEffect = () => held;
    const first = post({ key: "k-slow", name: "slow" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    // Another process, whose pool waits no longer than in production.
    const pool = createDatabase({ url: database.url, max: 2, applicationName: "test other", log: quietLog });
    const other = await createSampleServer(pool);
    const second = await post({ key: "k-slow", name: "slow", at: other });
    await other.stop();
    await pool.close();
    expect(second).toMatchObject({ status: 409, code: "IDEMPOTENCY_REQUEST_IN_PROGRESS", retryAfter: "1" });
    release();
    expect(await first).toMatchObject({ status: 201 });
    expect(await post({ key: "k-slow", name: "slow" })).toMatchObject({ status: 201, replayed: "true" });
    expect(await effectsOf("slow")).toBe(1);
  });
});

describe("the same key", () => {
  test("with another body is refused with 422 and changes nothing", async () => {
    await post({ key: "k2", name: "body one" });
    expect(await post({ key: "k2", name: "body two" })).toMatchObject({
      status: 422,
      code: "IDEMPOTENCY_KEY_MISMATCH",
    });
    expect(await effectsOf("body two")).toBe(0);
  });

  test("of another merchant, of the other mode and on another path is another key (M5)", async () => {
    const first = await post({ key: "k3", name: "scoped" });
    const others = await Promise.all([
      post({ key: "k3", name: "scoped", bearer: "key-b" }),
      post({ key: "k3", name: "scoped", bearer: "key-a-live" }),
      post({ key: "k3", name: "scoped", path: "/samples/1/copies" }),
      post({ key: "k3", name: "scoped", path: "/samples/2/copies" }),
    ]);
    expect(others.map(({ status, replayed }) => ({ status, replayed }))).toEqual(
      others.map(() => ({ status: 201, replayed: undefined })),
    );
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(5);
  });

  test("after a refusal or a failure may be used again, since nothing happened", async () => {
    expect(await post({ key: "k4", name: "refuse" })).toMatchObject({ status: 400 });
    expect(await post({ key: "k4", name: "break" })).toMatchObject({ status: 500, code: "INTERNAL_ERROR" });
    expect(await post({ key: "k4", name: "third try" })).toMatchObject({ status: 201, replayed: undefined });
  });
});

describe("without a key", () => {
  test("a creation that needs one is refused", async () => {
    expect(await post({ name: "keyless" })).toMatchObject({ status: 400, code: "IDEMPOTENCY_KEY_REQUIRED" });
    expect(await effectsOf("keyless")).toBe(0);
  });
  test("one that accepts one runs each time", async () => {
    const path = "/samples/1/copies";
    const answers = [await post({ name: "free", path }), await post({ name: "free", path })];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await effectsOf("free")).toBe(2);
  });
});

test("a card number as a key is refused before it is stored", async () => {
  expect(await post({ key: "4242424242424242", name: "card" })).toMatchObject({
    code: "CARD_DATA_NOT_ALLOWED",
  });
});

test("the row of a set-oriented statement is replayed like any other", async () => {
  const keyring = createTestKeyring();
  const claim = { route: "POST /samples", key: "k-batch-writer", fingerprint: Buffer.alloc(32, 1) };
  const merchantNo = 1 as MerchantNo;
  const row = _idempotencyRow(
    keyring,
    { claim, merchantNo, owner: ids.uuid(), nowMs: 1_000 },
    { status: 201, data: { id: "x" } },
  );
  await database.db.query({
    text: `insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      row.merchantNo,
      row.route,
      row.key,
      row.fingerprint,
      row.owner,
      row.status,
      row.body,
      row.createdAt,
    ],
  });
  expect(await findAnswer(poolBatchWriter(database.db), keyring, merchantNo, claim)).toEqual({
    status: 201,
    data: { id: "x" },
    createdAtMs: 1_000,
  });
  const scope = { claim, merchantNo, owner: ids.uuid(), nowMs: 2_000 };
  await expect(database.db.transaction((tx) => claimIdempotency(tx, scope))).rejects.toThrow(
    IdempotencyKeyTaken,
  );
});

test("a key is forgotten after 7 days and not before", async () => {
  const day = 86_400_000;
  const keyring = createTestKeyring();
  const merchantNo = 9 as MerchantNo;
  const claim = { route: "POST /samples", key: "k-old", fingerprint: Buffer.alloc(32) };
  const row = _idempotencyRow(
    keyring,
    { claim, merchantNo, owner: ids.uuid(), nowMs: 10 * day },
    { status: 201, data: 1 },
  );
  await database.db.query({
    text: `insert into idempotency_keys (merchant_no, route, key, fingerprint, owner, status, body, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      row.merchantNo,
      row.route,
      row.key,
      row.fingerprint,
      row.owner,
      row.status,
      row.body,
      row.createdAt,
    ],
  });
  await forgetOldKeys(database.db, 17 * day, 7);
  expect(await findAnswer(poolBatchWriter(database.db), keyring, merchantNo, claim)).not.toBeNull();
  expect(await forgetOldKeys(database.db, 17 * day + 1, 7)).toBeGreaterThan(0);
  expect(await findAnswer(poolBatchWriter(database.db), keyring, merchantNo, claim)).toBeNull();
});
