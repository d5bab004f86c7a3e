import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uuidFloor } from "../../src/db/list-days.ts";
import { createInvariantsLoop } from "../../src/invariants/index.ts";
import { type Id, publicId } from "../../src/kit/ids.ts";
import { workKinds } from "../../src/modules/work/kinds.ts";
import { createTenant, logIn } from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { openStream } from "../harness/event-stream.ts";
import { quietLog } from "../harness/log.ts";
import { type Planted, workPlants } from "../harness/work-plants.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** One queue of everything that waits for an operator. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let first: string;
let second: string;
let stranger: string;

beforeAll(async () => {
  test = await startTestApp();
  payer = createPayer(test);
  first = (await test.operator()).token;
  second = (await test.operator("second")).token;
  stranger = (await logIn(test, await createTenant(test, "abroad"), 1)).token;
}, 60_000);
afterAll(() => test?.stop());

const ask = (method: string, path: string, body?: unknown, apiKey = first, headers = {}) =>
  test.request(method, path, { apiKey, headers, ...(body === undefined ? {} : { body }) });
const work = async (query = "", apiKey = first) => {
  const { status, body } = await ask("GET", `/tenant/work${query}`, undefined, apiKey);
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body.data;
};
const rowOf = async (id: string, apiKey = first) =>
  (await work("?limit=200", apiKey)).items.find((item: { id: string }) => item.id === id);
const code = ({ status, body }: { status: number; body: { error: { code: string } | null } }) =>
  status < 400 ? `${status}` : `${status} ${body.error?.code}`;

/** Time passes, and the operators stay logged in. */
async function pass(ms: number): Promise<void> {
  test.clock.advance(ms);
  await test.owner.query({
    text: "update log_in_sessions set last_seen_at = $1, expires_at = $1::timestamptz + interval '1 hour'",
    values: [new Date(test.clock.nowMs())],
  });
}

/** A charge whose provider took half of the amount. */
async function holdMoney(amount: string): Promise<string> {
  const { id } = await payer.newSession({ amount });
  const { data } = (await payer.complete(id, mtn("219"))).body;
  await test.advance(4_000);
  return data.chargeId;
}
const propose = async (path: string, body: unknown): Promise<string> => {
  const answer = await ask("POST", path, body);
  expect([201, 202], JSON.stringify(answer.body.error)).toContain(answer.status);
  return answer.body.data.id;
};

/** How each kind comes about and ends. */
const natural: Readonly<Record<string, () => Promise<Planted>>> = {
  HELD_MONEY: async () => {
    const chargeId = await holdMoney("5000");
    return {
      id: `HELD_MONEY:${chargeId}`,
      detail: "AMOUNT_MISMATCH",
      end: () => ask("POST", `/tenant/held-money/${chargeId}/release`, { reason: "Ticket 1" }),
    };
  },
  UNKNOWN_PAYMENT: async () => {
    const { id } = await payer.newSession();
    const { data } = (await payer.complete(id, mtn("119"))).body;
    const unknown =
      "update charges set unknown_since = $2 where id in (select charge_id from charge_checks) and unknown_since is null returning $1::text";
    await test.owner.query({ text: unknown, values: [data.chargeId, new Date(test.clock.nowMs())] });
    expect(await rowOf(`UNKNOWN_PAYMENT:${data.chargeId}`)).toBeUndefined();
    await pass(15 * MINUTE_MS);
    return {
      id: `UNKNOWN_PAYMENT:${data.chargeId}`,
      detail: "WATCH",
      end: () =>
        test.owner.query({ text: "update charges set unknown_since = null where unknown_since is not null" }),
    };
  },
  MONEY_DECISION: async () => {
    const chargeId = await holdMoney("2000000");
    const id = await propose(`/tenant/held-money/${chargeId}/release`, { reason: "Ticket 2" });
    expect(await rowOf(`HELD_MONEY:${chargeId}`)).toBeUndefined();
    return {
      id: `MONEY_DECISION:${id}`,
      detail: "RELEASE",
      end: () => ask("POST", `/tenant/money-decisions/${id}/reject`, {}, second),
    };
  },
  CHANGE_REQUEST: async () => {
    const body = { mode: "LIVE", method: "CARD", currency: "XOF", basisPoints: 100, fixed: "7" };
    const answer = await ask("PUT", "/tenant/fees", body);
    expect(answer.status, JSON.stringify(answer.body.error)).toBe(202);
    const { id } = answer.body.data;
    return {
      id: `CHANGE_REQUEST:${id}`,
      detail: "SET_FEE_SCHEDULE",
      end: () => ask("POST", `/tenant/change-requests/${id}/withdraw`, {}),
    };
  },
  LEDGER_CORRECTION: async () => {
    const wallets = (await test.request("GET", "/payments/wallets")).body.data;
    const wallet = wallets.find(({ currency }: { currency: string }) => currency === "XOF");
    const id = await propose("/tenant/ledger/corrections", {
      merchantId: test.merchantId,
      mode: "SANDBOX",
      walletId: wallet.id,
      direction: "CREDIT",
      amount: "1500",
      reason: "Rounding",
    });
    return {
      id: `LEDGER_CORRECTION:${id}`,
      detail: "CREDIT",
      end: () => ask("POST", `/tenant/ledger/corrections/${id}/reject`, {}, second),
    };
  },
  BROKEN_INVARIANT: async () => {
    const check = async () => {
      const loop = createInvariantsLoop({
        connect: async () => ({ query: (query) => test.owner.query(query), close: async () => {} }),
        clock: test.clock,
        log: quietLog,
      });
      await loop.runOnce();
    };
    // A payout that left no trace in the books.
    const payout = await workPlants(test).RETURNED_PAYOUT();
    await check();
    const [row] = await test.owner.query<{ name: string; count: bigint }>({
      text: `select name, violation_count as count from invariant_checks where violation_count > 0 order by name limit 1`,
    });
    return {
      id: `BROKEN_INVARIANT:${row?.name}`,
      detail: String(row?.count),
      end: async () => {
        await payout.end();
        await pass(2 * HOUR_MS);
        await check();
      },
    };
  },
};

