import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLinkWorld, type LinkWorld, links, refusal } from "./test-setup.ts";

let world: LinkWorld;
beforeAll(async () => {
  world = await createLinkWorld();
});
afterAll(() => world.stop());

const HOUR_MS = 3_600_000;
const inMs = (ms: number): string => new Date(world.clock.nowMs() + ms).toISOString();

describe("PATCH /payments/links/:id", () => {
  const patch = (id: string, changes: unknown) => world.call("PATCH", `${links}/${id}`, { body: changes });

  test("changes the fields that are sent, keeps the others, raises the version and creates an event", async () => {
    const link = await world.newLink({ title: "Avant", description: "Reste.", metadata: { a: "1" } });
    const answer = await patch(link.id, { title: "Après", maxUses: 3, metadata: { b: "2" } });
    const text = link.share.text.replace("Avant", "Après");
    expect(answer.body.data).toEqual({
      ...link,
      share: { ...link.share, text },
      title: "Après",
      maxUses: 3,
      metadata: { b: "2" },
      version: 2,
    });
    const emptied = await patch(link.id, { title: null, maxUses: null, metadata: {} });
    const share = { ...link.share, text: link.share.text.replace(/^Avant.: /, "") };
    expect(emptied.body.data).toEqual({ ...link, share, title: null, metadata: {}, version: 3 });
    const events = await world.eventsOf(link.id);
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ["payment_link.created", 1],
      ["payment_link.updated", 2],
      ["payment_link.updated", 3],
    ]);
    expect(events[2].data).toEqual(emptied.body.data);
  });

  test("an empty change writes nothing", async () => {
    const link = await world.newLink({ title: "Même" });
    for (const changes of [{}, { title: "Même" }, { status: "ACTIVE" }, { linkStatus: "ACTIVE" }]) {
      expect((await patch(link.id, changes)).body.data).toEqual(link);
    }
    expect(await world.eventsOf(link.id)).toHaveLength(1);
  });

  test("pauses and resumes", async () => {
    const link = await world.newLink({ slug: "pause-cafe" });
    const paused = await patch(link.id, { linkStatus: "PAUSED", inactiveMessage: "À lundi." });
    expect(paused.body.data).toMatchObject({ linkStatus: "PAUSED", status: "OPEN" });
    const refused = await world.call("POST", "/checkout/links/pause-cafe/sessions", { key: null });
    expect(refusal(refused)).toBe("409 PAYMENT_LINK_NOT_ACTIVE");
    expect(refused.body.error.details).toMatchObject({ linkStatus: "PAUSED", inactiveMessage: "À lundi." });
    expect((await patch(link.id, { status: "ACTIVE" })).body.data.linkStatus).toBe("ACTIVE");
    expect((await world.call("POST", "/checkout/links/pause-cafe/sessions", { key: null })).status).toBe(201);
  });

  test.each<[string, unknown, string]>([
    ["the amount", { amount: "1" }, "400 VALIDATION_ERROR:amount"],
    ["the slug", { slug: "autre" }, "400 VALIDATION_ERROR:slug"],
    ["a status nobody can give", { status: "EXHAUSTED" }, "400 VALIDATION_ERROR:status"],
    ["a linkStatus nobody can give", { linkStatus: "EXPIRED" }, "400 VALIDATION_ERROR:linkStatus"],
    ["a linkStatus that is none", { linkStatus: "OPEN" }, "400 VALIDATION_ERROR:linkStatus"],
    ["two statuses", { linkStatus: "ACTIVE", status: "PAUSED" }, "400 VALIDATION_ERROR:status"],
    ["the uses", { usesCount: 0 }, "400 VALIDATION_ERROR:usesCount"],
    ["an end that has passed", { expiresAt: "2026-01-01T00:00:00Z" }, "400 VALIDATION_ERROR:expiresAt"],
    ["a bad address", { successUrl: "//shop.example" }, "400 VALIDATION_ERROR:successUrl"],
  ])("refuses %s", async (_name, changes, expected) => {
    const link = await world.newLink();
    expect(refusal(await patch(link.id, changes))).toBe(expected);
  });

  test("takes back what GET shows of the fields that can change, in every state that can", async () => {
    const fields = { title: "Aller", description: "Retour", metadata: { a: "1" }, allowedMethods: ["CARD"] };
    const urls = { successUrl: "https://shop.example/ok", cancelUrl: "https://shop.example/no" };
    const customFields = [{ key: "nom", label: "Nom", type: "TEXT" }];
    const link = await world.newLink({
      ...fields,
      ...urls,
      customFields,
      maxUses: 2,
      expiresAt: inMs(HOUR_MS),
    });
    const shown = async () => {
      const { data } = (await world.call("GET", `${links}/${link.id}`)).body;
      const { title, description, linkStatus, maxUses, allowedMethods, successUrl, cancelUrl } = data;
      const { expiresAt, customFields, metadata, inactiveMessage } = data;
      const some = { title, description, linkStatus, maxUses, allowedMethods, successUrl, cancelUrl };
      return { data, body: { ...some, expiresAt, customFields, metadata, inactiveMessage } };
    };
    const sentBack = async () => {
      const { data, body } = await shown();
      expect((await patch(link.id, body)).body.data).toEqual(data);
      return data.linkStatus;
    };
    expect(await sentBack()).toBe("ACTIVE");
    await patch(link.id, { linkStatus: "PAUSED", status: "PAUSED" });
    expect(await sentBack()).toBe("PAUSED");
    await world.setUses(link.slug, { count: 2 });
    await patch(link.id, { description: "Fin" });
    expect(await sentBack()).toBe("EXHAUSTED");
  });

  test("cannot take back uses that are counted or under way; more uses reopen an exhausted link", async () => {
    const link = await world.newLink({ slug: "dix-places", maxUses: 10 });
    await world.setUses(link.slug, { count: 3, reserved: 2 });
    expect(refusal(await patch(link.id, { maxUses: 4 }))).toBe("400 VALIDATION_ERROR:maxUses");
    await world.setUses(link.slug, { count: 5 });
    const ended = await patch(link.id, { maxUses: 5 });
    expect(ended.body.data).toMatchObject({
      linkStatus: "EXHAUSTED",
      status: "SUCCEEDED",
      usesCount: 5,
      version: 2,
    });
    expect(refusal(await patch(link.id, { status: "PAUSED" }))).toBe("409 PAYMENT_LINK_MAX_USES_REACHED");
    const reopened = await patch(link.id, { maxUses: 6 });
    expect(reopened.body.data).toMatchObject({ linkStatus: "ACTIVE", usesCount: 5, version: 3 });
    const events = await world.eventsOf(link.id);
    expect(events.map(({ type }) => type)).toEqual([
      "payment_link.created",
      "payment_link.updated",
      "payment_link.exhausted",
      "payment_link.updated",
    ]);
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  });

  test("refuses a link that is over", async () => {
    const cancelled = await world.newLink();
    await world.call("POST", `${links}/${cancelled.id}/cancel`);
    expect(refusal(await patch(cancelled.id, { title: "x" }))).toBe("409 PAYMENT_LINK_NOT_ACTIVE");
    const expired = await world.newLink({ expiresAt: inMs(HOUR_MS) });
    world.clock.advance(HOUR_MS);
    expect(refusal(await patch(expired.id, { expiresAt: inMs(HOUR_MS) }))).toBe("409 PAYMENT_LINK_EXPIRED");
  });

  test("and a counted use at the same time lose nothing of each other", async () => {
    const link = await world.newLink({ slug: "a-deux" });
    await Promise.all(
      Array.from({ length: 10 }, (_none, index) => [
        patch(link.id, { title: `Titre ${index}` }),
        world.owner.query({
          text: "update payment_links set uses_count = uses_count + 1 where slug = 'a-deux'",
        }),
      ]).flat(),
    );
    const { data } = (await world.call("GET", `${links}/${link.id}`)).body;
    expect([data.usesCount, data.version]).toEqual([10, 11]);
  });
});

