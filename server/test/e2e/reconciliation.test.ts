import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Id, publicId } from "../../src/kit/ids.ts";
import { createSeededRandom } from "../../src/kit/random.ts";
import { providerReference } from "../../src/modules/payments/index.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** Every difference between a provider's book and ours is found, and nothing else. */
const seed = testSeed();
const HOUR_MS = 3_600_000;
let test: TestApp;
let payer: ReturnType<typeof createPayer>;
let token: string;
let accountId: string;
let startMs: number;
let unique = 0;

beforeAll(async () => {
  test = await startTestApp({ seed });
  payer = createPayer(test);
  token = (await test.operator()).token;
  startMs = test.clock.nowMs();
  const [account] = await test.owner.query<{ id: string }>({
    text: "select id from provider_accounts where mode = 'SANDBOX'",
  });
  accountId = publicId("providerAccount", (account?.id ?? "") as Id<"providerAccount">);
}, 60_000);
afterAll(() => test?.stop());

const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  test.request(method, path, { apiKey: token, headers, ...(body === undefined ? {} : { body }) });
const iso = (ms: number) => new Date(ms).toISOString();
/** From the beginning until an hour from now: everything ever booked. */
const whole = () => ({
  providerAccountId: accountId,
  mode: "SANDBOX",
  from: iso(startMs - HOUR_MS),
  to: iso(test.clock.nowMs() + HOUR_MS),
});
const take = (body: object) => ask("POST", "/tenant/reconciliation/statements", { ...whole(), ...body });
const differencesOf = async (statementId: string, more = "") =>
  (await ask("GET", `/tenant/reconciliation/differences?statementId=${statementId}&pageSize=100${more}`)).body
    .data;
const bookPath = (format: string) =>
  `/tenant/reconciliation/provider-book?${new URLSearchParams({ ...whole(), format })}`;

async function pay(suffix: string, afterMs = 4_000, session: Readonly<Record<string, unknown>> = {}) {
  unique += 1;
  const { id } = await payer.newSession(session);
  const { data } = (await payer.complete(id, mtn(suffix, unique))).body;
  await test.advance(afterMs, 2_000);
  return { id: id as string, chargeId: data.chargeId as string };
}