describe("the queue", () => {
  it.each(workKinds)("has %s from when it waits until it is done, and nobody else's", async (kind) => {
    const plant = natural[kind] ?? workPlants(test)[kind as keyof ReturnType<typeof workPlants>];
    const { id, detail, end } = await plant();
    const row = await rowOf(id);
    // One difference is a row only while somebody has it.
    const takenBy = kind === "DIFFERENCE" ? { name: expect.stringMatching(/\S/) } : null;
    expect(row).toMatchObject({ object: "work_item", kind, detail, takenBy });
    expect(Date.parse(row.due)).toBeGreaterThan(Date.parse(row.since));
    const { counts } = await work();
    expect(counts.find((count: { kind: string }) => count.kind === kind).count).toBeGreaterThan(0);
    if (kind !== "BROKEN_INVARIANT") expect((await work("", stranger)).items).toEqual([]);
    await end();
    expect(await rowOf(id)).toBeUndefined();
  });

  it("shows merchants by name, sums, who proposed, and when it is due", async () => {
    const before = (await work("?kind=HELD_MONEY")).items.length;
    const chargeId = await holdMoney("6000");
    const held = await rowOf(`HELD_MONEY:${chargeId}`);
    expect(held).toMatchObject({
      objectId: chargeId,
      mode: "SANDBOX",
      merchantId: test.merchantId,
      amount: "3000",
      currency: "XOF",
      overdue: false,
      isYours: false,
      endsByHand: false,
    });
    expect(held.merchantName).toMatch(/\S/);
    expect(Date.parse(held.due) - Date.parse(held.since)).toBe(DAY_MS);
    const { id } = (await natural.LEDGER_CORRECTION?.()) ?? { id: "" };
    expect(await rowOf(id)).toMatchObject({
      isYours: true,
      proposedBy: { name: expect.stringMatching(/\S/) },
    });
    expect(await rowOf(id, second)).toMatchObject({ isYours: false });
    const { counts, count } = await work();
    const { items } = await work("?kind=HELD_MONEY");
    const sum = items.reduce((total: number, { amount }: { amount: string }) => total + Number(amount), 0);
    expect(counts.find(({ kind }: { kind: string }) => kind === "HELD_MONEY")).toMatchObject({
      count: before + 1,
      sums: [{ currency: "XOF", amount: String(sum) }],
    });
    expect(count).toBe(counts.reduce((sum: number, one: { count: number }) => sum + one.count, 0));
  });

  it("says what of unknown payments is to watch, and after 72 hours to decide", async () => {
    const { id, end } = (await natural.UNKNOWN_PAYMENT?.()) ?? { id: "", end: async () => {} };
    await pass(72 * HOUR_MS - 15 * MINUTE_MS - 1);
    expect(await rowOf(id)).toMatchObject({ detail: "WATCH", overdue: false });
    await pass(1);
    expect(await rowOf(id)).toMatchObject({ detail: "DECIDE", overdue: true });
    await end();
  });

  it("is narrowed by kind, mode, merchant and who has it, and cut at the limit", async () => {
    const plants = workPlants(test);
    const all = [
      await plants.PROVIDER_ALARM(),
      await plants.ENDPOINT_DISABLED(),
      await plants.ENDPOINT_DISABLED(),
    ];
    const ids = async (query: string) => (await work(query)).items.map(({ id }: { id: string }) => id);
    expect(await ids("?kind=PROVIDER_ALARM")).toEqual([all[0]?.id]);
    expect(await ids("?mode=LIVE&kind=ENDPOINT_DISABLED")).toEqual([]);
    expect((await ids(`?merchantId=${test.merchantId}`)).includes(all[0]?.id)).toBe(false);
    const cut = await work("?kind=ENDPOINT_DISABLED&limit=1");
    expect([cut.items.length, cut.hasMore]).toEqual([1, true]);
    await ask("POST", `/tenant/work/${all[1]?.id}/take`, {});
    expect(await ids("?kind=ENDPOINT_DISABLED&taken=ME")).toEqual([all[1]?.id]);
    expect(await ids("?kind=ENDPOINT_DISABLED&taken=NOBODY")).toEqual([all[2]?.id]);
    for (const { end } of all) await end();
    expect(code(await ask("GET", "/tenant/work?kind=NOTHING"))).toBe("400 VALIDATION_ERROR");
    expect(code(await ask("GET", "/tenant/work?limit=201"))).toBe("400 VALIDATION_ERROR");
  });

  it("leaves out kinds that the operator may not read, also when they are taken", async () => {
    const alarm = await workPlants(test).PROVIDER_ALARM();
    const endpoint = await workPlants(test).ENDPOINT_DISABLED();
    const { email, permissions } = (await ask("GET", "/tenant/me", undefined, second)).body.data;
    const setPermissions = (held: readonly string[]) =>
      test.owner.query({
        text: "update operators set permissions = $2 where email = $1",
        values: [email, held],
      });
    await setPermissions(["tenant.merchants.read", "tenant.fees.manage"]);
    const seen = await work("", second);
    expect(seen.counts.map(({ kind }: { kind: string }) => kind)).toEqual(["ENDPOINT_DISABLED"]);
    expect(code(await ask("POST", `/tenant/work/${alarm.id}/take`, {}, second))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
    expect(code(await ask("POST", `/tenant/work/${endpoint.id}/take`, {}, second))).toBe(
      "403 INSUFFICIENT_PERMISSIONS",
    );
    await setPermissions(["tenant.merchants.manage"]);
    expect(code(await ask("POST", `/tenant/work/${endpoint.id}/take`, {}, second))).toBe("200");
    await setPermissions(permissions);
    await alarm.end();
    await endpoint.end();
  });
});

describe("a row", () => {
  const idOf = async (token: string): Promise<string> =>
    (await ask("GET", "/tenant/me", undefined, token)).body.data.id;

  it("is given to a colleague who may look after it, and not past a third person who is not named", async () => {
    const { id, end } = await workPlants(test).ENDPOINT_DISABLED();
    const path = `/tenant/work/${id}`;
    const [own, colleague] = [await idOf(first), await idOf(second)];
    const { data } = (await ask("GET", `${path}/colleagues`)).body;
    expect(data.map((one: { id: string }) => one.id)).toEqual(expect.arrayContaining([own, colleague]));
    expect(code(await ask("POST", `${path}/assign`, { operatorId: colleague }))).toBe("200");
    expect((await rowOf(id)).takenBy.id).toBe(colleague);
    const audited = (await ask("GET", "/tenant/audit?action=work.assigned")).body.data;
    expect(audited[0]).toMatchObject({ subject: id });
    // The colleague has it: the first takes it back only by naming them.
    expect(code(await ask("POST", `${path}/assign`, { operatorId: own }))).toBe("409 WORK_TAKEN");
    expect(code(await ask("POST", `${path}/assign`, { operatorId: own, from: colleague }))).toBe("200");
    expect(code(await ask("POST", `${path}/assign`, { operatorId: "op_00000000000000000000000000" }))).toBe(
      "409 WORK_COLLEAGUE_UNABLE",
    );
    expect(code(await ask("POST", `${path}/assign`, { operatorId: await idOf(stranger) }))).toBe(
      "409 WORK_COLLEAGUE_UNABLE",
    );
    expect(code(await ask("POST", `${path}/assign`, { operatorId: own }, stranger))).toBe(
      "404 RESOURCE_NOT_FOUND",
    );
    expect(code(await ask("GET", `${path}/colleagues`, undefined, stranger))).toBe("404 RESOURCE_NOT_FOUND");
    await end();
  });

  it("is not given to somebody who may only see it, nor by them", async () => {
    const { id, end } = await workPlants(test).ENDPOINT_DISABLED();
    const {
      email,
      permissions,
      id: colleague,
    } = (await ask("GET", "/tenant/me", undefined, second)).body.data;
    const permit = (held: readonly string[]) =>
      test.owner.query({
        text: "update operators set permissions = $2 where email = $1",
        values: [email, held],
      });
    await permit(["tenant.merchants.read", "tenant.fees.manage"]);
    const path = `/tenant/work/${id}`;
    const refused = await ask("POST", `${path}/assign`, { operatorId: colleague });
    expect(code(refused)).toBe("409 WORK_COLLEAGUE_UNABLE");
    const { data } = (await ask("GET", `${path}/colleagues`)).body;
    expect(data.map((one: { id: string }) => one.id)).not.toContain(colleague);
    const body = { operatorId: await idOf(first) };
    expect(code(await ask("POST", `${path}/assign`, body, second))).toBe("403 INSUFFICIENT_PERMISSIONS");
    expect(code(await ask("GET", `${path}/colleagues`, undefined, second))).toBe(
      "403 INSUFFICIENT_PERMISSIONS",
    );
    await permit(permissions);
    await end();
  });

  it("of one difference is there from when it is given to somebody until it is given back", async () => {
    const { id, end } = await workPlants(test).DIFFERENCE();
    await end();
    expect(await rowOf(id)).toBeUndefined();
    const path = `/tenant/work/${id}`;
    expect(code(await ask("POST", `${path}/assign`, { operatorId: await idOf(second) }))).toBe("200");
    expect(await rowOf(id, second)).toMatchObject({ kind: "DIFFERENCE", amount: "7000", currency: "XOF" });
    expect((await work("?taken=ME", second)).items.map((one: { id: string }) => one.id)).toContain(id);
    expect(code(await ask("POST", `${path}/give-back`, {}, second))).toBe("200");
    expect(await rowOf(id, second)).toBeUndefined();
  });

  it("is taken by one of two who want it at the same time; the other sees who has it", async () => {
    const { id, end } = await workPlants(test).ENDPOINT_DISABLED();
    const path = `/tenant/work/${id}/take`;
    const answers = await Promise.all([ask("POST", path, {}), ask("POST", path, {}, second)]);
    expect(answers.map(code).sort()).toEqual(["200", "409 WORK_TAKEN"]);
    const [won, lost] = answers[0]?.status === 200 ? [first, second] : [second, first];
    const refused = answers.find(({ status }) => status === 409);
    const holder = (await rowOf(id)).takenBy;
    expect(refused?.body.error.details.takenBy).toEqual(holder);
    expect(code(await ask("POST", path, {}, won))).toBe("200");
    expect((await ask("GET", `/tenant/work/${id}`, undefined, lost)).body.data).toEqual(
      await rowOf(id, lost),
    );
    expect(code(await ask("POST", `/tenant/work/${id}/give-back`, {}, lost))).toBe("409 WORK_NOT_TAKEN");
    const over = await ask("POST", path, { from: holder.id }, lost);
    expect([code(over), over.body.data.takenBy.id === holder.id]).toEqual(["200", false]);
    expect(code(await ask("POST", path, { from: holder.id }, won))).toBe("409 WORK_TAKEN");
    expect((await ask("POST", `/tenant/work/${id}/give-back`, {}, lost)).body.data.takenBy).toBeNull();
    const acts = await test.owner.query<{ action: string }>({
      text: "select action from audit_log where subject = $1 order by sequence",
      values: [id],
    });
    expect(acts.map(({ action }) => action)).toEqual(["work.taken", "work.taken", "work.given_back"]);
    await end();
  });

  it("that nothing ends leaves when somebody has seen to it, and comes back, free, when it happens again", async () => {
    const { id, end } = await workPlants(test).ENDPOINT_DISABLED();
    await ask("POST", `/tenant/work/${id}/take`, {});
    expect(code(await ask("POST", `/tenant/work/${id}/done`, {}, second))).toBe("200");
    expect(await rowOf(id)).toBeUndefined();
    expect(code(await ask("POST", `/tenant/work/${id}/done`, {}))).toBe("404 RESOURCE_NOT_FOUND");
    await pass(MINUTE_MS);
    await test.owner.query({
      text: "update webhook_endpoints set updated_at = $1 where status = 'DISABLED'",
      values: [new Date(test.clock.nowMs())],
    });
    expect(await rowOf(id)).toMatchObject({ takenBy: null, endsByHand: true });
    await end();
  });

  it.each([
    [
      "of another tenant's queue",
      async () => (await workPlants(test).ENDPOINT_DISABLED()).id,
      () => stranger,
      "404 RESOURCE_NOT_FOUND",
    ],
    [
      "that does not wait",
      async () => "PROVIDER_ALARM:alarm_06f4c1n9k3v7x2m5t8b1d6q4r0",
      () => first,
      "404 RESOURCE_NOT_FOUND",
    ],
    ["that is none", async () => "HELD_MONEY", () => first, "404 RESOURCE_NOT_FOUND"],
    ["of no kind", async () => "A:ch_06f4c1n9k3v7x2m5t8b1d6q4r0", () => first, "404 RESOURCE_NOT_FOUND"],
  ])("%s is not found", async (_name, idOf, caller, expected) => {
    const id = await idOf();
    expect(code(await ask("GET", `/tenant/work/${id}`, undefined, caller()))).toBe(expected);
    for (const act of ["take", "give-back", "done"])
      expect(code(await ask("POST", `/tenant/work/${id}/${act}`, {}, caller()))).toBe(expected);
  });

  it("that ends by itself cannot be called done", async () => {
    const { id, end } = await workPlants(test).PROVIDER_ALARM();
    expect(code(await ask("POST", `/tenant/work/${id}/done`, {}))).toBe("409 WORK_ENDS_BY_ITSELF");
    await end();
  });
});

describe("what waits without a person", () => {
  const health = async (query = "", apiKey = first) =>
    (await ask("GET", `/tenant/webhook-health${query}`, undefined, apiKey)).body.data;
  const queues = async () => (await ask("GET", "/tenant/background-work")).body.data.queues;
  const FAILING_FOR_MS = 20 * MINUTE_MS;
  const failingEndpoint = async () => {
    const id = test.app.ids.uuid() as Id<"webhookEndpoint">;
    await test.owner.query({
      text: `insert into webhook_endpoints
               (merchant_no, id, url, events, status, secret, proved_at, failing_since, created_at, updated_at)
             values ($1, $2, 'https://shop.example/?token=x', '{*}', 'ACTIVE', '\\x00', $3, $3, $3, $3)`,
      values: [test.merchantNo, id, new Date(test.clock.nowMs() - FAILING_FOR_MS)],
    });
    return id;
  };

  it("an endpoint that fails is counted and named with its merchant, for its own tenant and mode only", async () => {
    const before = await health();
    const id = await failingEndpoint();
    const after = await health();
    expect(after).toMatchObject({ object: "webhook_health", mode: "SANDBOX" });
    expect(after.endpoints).toEqual({ ...before.endpoints, failing: before.endpoints.failing + 1 });
    expect(after.failing).toEqual([
      ...before.failing,
      {
        endpointId: publicId("webhookEndpoint", id),
        merchantId: test.merchantId,
        merchantName: expect.any(String),
        failingSince: new Date(test.clock.nowMs() - FAILING_FOR_MS).toISOString(),
      },
    ]);
    const nothing = { active: 0, failing: 0, paused: 0, unverified: 0, disabled: 0 };
    expect(await health("?mode=LIVE")).toMatchObject({ endpoints: nothing, failing: [] });
    expect(await health("", stranger)).toMatchObject({ endpoints: nothing, failing: [] });
    await test.owner.query({ text: "delete from webhook_endpoints where id = $1", values: [id] });
  });

  it("the endpoints that did not accept an event are counted by day, with those that have failed since", async () => {
    const nowMs = test.clock.nowMs();
    const byDay = async (query = "", apiKey = first): Promise<number[]> =>
      (await health(query, apiKey)).failingByDay;
    const before = await byDay();
    expect(before).toHaveLength(30);
    const [working, switchedOff, failing] = [
      await failingEndpoint(),
      await failingEndpoint(),
      await failingEndpoint(),
    ];
    const change = (set: string, id: string, values: readonly unknown[] = []) =>
      test.owner.query({
        text: `update webhook_endpoints set ${set} where id = $1`,
        values: [id, ...values],
      });
    await change("failing_since = null", working);
    await change("failing_since = $2", failing, [new Date(nowMs - 1.5 * DAY_MS)]);
    await change("failing_since = null, status = 'DISABLED', disabled_reason = 'REQUESTED'", switchedOff);
    const deliver = (endpoint: string, daysAgo: number, status: string, type = "payment.succeeded") =>
      test.owner.query({
        text: `insert into webhook_deliveries (merchant_no, id, endpoint_id, event_id, event_type, subject_id, sequence,
                 status, created_at, updated_at)
               values ($1, $2, $3, $4, $5, $2, 1, $6, $7, $7)`,
        values: [
          test.merchantNo,
          test.app.ids.uuid(),
          endpoint,
          uuidFloor(nowMs - daysAgo * DAY_MS),
          type,
          status,
          new Date(nowMs),
        ],
      });
    await deliver(working, 3.5, "FAILED");
    await deliver(working, 3.4, "CANCELLED");
    await deliver(working, 5.5, "SUCCEEDED");
    await deliver(working, 7.5, "FAILED", "endpoint.ping");
    await deliver(working, 31, "FAILED");
    await deliver(switchedOff, 9.5, "CANCELLED");
    const added = (await byDay()).map((count, place) => count - (before[place] ?? 0));
    const expected = Array.from({ length: 30 }, () => 0);
    for (const daysAgo of [1, 2, 4]) expected[30 - daysAgo] = 1;
    expect(added).toEqual(expected);
    expect(Math.max(...(await byDay("?mode=LIVE")), ...(await byDay("", stranger)))).toBe(0);
    const ids = [working, switchedOff, failing];
    await test.owner.query({
      text: "delete from webhook_deliveries where endpoint_id = any ($1)",
      values: [ids],
    });
    await test.owner.query({ text: "delete from webhook_endpoints where id = any ($1)", values: [ids] });
  });

  it("work of each kind is counted as the metrics count it, with the age of the oldest", async () => {
    const id = test.app.ids.uuid();
    await test.owner.query({
      text: `insert into mails (id, tenant_id, kind, status, content, due_at, created_at)
             select $1, tenant_id, 'test', 'WAITING', '\\x00', $2, $2 from merchants where id = $3`,
      values: [id, new Date(test.clock.nowMs() - 30 * DAY_MS), test.merchantId],
    });
    await pass(MINUTE_MS);
    const shown: readonly { kind: string; due: number; oldestDueSeconds: number | null }[] = await queues();
    const gauges = await test.app.readGauges();
    const valuesOf = (name: string) =>
      new Map(
        gauges.find((gauge) => gauge.name === name)?.values.map(({ labels, value }) => [labels.kind, value]),
      );
    const due = valuesOf("cauris_jobs_due");
    due.delete("webhook_deliveries");
    expect(new Map(shown.map((queue) => [queue.kind, queue.due]))).toEqual(due);
    expect(shown[0]).toMatchObject({ kind: "mails", oldestDueSeconds: (30 * DAY_MS + MINUTE_MS) / 1_000 });
    await test.owner.query({ text: "delete from mails where id = $1", values: [id] });
  });
});

describe("how queues went", () => {
  const read = () => test.app.loops.queueAges?.runOnce();
  const ages = async (query = "?mode=SANDBOX", apiKey = first) =>
    (await ask("GET", `/tenant/queue-ages${query}`, undefined, apiKey)).body.data;
  const rows = async () =>
    (await test.owner.query<{ n: number }>({ text: "select count(*)::int as n from queue_ages" }))[0]?.n ?? 0;
  const latest = (values: readonly (number | null)[]) => values.at(-1);

  it("is kept every five minutes by one process, with the greatest age of each half hour", async () => {
    await pass(HOUR_MS);
    await read();
    const before = await rows();
    await read();
    expect(await rows()).toBe(before);

    const { end } = await workPlants(test).PROVIDER_ALARM();
    const since = (await work("?kind=PROVIDER_ALARM")).items[0].since;
    await pass(2 * HOUR_MS);
    await read();
    const age = Math.round((test.clock.nowMs() - Date.parse(since)) / 1_000);
    const shown = await ages();
    expect(shown).toMatchObject({ object: "queue_ages", mode: "SANDBOX", intervalSeconds: 1_800 });
    expect(shown.work).toHaveLength(96);
    expect(latest(shown.work)).toBeGreaterThanOrEqual(age);
    expect(latest(shown.webhooks)).toBe(0);
    // Nobody looked an hour ago: that is not the same as nothing waited.
    expect(shown.work.at(-3)).toBeNull();
    await end();
  });

  it("says nothing of another tenant's work, nor of kinds that the reader may not read", async () => {
    const { end } = await workPlants(test).PROVIDER_ALARM();
    await pass(10 * HOUR_MS);
    await read();
    expect(latest((await ages()).work)).toBeGreaterThan(9 * 3_600);
    expect(latest((await ages("?mode=SANDBOX", stranger)).work)).toBe(0);
    const rights = (list: string) =>
      test.owner.query({ text: "update operators set permissions = $1", values: [list] });
    const [kept] = await test.owner.query<{ permissions: string }>({
      text: "select permissions::text from operators limit 1",
    });
    await rights("{tenant.merchants.read}");
    expect(await ages()).toMatchObject({ background: null, webhooks: expect.any(Array) });
    await rights("{tenant.audit.read}");
    expect((await ask("GET", "/tenant/queue-ages?mode=SANDBOX")).status).toBe(403);
    await rights(kept?.permissions ?? "");
    await end();
  });

  it("is forgotten after two days", async () => {
    await pass(49 * HOUR_MS);
    await read();
    const [oldest] = await test.owner.query<{ atMs: number }>({
      text: 'select min(read_at) as "atMs" from queue_ages',
    });
    expect(test.clock.nowMs() - Number(oldest?.atMs)).toBeLessThanOrEqual(5 * MINUTE_MS);
    expect((await ages()).work.filter((age: number | null) => age !== null)).toHaveLength(1);
  });
});

describe("an open page of operators", () => {
  const look = () => test.app.loops.live?.runOnce();
  const open = (apiKey: string) =>
    openStream(`${test.baseUrl}/tenant/live`, { authorization: `Bearer ${apiKey}` });
  const alarms = ({ counts }: { counts: readonly { kind: string; count: number }[] }) =>
    counts.find(({ kind }) => kind === "PROVIDER_ALARM")?.count ?? 0;

  it("is told how much waits, again when it changes, and nothing of another tenant", async () => {
    const [own, theirs] = [await open(first), await open(stranger)];
    const [begin] = await own.until(({ length }) => length === 1);
    expect(begin?.data).toMatchObject({ type: "work", id: null });
    await theirs.until(({ length }) => length === 1);
    const { end } = await workPlants(test).PROVIDER_ALARM();
    await pass(2_000);
    await look();
    const told = await own.until(({ length }) => length === 2);
    expect(alarms(told[1]?.data)).toBe(alarms(begin?.data) + 1);
    const asked = await ask("GET", "/tenant/live");
    expect(asked.body.data.counts).toEqual(told[1]?.data.counts);
    await pass(2_000);
    await look();
    expect(await own.until(() => true)).toHaveLength(2);
    expect(await theirs.until(() => true)).toHaveLength(1);
    await end();
    for (const stream of [own, theirs]) {
      stream.close();
      await stream.ended;
    }
  });

  it("ends when the operator logs out, and is refused to strangers", async () => {
    const login = await test.operator("second");
    const stream = await open(login.token);
    expect((await ask("DELETE", "/tenant/sessions/current", undefined, login.token)).status).toBe(200);
    await pass(2_000);
    await look();
    await stream.ended;
    expect((await open("svc_op_x")).response.status).toBe(401);
    expect((await openStream(`${test.baseUrl}/tenant/live`, {})).response.status).toBe(401);
  });
});