describe("POST /payments/links/:id/cancel", () => {
  test("ends the link permanently, with one event however often it is repeated", async () => {
    const link = await world.newLink({ slug: "annule" });
    const path = `${links}/${link.id}/cancel`;
    const first = await world.call("POST", path, { idempotencyKey: null });
    expect(first.body.data).toMatchObject({ linkStatus: "CANCELLED", status: "CANCELLED", version: 2 });
    const again = await world.call("POST", path, { idempotencyKey: null });
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    expect((await world.eventsOf(link.id)).map(({ type }) => type)).toEqual([
      "payment_link.created",
      "payment_link.cancelled",
    ]);
    expect(refusal(await world.call("GET", "/checkout/links/annule", { key: null }))).toBe(
      "409 PAYMENT_LINK_NOT_ACTIVE",
    );
  });

  test("with a key answers the same words again", async () => {
    const link = await world.newLink();
    const idempotencyKey = crypto.randomUUID();
    const first = await world.call("POST", `${links}/${link.id}/cancel`, { idempotencyKey });
    const again = await world.call("POST", `${links}/${link.id}/cancel`, { idempotencyKey });
    expect(again.body).toEqual(first.body);
    expect(again.headers["idempotency-replayed"]).toBe("true");
  });

  test("refuses a link whose time is over", async () => {
    const link = await world.newLink({ expiresAt: inMs(1_000) });
    world.clock.advance(1_000);
    const answer = await world.call("POST", `${links}/${link.id}/cancel`);
    expect(refusal(answer)).toBe("409 PAYMENT_LINK_EXPIRED");
  });
});