describe(`the whole circle (seed ${seed})`, () => {
  afterEach(() => expectInvariants(test.owner));

  it("what the provider tells agrees with our books, as its own answer and as a file", async () => {
    const { chargeId } = await pay("789");
    await pay("049");
    // Half of the amount: held, and booked at what arrived.
    await pay("219");
    await test.request("POST", `/payments/charges/${chargeId}/refunds`, {
      body: { amount: "1000" },
      headers: { "idempotency-key": "circle" },
    });
    const beneficiary = await test.request("POST", "/payments/beneficiaries", {
      body: {
        name: "Awa",
        type: "MOBILE_MONEY",
        currency: "XOF",
        details: { phone: "+2250500000789", operator: "MTN" },
      },
    });
    const wallets = (await test.request("GET", "/payments/wallets")).body.data;
    const wallet = wallets.find(({ currency }: { currency: string }) => currency === "XOF");
    const payout = await test.request("POST", "/payments/payouts", {
      body: { walletId: wallet.id, beneficiaryId: beneficiary.body.data.id, amount: "700" },
      headers: { "idempotency-key": "circle" },
    });
    expect(payout.status).toBe(201);
    await test.advance(15_000);
    const book = (await ask("GET", bookPath("json"))).body.data;
    expect(book.lines.map(({ type }: { type: string }) => type).sort()).toEqual([
      "PAYMENT",
      "PAYMENT",
      "PAYOUT",
      "REFUND",
    ]);
    const file = await ask("GET", bookPath("csv"));
    expect(file.headers.get("content-type")).toContain("text/csv");
    const taken = await take({ format: "csv", content: file.body });
    expect(taken.status).toBe(201);
    expect(taken.body.data).toMatchObject({
      object: "provider_statement",
      source: "CSV",
      lineCount: 4,
      matchedCount: 4,
      differenceCount: 0,
      summary: [],
    });
    // With one Idempotency-Key the answer is the same, whatever was accepted since.
    const keyed = { from: iso(startMs - 2 * HOUR_MS), format: "csv", content: file.body };
    const under = (body: object) =>
      ask(
        "POST",
        "/tenant/reconciliation/statements",
        { ...whole(), ...body },
        { "idempotency-key": "take" },
      );
    const [once, twice] = [await under(keyed), await under(keyed)];
    expect(once.body.data).toMatchObject({ ignoredCount: 4, differenceCount: 0 });
    expect([twice.headers.get("idempotency-replayed"), twice.body]).toEqual(["true", once.body]);
    expect((await under({ format: "provider" })).status).toBe(422);
    // The same again, in any format, is the same statement.
    const again = await ask("POST", "/tenant/reconciliation/statements", {
      ...whole(),
      from: taken.body.data.from,
      to: taken.body.data.to,
      format: "lines",
      lines: book.lines,
    });
    expect(again.body.error).toMatchObject({
      code: "STATEMENT_ALREADY_TAKEN",
      details: { statementId: taken.body.data.id },
    });
  });

  it("late money that only the statement tells of comes in when the provider is asked about it", async () => {
    // Fails after 2 s; confirmed a minute later, without a callback.
    const { id } = await pay("379", 10_000);
    await test.advance(120_000, 20_000);
    expect((await payer.status(id)).status).toBe("FAILED");
    const statement = (await take({ format: "provider" })).body.data;
    expect(statement.summary).toEqual([{ kind: "STATUS", currency: "XOF", count: 1, amount: "5000" }]);
    const [difference] = await differencesOf(statement.id);
    expect(difference).toMatchObject({
      kind: "STATUS",
      type: "PAYMENT",
      ours: { status: "FAILED" },
      theirs: { status: "SUCCEEDED" },
      subjectId: (await payer.attempts(id))[0].id,
    });
    const asked = await ask("POST", `/tenant/reconciliation/differences/${difference.id}/ask`, {});
    expect(asked.body.data).toMatchObject({ status: "RESOLVED", ours: { status: "SUCCEEDED" } });
    expect(await payer.status(id)).toMatchObject({ status: "SUCCEEDED", paidLate: true });
    const path = `/tenant/reconciliation/statements/${statement.id}`;
    expect((await ask("GET", path)).body.data).toMatchObject({ differenceCount: 1, openCount: 0 });
    const closed = await ask("POST", `/tenant/reconciliation/differences/${difference.id}/resolve`, {
      note: "x",
    });
    expect([closed.status, closed.body.error.code]).toEqual([409, "DIFFERENCE_RESOLVED"]);
  });

  it("what we know nothing of cannot be asked about, and is closed with a note", async () => {
    const stray = {
      type: "PAYMENT",
      reference: "stray-1",
      transactionId: "STRAY1",
      status: "SUCCEEDED",
      amount: "700",
      currency: "XOF",
      occurredAt: iso(test.clock.nowMs()),
    };
    const from = iso(test.clock.nowMs());
    const statement = (await take({ from, format: "lines", lines: [stray] })).body.data;
    const [difference] = await differencesOf(statement.id);
    expect(difference).toMatchObject({ kind: "MISSING_HERE", subjectId: null, lineNo: 1 });
    const path = `/tenant/reconciliation/differences/${difference.id}`;
    expect((await ask("POST", `${path}/ask`, {})).body.error.code).toBe("DIFFERENCE_NOT_ASKABLE");
    const resolved = await ask("POST", `${path}/resolve`, { note: "Another platform's payment" });
    expect(resolved.body.data).toMatchObject({ status: "RESOLVED", note: "Another platform's payment" });
    expect(await differencesOf(statement.id, "&status=OPEN")).toEqual([]);
  });
});

describe("a statement is refused", () => {
  it.each<[string, object, string]>([
    ["without its content", { format: "csv" }, "content"],
    ["with the content of another format", { format: "csv", content: "x", lines: [] }, "lines"],
    ["that ends before it begins", { format: "provider", to: "2020-01-01T00:00:00Z" }, "to"],
    ["of a year", { format: "provider", from: "2025-01-01T00:00:00Z" }, "to"],
    [
      "with a line outside its period",
      {
        format: "csv",
        content:
          "type,reference,status,amount,currency,occurredAt\nPAYMENT,a,SUCCEEDED,1,XOF,2020-01-01T00:00:00Z",
      },
      "occurredAt",
    ],
  ])("%s", async (_name, body, path) => {
    const { status, body: answer } = await take(body);
    expect([status, answer.error.details.fields[0].path]).toEqual([400, path]);
  });

  it("of an account that is not the tenant's, or of the other mode", async () => {
    expect((await take({ format: "provider", mode: "LIVE" })).status).toBe(404);
    expect(
      (await take({ format: "provider", providerAccountId: "acct_00000000000000000000000000" })).status,
    ).toBe(404);
  });
});

