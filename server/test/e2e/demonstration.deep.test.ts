import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../src/db/database.ts";
import { createDatabase } from "../../src/db/pool.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { quietLog } from "../harness/log.ts";
import { createServiceHome, type ServiceHome, type ServiceProcess } from "../harness/service-process.ts";

/**
 * The merchant « Démonstration » of a first start, shortened to two weeks: made once, in its own time, by the product's
 * own paths, whatever happens to the process meanwhile; and never where it was not asked for.
 */
const PROGRAM = "server/test/programs/small-demonstration.ts";
const MADE_MS_MAX = 180_000;
const DAY_MS = 86_400_000;
const homes: ServiceHome[] = [];
const databases: Database[] = [];

async function newHome(env: Readonly<Record<string, string>> = { DEMO: "on" }): Promise<ServiceHome> {
  const home = await createServiceHome(env);
  homes.push(home);
  return home;
}
async function ownerOf(home: ServiceHome): Promise<Database> {
  const url = await home.ownerUrl();
  const database = createDatabase({ url, max: 2, applicationName: "test", log: quietLog });
  databases.push(database);
  return database;
}
const closeDatabases = () => Promise.all(databases.splice(0).map((database) => database.close()));
afterEach(closeDatabases);
afterAll(() => Promise.all(homes.map((home) => home.remove())));

const stateOf = async (home: ServiceHome): Promise<unknown> =>
  JSON.parse(await readFile(join(home.dataDir, "sandbox.json"), "utf8")).demonstration;

async function untilReady(home: ServiceHome): Promise<void> {
  for (const endMs = performance.now() + MADE_MS_MAX; (await stateOf(home)) !== "READY"; ) {
    if (performance.now() > endMs) throw new Error("the demonstration was never ready");
    await sleep(200);
  }
}

interface Progress {
  readonly partsBegun: number;
  readonly merchantNo: number | null;
}
async function progressOf(owner: Database): Promise<Progress> {
  const [row] = await owner.query<Progress>({
    text: `select d.parts_begun as "partsBegun", n.merchant_no as "merchantNo" from demonstrations d
      left join merchant_numbers n on n.merchant_id = d.merchant_id and n.mode = 'SANDBOX'`,
    values: [],
  });
  if (row === undefined) throw new Error("there is a demonstration");
  return row;
}

/** Every row that a demonstration leaves, counted. */
async function countsOf(owner: Database): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of [
    "merchants",
    "checkout_sessions",
    "charges",
    "refunds",
    "payouts",
    "ledger_transfers",
  ]) {
    const [row] = await owner.query<{ n: number }>({
      text: `select count(*)::int as n from ${table}`,
      values: [],
    });
    counts[table] = row?.n ?? 0;
  }
  return counts;
}

