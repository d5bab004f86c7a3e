import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../http/route.ts";
import { formatActor } from "../../kit/actor.ts";
import { parsePublicId, publicId } from "../../kit/ids.ts";
import { ENDPOINTS_MAX } from "./register.ts";
import { createSite, isSignedBy, type Site } from "./test-http.ts";
import type { World } from "./test-setup.ts";

const HOUR_MS = 3_600_000;
let site: Site;
let world: World;
let owner: Caller;
let stranger: Caller;
let call: Site["call"];
beforeAll(async () => {
  site = await createSite();
  ({ world, call } = site);
});
afterAll(() => site.close());
beforeEach(async () => {
  ({ owner, stranger } = await site.renew());
});
const at = (id: string) => `/webhook-endpoints/${id}`;
const unknownId = () => publicId("webhookEndpoint", world.ids.next("webhookEndpoint"));
const signatureCount = (arrival: { headers: NodeJS.Dict<string | string[]> } | undefined) =>
  String(arrival?.headers["webhook-signature"]).split(" ").length;
const auditOf = async (id: string) =>
  world.owner.query<{ action: string; before: string | null; after: string | null; actor: string }>({
    text: "select action, before, after, actor from audit_log where subject = $1 order by id",
    values: [id],
  });

describe("changing an endpoint", () => {
  it("changes what is sent, leaves the rest, counts the version and is in the audit log", async () => {
    const { id } = await world.newEndpoint(owner, "/old?token=hush");
    world.clock.advance(1_000);
    const changed = await call("PATCH", at(id), {
      body: { url: `${world.receiver.origin}/new`, events: ["payment.failed", "*"], description: "Shop" },
    });
    expect(changed.status).toBe(200);
    expect(changed.data).toMatchObject({
      url: `${world.receiver.origin}/new`,
      events: ["*"],
      description: "Shop",
      ordered: false,
      status: "ACTIVE",
      version: 2,
      updatedAt: new Date(world.clock.nowMs()).toISOString(),
    });
    expect((await call("GET", at(id))).data).toEqual(changed.data);
    const emptied = await call("PATCH", at(id), { body: { description: null } });
    expect(emptied.data).toMatchObject({ description: null, events: ["*"], version: 3 });
    const audit = await auditOf(id);
    expect(audit.map(({ action }) => action)).toEqual([
      "webhook_endpoint.created",
      "webhook_endpoint.updated",
      "webhook_endpoint.updated",
    ]);
    expect(audit[1]?.actor).toBe(formatActor(owner.actor));
    expect(JSON.stringify(audit)).not.toContain("hush");
    await world.emit(owner, [{}]);
    await world.drain();
    const types = world.receiver.at("/new").map(({ body }) => JSON.parse(body).type);
    expect([world.receiver.at("/old?token=hush").length, types]).toEqual([
      0,
      ["endpoint.ping", "payment.succeeded"],
    ]);
  });

  it("that changes nothing is no new version and no entry in the audit log", async () => {
    const { id } = await world.newEndpoint(owner, "/same");
    const same = await call("PATCH", at(id), { body: { ordered: false, status: "ACTIVE", events: "*" } });
    expect([same.status, same.data.version]).toEqual([200, 1]);
    expect((await auditOf(id)).length).toBe(1);
  });

  it("to DISABLED stops it and cancels what is pending; back to ACTIVE it gets what happens from then on", async () => {
    const { id } = await world.newEndpoint(owner, "/paused");
    await world.emit(owner, [{ sequence: 1 }]);
    const disabled = await call("PATCH", at(id), { body: { status: "DISABLED" } });
    expect(disabled.data).toMatchObject({ status: "DISABLED", disabledReason: "REQUESTED" });
    await world.drain();
    await world.emit(owner, [{ sequence: 2 }]);
    const { data } = await call("GET", `${at(id)}/deliveries`);
    expect(data.map(({ status }: { status: string }) => status)).toEqual(["CANCELLED"]);
    const active = await call("PATCH", at(id), { body: { status: "ACTIVE" } });
    expect(active.data).toMatchObject({ status: "ACTIVE", disabledReason: null });
    await world.emit(owner, [{ sequence: 3 }]);
    await world.drain();
    expect(world.receiver.at("/paused").map(({ body }) => JSON.parse(body).sequence)).toEqual([3]);
  });

  it("takes one back that was disabled for failing, with nothing counted against it", async () => {
    const { id } = await world.newEndpoint(owner, "/broken");
    await world.owner.query({
      text: `update webhook_endpoints set status = 'DISABLED', disabled_reason = 'FAILING', failing_since = $2,
        failure_streak = 40, paused_until = $3 where merchant_no = $1`,
      values: [
        owner.merchantNo,
        new Date(world.clock.nowMs() - 200 * HOUR_MS),
        new Date(world.clock.nowMs() + HOUR_MS),
      ],
    });
    const kept = await call("PATCH", at(id), { body: { status: "DISABLED", description: "later" } });
    expect(kept.data.disabledReason).toBe("FAILING");
    const active = await call("PATCH", at(id), { body: { status: "ACTIVE" } });
    expect(active.data).toMatchObject({ status: "ACTIVE", disabledReason: null, failingSince: null });
    await world.emit(owner, [{}]);
    await world.drain();
    expect(world.receiver.at("/broken").length).toBe(1);
  });

  it.each([
    ["nothing", {}, ""],
    ["an inner address", { url: "https://10.0.0.1/" }, "url"],
    ["plain http", { url: "http://shop.example/" }, "url"],
    ["an unknown event", { events: ["payment.paid"] }, "events[0]"],
    ["no event", { events: [] }, "events"],
    ["an unknown status", { status: "GONE" }, "status"],
    ["a secret", { secret: "whsec_mine" }, "secret"],
  ])("refuses %s, and leaves the endpoint as it is", async (_name, body, path) => {
    const { id } = await world.newEndpoint(owner, "/kept");
    const refused = await call("PATCH", at(id), { body });
    expect([refused.status, refused.code]).toEqual([400, "VALIDATION_ERROR"]);
    if (path !== "") expect(refused.error.details.fields[0].path).toBe(path);
    expect((await call("GET", at(id))).data.version).toBe(1);
  });

  it("loses none of two changes that come at once", async () => {
    const { id } = await world.newEndpoint(owner, "/both");
    await Promise.all([
      call("PATCH", at(id), { body: { ordered: true } }),
      call("PATCH", at(id), { body: { description: "both" } }),
    ]);
    expect((await call("GET", at(id))).data).toMatchObject({
      ordered: true,
      description: "both",
      version: 3,
    });
  });
});

