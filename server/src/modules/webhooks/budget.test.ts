import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Caller } from "../../http/route.ts";
import { type Id, parsePublicId } from "../../kit/ids.ts";
import { ASKED_PER_HOUR, ASKED_PER_HOUR_UNPROVED, budgetAt, REGISTERED_PER_HOUR } from "./budget.ts";
import { takeReplayLock } from "./budget-store.ts";
import { createSite, type Site } from "./test-http.ts";
import type { World } from "./test-setup.ts";

const HOUR_MS = 3_600_000;
const now = Date.UTC(2026, 10, 21, 10);

describe("a budget", () => {
  it.each([
    ["nothing was asked for", null, 5_000],
    ["it has been full for a while", now - 1, 5_000],
    ["one was asked for", now + 720, 4_999],
    ["half an hour's", now + HOUR_MS / 2, 2_500],
    ["all", now + HOUR_MS, 0],
  ])("%s", (_name, fullAtMs, room) => {
    expect(budgetAt(fullAtMs, true, now)).toMatchObject({ room, costMs: 720 });
  });

  it("is a fiftieth for an address that has accepted nothing", () => {
    expect(budgetAt(null, false, now)).toMatchObject({ room: 100, costMs: 36_000 });
  });

  it("tells a caller that has spent its budget when enough of it is back", () => {
    const spent = budgetAt(now + HOUR_MS, true, now);
    expect(spent.retryAfterSeconds).toBe(72);
    expect(budgetAt(now + HOUR_MS, true, now + spent.retryAfterSeconds * 1_000).room).toBe(100);
  });

  it("is at most empty after the clock was a day ahead", () => {
    expect(budgetAt(now + 24 * HOUR_MS, true, now)).toMatchObject({ room: 0, retryAfterSeconds: 72 });
  });
});

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
  ({ owner } = await site.renew());
});
const at = (id: string) => `/webhook-endpoints/${id}`;
const everything = () => ({ from: new Date(world.clock.nowMs() - HOUR_MS).toISOString() });
const replay = (id: string, body: object = everything()) => call("POST", `${at(id)}/replay`, { body });
const keyOf = (id: string) => ({
  merchantNo: owner.merchantNo,
  id: parsePublicId("webhookEndpoint", id) as Id<"webhookEndpoint">,
});
const refusal = ({ status, code }: Awaited<ReturnType<Site["call"]>>) => [status, code];
/** Uses up the budget as if this many had been sent. */
async function spent(id: string, count: number): Promise<void> {
  await world.owner.query({
    text: "update webhook_endpoints set budget_full_at = $2 where id = $1",
    values: [keyOf(id).id, new Date(world.clock.nowMs() + (count * HOUR_MS) / ASKED_PER_HOUR)],
  });
}
const proved = async (path: string): Promise<string> => (await world.newEndpoint(owner, path)).id;

describe("an address that has accepted nothing", () => {
  it("gets no replay until it has answered a ping with 2xx", async () => {
    await world.emit(owner, [{}, {}]);
    world.clock.advance(1_000);
    const { id } = await world.registerEndpoint(owner, "/new");
    expect(refusal(await replay(id))).toEqual([409, "WEBHOOK_ENDPOINT_UNPROVED"]);

    world.receiver.answer("/new", (response) => response.writeHead(404).end());
    await world.drain();
    expect(refusal(await replay(id))).toEqual([409, "WEBHOOK_ENDPOINT_UNPROVED"]);
    expect(world.receiver.at("/new")).toHaveLength(1);

    world.receiver.answer("/new", (response) => response.end());
    await call("POST", `${at(id)}/ping`);
    await world.drain();
    expect((await replay(id)).data).toMatchObject({ matched: 2, replayed: 2 });
  });

  it("is not proved by what another address of the endpoint accepted", async () => {
    const id = await proved("/first");
    await world.emit(owner, [{}]);
    await world.drain();
    expect((await replay(id)).status).toBe(200);
    await call("PATCH", at(id), { body: { url: `${world.receiver.origin}/second` } });
    expect(refusal(await replay(id))).toEqual([409, "WEBHOOK_ENDPOINT_UNPROVED"]);
    await call("PATCH", at(id), { body: { description: "the same address" } });
    expect(refusal(await replay(id))).toEqual([409, "WEBHOOK_ENDPOINT_UNPROVED"]);
  });

  it("gets a replay of no events without having answered a ping", async () => {
    const { id } = await world.registerEndpoint(owner, "/quiet");
    expect((await replay(id)).data).toMatchObject({ matched: 0, replayed: 0, nextCursor: null });
  });

  it("gets a hundred pings and resends in an hour, and then one every 36 seconds", async () => {
    const { id } = await world.registerEndpoint(owner, "/dead");
    world.receiver.answer("/dead", (response) => response.writeHead(500).end());
    await spent(id, ASKED_PER_HOUR - ASKED_PER_HOUR / ASKED_PER_HOUR_UNPROVED);
    const ping = await call("POST", `${at(id)}/ping`);
    expect(ping.status).toBe(201);
    const again = await call("POST", `${at(id)}/ping`);
    expect(refusal(again)).toEqual([429, "WEBHOOK_BUDGET_SPENT"]);
    expect(again.headers["retry-after"]).toBe("72");
    const resend = await call("POST", `${at(id)}/deliveries/${ping.data.id}/resend`);
    expect(refusal(resend)).toEqual([429, "WEBHOOK_BUDGET_SPENT"]);
    world.clock.advance(36_000);
    expect((await call("POST", `${at(id)}/deliveries/${ping.data.id}/resend`)).status).toBe(200);
    expect(refusal(await call("POST", `${at(id)}/ping`))).toEqual([429, "WEBHOOK_BUDGET_SPENT"]);
  });
});