describe("a first start", () => {
  let home: ServiceHome;
  let service: ServiceProcess;
  beforeAll(async () => {
    home = await newHome();
    service = await home.start({ program: PROGRAM });
    expect(await stateOf(home)).toBe("MAKING");
    await untilReady(home);
  }, MADE_MS_MAX);

  it("makes a merchant whose payments lie in the past, of each state, and leaves the other one empty", async () => {
    const owner = await ownerOf(home);
    const { merchantNo } = await progressOf(owner);
    const charges = await owner.query<{ status: string; code: string | null; n: number }>({
      text: `select status, failure_code as code, count(*)::int as n from charges where merchant_no = $1 group by 1, 2`,
      values: [merchantNo],
    });
    const of = (status: string) => charges.filter((each) => each.status === status);
    expect(of("SUCCEEDED")[0]?.n).toBeGreaterThan(80);
    expect(of("FAILED").length, JSON.stringify(charges)).toBeGreaterThan(2);
    const days = await owner.query({
      text: `select distinct created_at::date from ledger_transfers where merchant_no = $1`,
      values: [merchantNo],
    });
    expect(days.length).toBeGreaterThan(10);
    const [span] = await owner.query<{ oldest: number; refunds: number; paidOut: number; uses: number }>({
      text: `select (select min(created_at) from charges where merchant_no = $1) as oldest,
        (select count(*)::int from refunds where merchant_no = $1 and status = 'SUCCEEDED') as refunds,
        (select count(*)::int from payouts where merchant_no = $1 and status = 'PAID') as "paidOut",
        (select sum(uses_count)::int from payment_links where merchant_no = $1) as uses`,
      values: [merchantNo],
    });
    expect(Date.now() - Number(span?.oldest)).toBeGreaterThan(12 * DAY_MS);
    expect(span).toMatchObject({ refunds: expect.any(Number), paidOut: expect.any(Number) });
    expect(
      [span?.refunds, span?.paidOut, span?.uses].every((n) => (n ?? 0) > 0),
      JSON.stringify(span),
    ).toBe(true);
    const [rest] = await owner.query<{ n: number }>({
      text: "select count(*)::int as n from charges where merchant_no <> $1",
      values: [merchantNo],
    });
    expect(rest?.n).toBe(0);
  });

  it("books each payment, refund and payout on the day on which it ended, and nothing of the past today", async () => {
    const owner = await ownerOf(home);
    const { merchantNo } = await progressOf(owner);
    const late = await owner.query({
      text: `select source_type, type, created_at from ledger_transfers t join demonstrations d on true
        where merchant_no = $1 and t.created_at > d.ends_at
          and t.source_id < (select (lpad(to_hex((extract(epoch from d.ends_at) * 1000)::bigint), 12, '0')
            || '70008000000000000000')::uuid)`,
      values: [merchantNo],
    });
    expect(late).toEqual([]);
    const [longest] = await owner.query<{ seconds: number; payouts: number }>({
      text: `select max(extract(epoch from paid_at - sent_at))::int as seconds, count(*)::int as payouts
        from payouts where merchant_no = $1 and status = 'PAID'`,
      values: [merchantNo],
    });
    expect(longest?.payouts).toBeGreaterThan(0);
    expect(longest?.seconds).toBeLessThan(300);
  });

  it("leaves queues alive: held money, an unknown outcome, a dossier, a correction, payouts that wait and money to come", async () => {
    const { operator } = await home.sandbox();
    const call = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${service.origin}/api/v1${path}`, init);
      return (await response.json()).data;
    };
    const { token } = await call("/tenant/sessions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: operator?.email, password: operator?.password }),
    });
    const headers = { authorization: `Bearer ${token}` };
    const held = async () =>
      (await call("/tenant/held-money", { headers }))
        .map(({ reason }: { readonly reason: string }) => reason)
        .toSorted();
    // The second one has had no outcome for three days, by the sandbox's clock.
    await expect.poll(held, { timeout: 30_000 }).toEqual(["AMOUNT_MISMATCH", "UNRESOLVED"]);
    expect(await call("/tenant/ledger/corrections?status=PROPOSED", { headers })).toHaveLength(1);
    const owner = await ownerOf(home);
    const [waiting] = await owner.query({
      text: `select (select count(*)::int from payouts where status = 'PENDING_APPROVAL') as payouts,
        (select count(*)::int from kyb_dossiers where status = 'SUBMITTED') as dossiers,
        (select count(*)::int from webhook_deliveries where status = 'SUCCEEDED') > 0 as delivered,
        (select count(*)::int from webhook_deliveries where status <> 'SUCCEEDED') > 0 as failing,
        (select max(pending) from wallets) > 0 as pending,
        (select settlement_delay_seconds from fee_schedules
          where mode = 'SANDBOX' and method = 'CARD' and currency = 'XOF' order by version desc limit 1) as delay`,
      values: [],
    });
    expect(waiting).toEqual({
      ...{ payouts: 2, dossiers: 1, delivered: true, failing: true },
      ...{ pending: true, delay: 0 },
    });
  });

  it("agrees with its books: invariants hold, and reports add up to the ledger", async () => {
    const owner = await ownerOf(home);
    const { merchantNo } = await progressOf(owner);
    await expectInvariants(owner);
    const sums = async () => {
      const [row] = await owner.query({
        text: `select (select coalesce(sum(amount), 0)::bigint from ledger_transfers where merchant_no = $1 and type = 'CHARGE')
          - (select coalesce(sum(amount), 0)::bigint from report_bookings where merchant_no = $1 and type = 'CHARGE') as money,
          (select count(*) from charges where merchant_no = $1)
          - (select coalesce(sum(n), 0)::bigint from report_attempts where merchant_no = $1)
          - (select count(*) from report_open_charges where merchant_no = $1) as attempts`,
        values: [merchantNo],
      });
      return row;
    };
    await expect.poll(sums, { timeout: 90_000, interval: 1_000 }).toEqual({ money: 0n, attempts: 0n });
  });

  it("shows it to the first owner, beside the own merchant, and leaves no key behind", async () => {
    const owner = await ownerOf(home);
    const [row] = await owner.query({
      text: `select (select count(*)::int from members where removed_at is null) as members,
        (select count(*)::int from api_keys where name in ('Démonstration', 'Demonstration') and revoked_at is null) as keys`,
      values: [],
    });
    expect(row).toEqual({ members: 2, keys: 0 });
  });

  it("stays as it is when the own sandbox is emptied", async () => {
    const owner = await ownerOf(home);
    const { merchantNo } = await progressOf(owner);
    const shown = async () => {
      const [row] = await owner.query({
        text: `select (select count(*)::int from charges where merchant_no = $1) as charges,
          (select count(*)::int from payment_links where merchant_no = $1) as links,
          (select sum(available + pending + held + reserved)::bigint from wallets where merchant_no = $1) as money`,
        values: [merchantNo],
      });
      return row;
    };
    const before = await shown();
    const { apiKey, merchantId } = await home.sandbox();
    const answer = await fetch(`${service.origin}/api/v1/sandbox/reset`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ confirm: merchantId }),
    });
    expect(answer.status, await answer.text()).toBe(200);
    expect(await shown()).toEqual(before);
    expect((await progressOf(owner)).merchantNo).toBe(merchantNo);
    await expectInvariants(owner);
  });

  it("is empty after its own reset, stays on the owner's list, and takes payments as before", async () => {
    const owner = await ownerOf(home);
    const { dashboard, baseUrl } = await home.sandbox();
    const own = {
      "content-type": "application/json",
      "cauris-request": "1",
      origin: new URL(baseUrl).origin,
    };
    const logIn = await fetch(`${baseUrl}/auth/merchant/log-in`, {
      method: "POST",
      headers: own,
      body: JSON.stringify({ email: dashboard?.email, password: dashboard?.password }),
    });
    expect(logIn.status, await logIn.clone().text()).toBe(200);
    const cookie = (logIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const [made] = await owner.query<{ merchantId: string }>({
      text: `select merchant_id as "merchantId" from demonstrations`,
      values: [],
    });
    const merchantId = made?.merchantId ?? "";
    const call = async (method: "GET" | "POST", path: string, body?: unknown) => {
      const headers = { ...own, cookie, "cauris-merchant": merchantId, "cauris-mode": "SANDBOX" };
      const answer = await fetch(`${baseUrl}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { data, error } = await answer.json();
      expect(answer.status, JSON.stringify(error)).toBeLessThan(300);
      return data;
    };
    expect((await call("GET", "/payments/charges?limit=5")).length).toBe(5);
    await call("POST", "/sandbox/reset", { confirm: merchantId });
    for (const list of ["charges", "refunds", "payouts", "links", "beneficiaries"])
      expect(await call("GET", `/payments/${list}?limit=5`), list).toEqual([]);
    const wallets: readonly { readonly available: string }[] = await call("GET", "/payments/wallets");
    expect(wallets.map(({ available }) => Number(available))).toEqual([0]);
    const listed: readonly { readonly id: string }[] = await call("GET", "/auth/merchant/merchants");
    expect(listed.map(({ id }) => id)).toContain(merchantId);
    const session = { amount: "1000", currency: "XOF", title: "Après" };
    expect((await call("POST", "/checkout/sessions", session)).status).toBe("OPEN");
    await expectInvariants(owner);
  });

  it("is not repeated by the next start", async () => {
    const before = await countsOf(await ownerOf(home));
    await closeDatabases();
    await service.stop();
    service = await home.start({ program: PROGRAM });
    expect(await stateOf(home)).toBe("READY");
    // A start makes its checkout page.
    const after = await countsOf(await ownerOf(home));
    expect(after).toEqual({ ...before, checkout_sessions: (before.checkout_sessions ?? 0) + 1 });
    await closeDatabases();
    await service.kill();
  }, 60_000);
});

