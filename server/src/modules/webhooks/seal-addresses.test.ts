import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { quietLog } from "../../../test/harness/log.ts";
import type { Transaction } from "../../db/database.ts";
import type { Caller } from "../../http/route.ts";
import { parsePublicId } from "../../kit/ids.ts";
import { emitToOne } from "./replay-store.ts";
import { createAddressSealing } from "./seal-addresses.ts";
import { createSite, type Site } from "./test-http.ts";
import type { World } from "./test-setup.ts";

const migration = new URL("../../db/migrations/0026_verified_addresses.sql", import.meta.url);
let site: Site;
let world: World;
let owner: Caller;
let call: Site["call"];
beforeAll(async () => {
  site = await createSite();
  ({ world, call } = site);
});
afterAll(() => site.close());
beforeEach(async () => {
  await world.startAfresh();
  ({ owner } = await site.renew());
});

const at = (id: string) => `/webhook-endpoints/${id}`;
const sealing = (db = world.db) =>
  createAddressSealing({
    db,
    clock: world.clock,
    ids: world.ids,
    keyring: world.keyring,
    log: quietLog,
    notifyNewDeliveries: () => {},
  });
async function sealAll(): Promise<number> {
  let total = 0;
  const loop = sealing();
  for (let done = await loop.runOnce(); done > 0; done = await loop.runOnce()) total += done;
  return total;
}

/** An endpoint as the release before left it: its address in clear, and what it accepted known from attempts alone. */
async function oldEndpoint(path: string): Promise<string> {
  const { id } = await world.newEndpoint(owner, path);
  await world.owner.query({
    text: `update webhook_endpoints set url = $2, sealed_url = null, proved_at = null where id = $1`,
    values: [parsePublicId("webhookEndpoint", id), `${world.receiver.origin}${path}`],
  });
  return id;
}

/** An attempt as the release before wrote it down: with the whole address that it went to. */
async function oldAttempt(id: string, path: string, statusCode: number): Promise<void> {
  const endpointId = parsePublicId("webhookEndpoint", id);
  if (endpointId === null) throw new Error("no id");
  const url = `${world.receiver.origin}${path}`;
  const deliveryId = await world.db.transaction(async (tx: Transaction) => {
    const key = { merchantNo: owner.merchantNo, id: endpointId };
    const { id: made } = await emitToOne(tx, key, {
      id: world.ids.next("event"),
      type: "webhook_endpoint.disabled",
      timestampMs: world.clock.nowMs(),
      mode: owner.mode,
      merchantNo: owner.merchantNo,
      merchantId: owner.merchantId,
      subjectId: endpointId,
      sequence: 1,
      data: { object: "webhook_endpoint", url, description: 'a "quoted" note with "url":"?' },
    });
    return made;
  });
  await world.owner.query({
    text: `insert into webhook_attempts (merchant_no, id, delivery_id, attempt_number, status_code, duration_ms, created_at, url)
      values ($1, gen_random_uuid(), $2, 1, $3, 5, $4, $5)`,
    values: [owner.merchantNo, deliveryId, statusCode, new Date(world.clock.nowMs()), url],
  });
  await world.owner.query({
    text: `update webhook_deliveries set status = $2, next_attempt_at = null where id = $1`,
    values: [deliveryId, statusCode === 200 ? "SUCCEEDED" : "FAILED"],
  });
}

/** The part of the migration that looks at what is there; its tables and indexes are. */
async function migrateRows(): Promise<void> {
  const text = await readFile(migration, "utf8");
  const from = text.indexOf("update webhook_endpoints");
  expect(from).toBeGreaterThan(0);
  const rows = text.slice(from);
  await world.owner.query({ text: `begin; ${rows}; commit` });
}

/** Whether a table that knows of endpoints holds the text, as it is or as bytes. */
async function isStored(text: string): Promise<boolean> {
  const found: boolean[] = [];
  for (const table of ["webhook_endpoints", "webhook_attempts", "events", "audit_log", "idempotency_keys"]) {
    const [row] = await world.owner.query<{ all: string | null }>({
      text: `select string_agg(t::text, ' ') as all from ${table} t`,
    });
    const stored = row?.all ?? "";
    found.push(stored.includes(text) || stored.includes(Buffer.from(text).toString("hex")));
  }
  return found.includes(true);
}