describe("the accounts whose books are compared", () => {
  const path = "/tenant/reconciliation/accounts?mode=SANDBOX";

  it("are told by id and name, and nothing else, to a person who may see nothing else of them", async () => {
    const { email } = await test.operator();
    const permit = (permissions: readonly string[]) =>
      test.owner.query<{ permissions: readonly string[] }>({
        text: "update operators set permissions = $2 where email = $1",
        values: [email, permissions],
      });
    const [before] = await test.owner.query<{ permissions: readonly string[] }>({
      text: "select permissions from operators where email = $1",
      values: [email],
    });
    try {
      await permit(["tenant.reconciliation.read"]);
      expect((await ask("GET", "/tenant/provider-accounts")).status).toBe(403);
      const { status, body } = await ask("GET", path);
      expect([status, body.data]).toEqual([
        200,
        [
          {
            object: "reconciliation_account",
            id: accountId,
            mode: "SANDBOX",
            name: "Built-in simulator",
            takesBankFiles: false,
          },
        ],
      ]);
      await permit(["tenant.audit.read"]);
      expect((await ask("GET", path)).status).toBe(403);
    } finally {
      await permit(before?.permissions ?? []);
    }
  });

  it("of the other mode, or of another tenant, are not among them", async () => {
    expect((await ask("GET", path.replace("SANDBOX", "LIVE"))).body.data).toEqual([]);
    const [other] = await test.owner.query<{ id: string }>({
      text: "insert into tenants (id, name, created_at) values (gen_random_uuid(), 'Other', now()) returning id",
    });
    await test.owner.query({
      text: `insert into sub_tenants select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'tenant_id', $1::uuid))).*
               from sub_tenants s limit 1`,
      values: [other?.id],
    });
    await test.owner.query({
      text: `insert into provider_accounts select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'tenant_id', $1::uuid,
               'name', 'Elsewhere', 'sub_tenant_id', (select id from sub_tenants where tenant_id = $1)))).*
               from provider_accounts a where mode = 'SANDBOX' limit 1`,
      values: [other?.id],
    });
    expect((await ask("GET", path)).body.data.map(({ name }: { name: string }) => name)).toEqual([
      "Built-in simulator",
    ]);
  });
});