it("goes on after a kill and after a stop: nothing is made twice, and the books hold", async () => {
  const home = await newHome();
  let killed = 0;
  for (const end of ["kill", "stop"] as const) {
    const service = await home.start({ program: PROGRAM });
    const owner = await ownerOf(home);
    const begun = killed;
    while ((await progressOf(owner)).partsBegun < begun + 4) await sleep(20);
    await closeDatabases();
    const asked = `"time":"${new Date().toISOString()}"`;
    await service[end]();
    // A stop ends the part under way before the database is closed. A busy machine may have said so at the start.
    const troubles = service
      .output()
      .split("\n")
      .filter((line) => line.includes("DatabaseUnavailableError"));
    expect(troubles.filter((line) => (/"time":"[^"]*"/.exec(line)?.[0] ?? "") > asked)).toEqual([]);
    killed = begun + 4;
  }
  const service = await home.start({ program: PROGRAM });
  await untilReady(home);
  const owner = await ownerOf(home);
  const { merchantNo } = await progressOf(owner);
  const twice = await owner.query({
    text: `select reference from checkout_sessions where merchant_no = $1 and reference like 'D-%'
      group by reference having count(*) > 1`,
    values: [merchantNo],
  });
  expect(twice).toEqual([]);
  const [past] = await owner.query<{ n: number }>({
    text: `select count(*)::int as n from checkout_sessions, demonstrations where merchant_no = $1 and created_at < ends_at`,
    values: [merchantNo],
  });
  // A killed part is not played again.
  expect(past?.n).toBeGreaterThan(90);
  expect(past?.n).toBeLessThanOrEqual(120);
  // What was under way at the kill ended in its own time: no booking of the past is of today.
  const [late] = await owner.query<{ n: number }>({
    text: `select count(*)::int as n from ledger_transfers t join charges c on c.merchant_no = t.merchant_no and c.id = t.source_id
      where t.merchant_no = $1 and c.created_at < now() - interval '1 day' and t.created_at > c.created_at + interval '3 days'`,
    values: [merchantNo],
  });
  expect(late?.n).toBe(0);
  await expectInvariants(owner);
  await closeDatabases();
  await service.kill();
}, 300_000);

it("is not made with DEMO=off, nor later for a sandbox that was made without it", async () => {
  const home = await newHome({ DEMO: "off" });
  const first = await home.start({ program: PROGRAM });
  expect(await stateOf(home)).toBeNull();
  await first.stop();
  const second = await home.start({ program: PROGRAM, env: { DEMO: "on" } });
  expect(await stateOf(home)).toBeNull();
  const owner = await ownerOf(home);
  expect(await countsOf(owner)).toMatchObject({ merchants: 1, charges: 0 });
  expect(await owner.query({ text: "select 1 from demonstrations", values: [] })).toEqual([]);
  await closeDatabases();
  await second.kill();
}, 120_000);