describe("deleting an endpoint", () => {
  it("ends everything about it: it is not found, nothing is sent, and its place is free", async () => {
    const made = await Promise.all(
      Array.from({ length: ENDPOINTS_MAX }, (_none, index) => world.newEndpoint(owner, `/full/${index}`)),
    );
    const id = made[0]?.id ?? "";
    await world.emit(owner, [{}]);
    const deleted = await call("DELETE", at(id));
    expect([deleted.status, deleted.data]).toEqual([
      200,
      { object: "webhook_endpoint", id, mode: "SANDBOX", deleted: true },
    ]);
    await world.drain();
    await world.emit(owner, [{}]);
    await world.drain();
    expect(world.receiver.at("/full/0")).toEqual([]);
    expect(world.receiver.at("/full/1").length).toBe(2);
    expect((await call("GET", "/webhook-endpoints")).data.length).toBe(ENDPOINTS_MAX - 1);
    const body = { from: new Date(0).toISOString() };
    for (const [method, path, sent] of [
      ["GET", "", undefined],
      ["PATCH", "", { ordered: true }],
      ["DELETE", "", undefined],
      ["GET", "/deliveries", undefined],
      ["POST", "/rotate-secret", {}],
      ["POST", "/ping", undefined],
      ["POST", "/replay", body],
    ] as const) {
      const answer = await call(method, `${at(id)}${path}`, sent === undefined ? {} : { body: sent });
      expect([path, answer.status, answer.code]).toEqual([path, 404, "RESOURCE_NOT_FOUND"]);
    }
    const again = await call("POST", "/webhook-endpoints", { body: { url: "https://shop.example/again" } });
    expect(again.status).toBe(201);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      "webhook_endpoint.created",
      "webhook_endpoint.deleted",
    ]);
    const pending = await world.db.query({
      text: `select 1 from webhook_deliveries where merchant_no = $1 and endpoint_id = $2 and status = 'PENDING'`,
      values: [owner.merchantNo, parsePublicId("webhookEndpoint", id)],
    });
    expect(pending).toEqual([]);
  });
});