describe("replays to one endpoint", () => {
  it("are bounded by what is left of its hour, go on from the cursor, and come back with the time", async () => {
    const id = await proved("/bounded");
    const other = await proved("/other");
    await world.emit(
      owner,
      Array.from({ length: 10 }, (_none, index) => ({ sequence: index + 1 })),
    );
    await world.drain();
    await spent(id, ASKED_PER_HOUR - 6);
    const body = everything();
    const first = await replay(id, body);
    expect(first.data).toMatchObject({ matched: 6, replayed: 6, nextCursor: expect.any(String) });
    const rest = { ...body, startingAfter: first.data.nextCursor };
    const refused = await replay(id, rest);
    expect(refusal(refused)).toEqual([429, "WEBHOOK_BUDGET_SPENT"]);
    expect(refused.headers["retry-after"]).toBe("72");
    // Each endpoint has its own.
    expect((await replay(other, body)).data).toMatchObject({ matched: 10 });

    world.clock.advance(72_000);
    expect((await replay(id, rest)).data).toMatchObject({ matched: 4, replayed: 4, nextCursor: null });
    await world.drain();
    expect(world.receiver.at("/bounded")).toHaveLength(10 + 10);
  });

  it("cost no budget for deliveries that are pending anyway, nor for a repeated request", async () => {
    const id = await proved("/again");
    await world.emit(owner, [{}, {}]);
    await world.drain();
    await spent(id, ASKED_PER_HOUR - 2);
    const body = everything();
    const idempotencyKey = crypto.randomUUID();
    const once = await call("POST", `${at(id)}/replay`, { body, idempotencyKey });
    expect(once.data).toMatchObject({ matched: 2, replayed: 2 });
    const repeated = await call("POST", `${at(id)}/replay`, { body, idempotencyKey });
    expect([repeated.status, repeated.headers["idempotency-replayed"]]).toEqual([200, "true"]);
    world.clock.advance(2_000);
    expect((await replay(id, body)).data).toMatchObject({ matched: 2, replayed: 0 });
    expect((await replay(id, body)).data).toMatchObject({ matched: 2, replayed: 0 });
  });

  it("run one at a time per endpoint: a second one is refused, one to another endpoint is not", async () => {
    const id = await proved("/busy");
    const other = await proved("/free");
    await world.db.transaction(async (tx) => {
      await takeReplayLock(tx, keyOf(id));
      const refused = await replay(id);
      expect(refusal(refused)).toEqual([409, "WEBHOOK_REPLAY_IN_PROGRESS"]);
      expect(refused.headers["retry-after"]).toBe("1");
      expect((await replay(other)).status).toBe(200);
    });
    expect((await replay(id)).status).toBe(200);
  });

  it("that come together never take more than the budget has", async () => {
    const id = await proved("/crowd");
    await world.emit(
      owner,
      Array.from({ length: 8 }, () => ({})),
    );
    await world.drain();
    await spent(id, ASKED_PER_HOUR - 5);
    const body = everything();
    const answers = await Promise.all(Array.from({ length: 6 }, () => replay(id, body)));
    const sent = answers.reduce((sum, { status, data }) => sum + (status === 200 ? data.replayed : 0), 0);
    expect(sent).toBe(5);
    for (const { status } of answers) expect([200, 409, 429]).toContain(status);
  });
});

describe("a merchant that registers endpoints and deletes them again", () => {
  it("is sent a hundred pings in an hour, and is told when to go on", async () => {
    const register = () =>
      call("POST", "/webhook-endpoints", { body: { url: "https://shop.example/hooks" } });
    for (let count = 0; count < REGISTERED_PER_HOUR; count += 1) {
      const { status, data } = await register();
      expect(status).toBe(201);
      await call("DELETE", at(data.id));
      if (count === 0) world.clock.advance(600_000);
    }
    const refused = await register();
    expect(refusal(refused)).toEqual([429, "WEBHOOK_BUDGET_SPENT"]);
    expect(refused.headers["retry-after"]).toBe("3000");
    world.clock.advance(3_000_000);
    expect((await register()).status).toBe(201);
    expect(refusal(await register())).toEqual([429, "WEBHOOK_BUDGET_SPENT"]);
  });

  it("cannot ask more by giving an endpoint other addresses", async () => {
    const { id } = await world.registerEndpoint(owner, "/moving");
    await spent(id, ASKED_PER_HOUR - ASKED_PER_HOUR / ASKED_PER_HOUR_UNPROVED);
    const move = (path: string) =>
      call("PATCH", at(id), { body: { url: `${world.receiver.origin}${path}` } });
    expect((await move("/moved/1")).status).toBe(200);
    expect(refusal(await move("/moved/2"))).toEqual([429, "WEBHOOK_BUDGET_SPENT"]);
    expect((await call("GET", at(id))).data.url).toBe(`${world.receiver.origin}/moved/1`);
  });
});