describe("F6: 10 000 lines with 50 planted differences", () => {
  const LINES = 10_000;
  const EACH = 10;
  it(`finds 50 of 50, rightly named, and nothing else (seed ${seed})`, async () => {
    const random = createSeededRandom(seed);
    test.clock.advance(2 * HOUR_MS);
    const fromMs = test.clock.nowMs();
    test.clock.advance(HOUR_MS);
    token = (await test.operator()).token;
    const nowMs = test.clock.nowMs();
    const account = await accountUuid();
    // Ours: payments that succeeded, and some that failed.
    const charges = Array.from({ length: LINES }, () => ({
      id: test.app.ids.next("charge"),
      amount: BigInt(100 + Math.floor(random.unit() * 900_000)),
    }));
    const failed = charges.slice(0, EACH / 2);
    await insertCharges(charges, new Set(failed.map(({ id }) => id)), account, nowMs);
    const referenceOf = (id: Id<"charge">) => providerReference(test.merchantNo, id);
    const row = (id: Id<"charge">, amount: bigint, status = "SUCCEEDED") =>
      ["PAYMENT", referenceOf(id), `T-${id}`, status, amount, "XOF", iso(nowMs)].join(",");

    const planted = new Map<string, string>();
    const rows: string[] = [];
    const plant = (kind: string, reference: string) => planted.set(reference, kind);
    for (const [index, { id, amount }] of charges.entries()) {
      if (index < EACH / 2) {
        // Our status is failed, but the provider took the money.
        plant("STATUS", referenceOf(id));
        rows.push(row(id, amount));
      } else if (index < EACH) {
        plant("STATUS", referenceOf(id));
        rows.push(row(id, amount, "FAILED"));
      } else if (index < 2 * EACH) {
        plant("AMOUNT", referenceOf(id));
        rows.push(row(id, amount + 1n));
      } else if (index < 3 * EACH) {
        plant("MISSING_THERE", referenceOf(id));
      } else if (index < 4 * EACH) {
        plant("TWICE", referenceOf(id));
        rows.push(row(id, amount), row(id, amount));
      } else rows.push(row(id, amount));
    }
    for (let index = 0; index < EACH; index += 1) {
      const id = test.app.ids.next("charge");
      plant("MISSING_HERE", referenceOf(id));
      rows.push(row(id, 5_000n));
    }
    // In random order, as providers write them.
    for (let at = rows.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random.unit() * (at + 1));
      [rows[at], rows[other]] = [rows[other] ?? "", rows[at] ?? ""];
    }
    expect(rows.length).toBeGreaterThanOrEqual(LINES);
    expect(planted.size).toBe(50);

    const content = `type,reference,transactionId,status,amount,currency,occurredAt\n${rows.join("\n")}\n`;
    const startedMs = performance.now();
    const taken = await take({ from: iso(fromMs), format: "csv", content });
    const tookMs = performance.now() - startedMs;
    expect(taken.status).toBe(201);
    const statement = taken.body.data;
    expect(statement).toMatchObject({ lineCount: rows.length, differenceCount: 50, openCount: 50 });
    // 10 000 lines minus the differing ones: a booking missing there has no line, and a doubled one has one that
    // matches.
    expect(statement.matchedCount).toBe(rows.length - 40);
    const found = await differencesOf(statement.id);
    expect(
      new Map(found.map((one: { reference: string; kind: string }) => [one.reference, one.kind])),
    ).toEqual(planted);
    expect(
      Object.fromEntries(
        statement.summary.map((one: { kind: string; count: number }) => [one.kind, one.count]),
      ),
    ).toEqual({ AMOUNT: 10, MISSING_HERE: 10, MISSING_THERE: 10, STATUS: 10, TWICE: 10 });
    expect(tookMs).toBeLessThan(20_000);

    // The same period in two overlapping halves: what was reported is not reported again.
    const half = `type,reference,transactionId,status,amount,currency,occurredAt\n${rows.slice(0, 5_000).join("\n")}\n`;
    const second = await take({ from: iso(fromMs), format: "csv", content: half });
    expect(second.body.data).toMatchObject({ lineCount: 5_000, ignoredCount: 5_000 });
    expect(second.body.data.differenceCount).toBe(0);
  }, 60_000);
});

async function accountUuid(): Promise<string> {
  const [row] = await test.owner.query<{ id: string }>({
    text: "select id from provider_accounts where mode = 'SANDBOX'",
  });
  return row?.id ?? "";
}

/** Charges as the payment path leaves them; only their comparison is tested here. */
async function insertCharges(
  charges: readonly { readonly id: string; readonly amount: bigint }[],
  failed: ReadonlySet<string>,
  account: string,
  nowMs: number,
): Promise<void> {
  await test.owner.query({
    text: `
      insert into charges (merchant_no, id, payment_intent_id, session_id, attempt_number, status, amount, currency, wallet_id,
        payment_method, method_details, payer, request_fingerprint, provider_account_id, provider, provider_transaction_id,
        pays, succeeded_at, failed_at, created_at, updated_at)
      select $1, id, id, id, 1, case when failed then 'FAILED' else 'SUCCEEDED' end, amount, 'XOF', id, 'MOBILE_MONEY', '{}',
        '', '', $2, 'simulator', 'T-' || id, not failed, case when failed then null else $3::timestamptz end,
        case when failed then $3::timestamptz end, $3, $3
      from unnest($4::uuid[], $5::bigint[], $6::boolean[]) as c (id, amount, failed)`,
    values: [
      ...[test.merchantNo, account, new Date(nowMs)],
      charges.map(({ id }) => id),
      charges.map(({ amount }) => amount),
      charges.map(({ id }) => failed.has(id)),
    ],
  });
}