describe("rotating the secret", () => {
  it("both secrets sign while they overlap, then the new one alone", async () => {
    const { id, secret } = await world.newEndpoint(owner, "/rotated");
    const rotated = await call("POST", `${at(id)}/rotate-secret`, { body: { overlapHours: 2 } });
    expect(rotated.status).toBe(200);
    expect(rotated.data).toMatchObject({
      id,
      version: 2,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      previousSecretExpiresAt: new Date(world.clock.nowMs() + 2 * HOUR_MS).toISOString(),
    });
    expect(rotated.data.secret).not.toBe(secret);
    const { secret: fresh, ...rest } = rotated.data;
    expect((await call("GET", at(id))).data).toEqual(rest);
    await world.emit(owner, [{}]);
    await world.drain();
    world.clock.advance(2 * HOUR_MS);
    await world.emit(owner, [{}]);
    await world.drain();
    const [during, after] = world.receiver.at("/rotated");
    if (during === undefined || after === undefined) throw new Error("two events did not arrive");
    expect([isSignedBy(secret, during), isSignedBy(fresh, during), signatureCount(during)]).toEqual([
      true,
      true,
      2,
    ]);
    expect([isSignedBy(secret, after), isSignedBy(fresh, after), signatureCount(after)]).toEqual([
      false,
      true,
      1,
    ]);
  });

  it("without overlap ends the secret before at once; a second rotation ends the oldest", async () => {
    const { id, secret } = await world.newEndpoint(owner, "/twice");
    const second = await call("POST", `${at(id)}/rotate-secret`, { body: {} });
    const third = await call("POST", `${at(id)}/rotate-secret`, { body: {} });
    await world.emit(owner, [{}]);
    await world.drain();
    const fourth = await call("POST", `${at(id)}/rotate-secret`, { body: { overlapHours: 0 } });
    expect(fourth.data.previousSecretExpiresAt).toBe(null);
    await world.emit(owner, [{}]);
    await world.drain();
    const [during, after] = world.receiver.at("/twice");
    if (during === undefined || after === undefined) throw new Error("two events did not arrive");
    const fitting = (arrival: typeof during) =>
      [secret, second.data.secret, third.data.secret, fourth.data.secret].map((one) =>
        isSignedBy(one, arrival),
      );
    expect(fitting(during)).toEqual([false, true, true, false]);
    expect(fitting(after)).toEqual([false, false, false, true]);
  });

  it("is done once for one Idempotency-Key, and the secret is nowhere in clear: not in the database, not in the log", async () => {
    const { id } = await world.newEndpoint(owner, "/once");
    const send = () =>
      call("POST", `${at(id)}/rotate-secret`, { body: { overlapHours: 1 }, idempotencyKey: "rotate" });
    const first = await send();
    const again = await send();
    expect(again.data).toEqual(first.data);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect((await call("GET", at(id))).data.version).toBe(2);
    const secret: string = first.data.secret;
    for (const table of ["webhook_endpoints", "idempotency_keys", "audit_log", "events"]) {
      const [row] = await world.owner.query<{ text: string | null; raw: string | null }>({
        text: `select string_agg(t::text, ' ') as text from ${table} t`,
      });
      expect(row?.text ?? "").not.toContain(secret.slice(6));
      expect(row?.text ?? "").not.toContain(Buffer.from(secret).toString("hex"));
    }
    expect(JSON.stringify(site.logLines)).not.toContain(secret.slice(6));
  });

  it.each([[-1], [169], [1.5], ["24"], [null]])("refuses an overlap of %j", async (overlapHours) => {
    const { id } = await world.newEndpoint(owner, "/kept");
    const refused = await call("POST", `${at(id)}/rotate-secret`, { body: { overlapHours } });
    expect([refused.status, refused.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("a ping", () => {
  it("reaches this endpoint alone, whatever it subscribed to, signed like every event", async () => {
    const { id, secret } = await world.newEndpoint(owner, "/pinged", { events: ["payout.paid"] });
    await world.newEndpoint(owner, "/other");
    const ping = await call("POST", `${at(id)}/ping`);
    expect(ping.status).toBe(201);
    expect(ping.data).toMatchObject({
      object: "webhook_delivery",
      endpointId: id,
      eventType: "endpoint.ping",
      sequence: 1,
      status: "PENDING",
      attempts: [],
    });
    expect((await call("POST", `${at(id)}/ping`)).data.sequence).toBe(2);
    await world.drain();
    expect(world.receiver.at("/other")).toEqual([]);
    const [arrival] = world.receiver.at("/pinged");
    if (arrival === undefined) throw new Error("no ping arrived");
    expect(isSignedBy(secret, arrival)).toBe(true);
    expect(JSON.parse(arrival.body)).toMatchObject({
      id: ping.data.eventId,
      type: "endpoint.ping",
      data: { id, object: "webhook_endpoint" },
    });
    const read = await call("GET", `${at(id)}/deliveries/${ping.data.id}`);
    expect(read.data).toMatchObject({ status: "SUCCEEDED", attempts: [{ statusCode: 200 }] });
    expect((await call("GET", `/events/${ping.data.eventId}`)).data).toEqual(JSON.parse(arrival.body));
  });

  it("is refused for an endpoint that is disabled, and sends nothing", async () => {
    const { id } = await world.newEndpoint(owner, "/off");
    await call("PATCH", at(id), { body: { status: "DISABLED" } });
    const refused = await call("POST", `${at(id)}/ping`);
    expect([refused.status, refused.code]).toEqual([409, "WEBHOOK_ENDPOINT_DISABLED"]);
    expect((await call("GET", "/events?type=endpoint.ping")).data).toEqual([]);
  });
});

describe("who may not", () => {
  const acts = (id: string) =>
    [
      ["PATCH", at(id), { ordered: true }],
      ["DELETE", at(id), undefined],
      ["POST", `${at(id)}/rotate-secret`, {}],
      ["POST", `${at(id)}/ping`, undefined],
      ["POST", `${at(id)}/replay`, { from: "2026-01-15T08:00:00Z" }],
    ] as const;

  it("a key that only reads, and another merchant, change nothing", async () => {
    const mine = await world.newEndpoint(owner, "/mine");
    const theirs = await world.newEndpoint(stranger, "/theirs");
    for (const [method, path, body] of acts(mine.id)) {
      const more = body === undefined ? {} : { body };
      const reader = await call(method, path, { ...more, key: "reader" });
      expect([path, reader.status, reader.code]).toEqual([path, 403, "INSUFFICIENT_PERMISSIONS"]);
      const other = await call(method, path, { ...more, key: "stranger" });
      expect([path, other.status, other.code]).toEqual([path, 403, "INVALID_MERCHANT_SCOPE"]);
    }
    for (const id of [theirs.id, unknownId(), "we_1"]) {
      for (const [method, path, body] of acts(id)) {
        const answer = await call(method, path, body === undefined ? {} : { body });
        expect([path, answer.status, answer.code]).toEqual([path, 404, "RESOURCE_NOT_FOUND"]);
      }
    }
    const [event] = await world.emit(stranger, [{}]);
    const foreign = event === undefined ? "" : publicId("event", event.id);
    for (const id of [foreign, "evt_1"]) expect((await call("GET", `/events/${id}`)).status).toBe(404);
    expect((await call("GET", at(mine.id))).data.version).toBe(1);
    expect((await world.webhooks.loadEndpoint(stranger, theirs.id)).version).toBe(1);
  });
});