describe("ends are written down once", () => {
  const endsOf = async (id: string) => (await world.eventsOf(id)).map(({ type }) => type).slice(1);

  test("EXHAUSTED after the last use, by whoever comes first", async () => {
    const link = await world.newLink({ slug: "dernier", maxUses: 2 });
    const key = await world.keyOf("dernier");
    await world.setUses("dernier", { count: 1, reserved: 1 });
    await world.hooks.onLinkUsed(...key);
    expect(await endsOf(link.id)).toEqual([]);
    await world.setUses("dernier", { count: 2 });
    await Promise.all(Array.from({ length: 10 }, () => world.hooks.onLinkUsed(...key)));
    expect(await endsOf(link.id)).toEqual(["payment_link.exhausted"]);
    const [row] = await world.owner.query<{ status: string; version: number }>({
      text: "select status, version from payment_links where slug = 'dernier'",
    });
    expect(row).toEqual({ status: "EXHAUSTED", version: 2 });
  });

  test("the sweeper writes down the end of a link whose process died after the last use", async () => {
    const link = await world.newLink({ slug: "oublie", maxUses: 1 });
    await world.setUses("oublie", { count: 1 });
    world.clock.advance(60_000);
    await world.sweeper.runOnce();
    await world.sweeper.runOnce();
    expect(await endsOf(link.id)).toEqual(["payment_link.exhausted"]);
  });

  test("EXPIRED when the time is over, and EXHAUSTED where the uses were over first", async () => {
    const soon = { expiresAt: inMs(5_000) };
    const expired = await world.newLink(soon);
    const paused = await world.newLink(soon);
    await world.call("PATCH", `${links}/${paused.id}`, { body: { status: "PAUSED" } });
    const exhausted = await world.newLink({ ...soon, maxUses: 1 });
    await world.setUses(exhausted.slug, { count: 1 });
    const later = await world.newLink({ expiresAt: inMs(6_000) });
    world.clock.advance(5_000);
    await Promise.all([world.sweeper.runOnce(), world.sweeper.runOnce()]);
    expect(await endsOf(expired.id)).toEqual(["payment_link.expired"]);
    expect(await endsOf(paused.id)).toEqual(["payment_link.updated", "payment_link.expired"]);
    expect(await endsOf(exhausted.id)).toEqual(["payment_link.exhausted"]);
    expect(await endsOf(later.id)).toEqual([]);
    const read = await world.call("GET", `${links}/${expired.id}`);
    expect(read.body.data).toMatchObject({ linkStatus: "EXPIRED", status: "EXPIRED", version: 2 });
    expect(await world.sweeper.runOnce()).toBe(0);
  });
});