describe("the data of the release before", () => {
  it("holds no query of an address after the start, and its merchant reads the whole address", async () => {
    const id = await oldEndpoint("/hooks?token=hush-1&x=%22quoted%22#hush-2");
    await oldAttempt(id, "/hooks?token=hush-1&x=%22quoted%22#hush-2", 500);
    const plain = await oldEndpoint("/plain");
    await oldAttempt(plain, "/plain", 200);
    expect(await isStored("hush")).toBe(true);

    await migrateRows();
    expect(await sealAll()).toBe(2);
    expect(await isStored("hush")).toBe(false);
    expect((await call("GET", at(id))).data.url).toBe(
      `${world.receiver.origin}/hooks?token=hush-1&x=%22quoted%22#hush-2`,
    );
    expect((await call("GET", at(plain))).data.url).toBe(`${world.receiver.origin}/plain`);
    const { data } = await call("GET", `${at(id)}/deliveries?status=FAILED`);
    expect(data[0].attempts[0].url).toBe(`${world.receiver.origin}/hooks`);
    const told = await call("GET", `/events/${data[0].eventId}`);
    expect(told.data.data).toEqual({
      object: "webhook_endpoint",
      url: `${world.receiver.origin}/hooks`,
      description: 'a "quoted" note with "url":"?',
    });
    expect(await sealAll()).toBe(0);
  });

  it("tells which addresses are verified; the others are asked at once", async () => {
    const accepted = await oldEndpoint("/accepted?k=1");
    await oldAttempt(accepted, "/accepted?k=1", 200);
    const refused = await oldEndpoint("/refused");
    await oldAttempt(refused, "/refused", 500);
    const moved = await oldEndpoint("/moved");
    await oldAttempt(moved, "/before-it-moved", 200);
    const silent = await oldEndpoint("/silent");
    await migrateRows();
    await sealAll();
    const verified = async (id: string) => (await call("GET", at(id))).data.verifiedAt !== null;
    expect([
      await verified(accepted),
      await verified(refused),
      await verified(moved),
      await verified(silent),
    ]).toEqual([true, false, false, false]);
    await world.drain();
    const pinged = world.receiver.arrivals.map(({ path, body }) => [path, JSON.parse(body).type]);
    expect(pinged.sort()).toEqual([
      ["/moved", "endpoint.ping"],
      ["/refused", "endpoint.ping"],
      ["/silent", "endpoint.ping"],
    ]);
    expect([await verified(refused), await verified(moved), await verified(silent)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("is sealed in the end, whatever breaks off on the way, and each endpoint is asked once", async () => {
    const ids = [await oldEndpoint("/a"), await oldEndpoint("/b")];
    const broken = sealing({
      ...world.db,
      transaction: (work) =>
        world.db.transaction(async (tx) => {
          await work(tx);
          throw new Error("the machine went away");
        }),
    });
    await expect(broken.runOnce()).rejects.toThrow("the machine went away");
    expect((await call("GET", at(ids[0] ?? ""))).data.url).toBe(`${world.receiver.origin}/a`);
    await Promise.all([sealAll(), sealAll()]);
    await world.drain();
    expect(world.receiver.arrivals.map(({ path }) => path).sort()).toEqual(["/a", "/b"]);
  });

  it("is not sent to an address in clear before that is sealed, and nothing of it is lost", async () => {
    const id = await oldEndpoint("/early");
    await oldAttempt(id, "/early", 200);
    await migrateRows();
    await world.emit(owner, [{}]);
    await world.drain();
    expect(world.receiver.arrivals).toEqual([]);
    await sealAll();
    await world.drain();
    expect(world.receiver.at("/early")).toHaveLength(1);
  });
});

describe("a new endpoint", () => {
  it("leaves its query nowhere in clear, whatever is done with it", async () => {
    const url = `${world.receiver.origin}/own?token=hush-3`;
    world.receiver.answer("/own?token=hush-3", (response) => response.end());
    const made = await call("POST", "/webhook-endpoints", { body: { url }, idempotencyKey: "own" });
    expect(made.data.url).toBe(url);
    await world.drain();
    world.receiver.answer("/own?token=hush-4", (response) => response.writeHead(410).end());
    await call("PATCH", at(made.data.id), { body: { url: `${world.receiver.origin}/own?token=hush-4` } });
    await world.drain();
    expect((await call("GET", at(made.data.id))).data).toMatchObject({
      url: `${world.receiver.origin}/own?token=hush-4`,
      status: "DISABLED",
      disabledReason: "GONE",
    });
    expect(world.receiver.at("/own?token=hush-3")).toHaveLength(1);
    expect(await isStored("hush")).toBe(false);
    expect(JSON.stringify(site.logLines)).not.toContain("hush");
    const { data } = await call("GET", `${at(made.data.id)}/deliveries`);
    for (const { attempts } of data) {
      for (const { url: sentTo } of attempts) expect(sentTo).toBe(`${world.receiver.origin}/own`);
    }
  });
});
