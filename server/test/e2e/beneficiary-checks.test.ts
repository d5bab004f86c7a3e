import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";
import { createPayer, createWire, mtn } from "../simulation/payer.ts";

/** No beneficiary is paid before the provider has confirmed the holder, and unclear cases go to the merchant. */
const seed = testSeed();
const wire = createWire(seed);
const HOUR_MS = 3_600_000;
let test: TestApp;
let walletId: string;
let unique = 0;

beforeAll(async () => {
  test = await startTestApp({ seed, egress: wire.wrap });
  wire.clock = test.clock;
  const payer = createPayer(test);
  const session = await payer.newSession({ amount: "100000" });
  await payer.complete(session.id, mtn("789"));
  await test.advance(4_000);
  walletId = (await wallet()).id;
}, 60_000);
afterAll(() => test?.stop());
afterEach(async () => {
  wire.faults.calm();
  await expectInvariants(test.owner);
});

async function wallet() {
  const { body } = await test.request("GET", "/payments/wallets");
  return body.data.find(({ currency }: { currency: string }) => currency === "XOF");
}
const add = async (body: object) =>
  (
    await test.request("POST", "/payments/beneficiaries", {
      body: { name: "Awa Koné", type: "MOBILE_MONEY", currency: "XOF", ...body },
    })
  ).body.data;
const phone = (suffix: string) => {
  unique += 1;
  return { details: { phone: `+22505${String(unique).padStart(5, "0")}${suffix}`, operator: "MTN" } };
};
const read = async (id: string) => (await test.request("GET", `/payments/beneficiaries/${id}`)).body.data;
const pay = async (beneficiaryId: string, amount = "700") => {
  unique += 1;
  return test.request("POST", "/payments/payouts", {
    headers: { "idempotency-key": `pay ${unique}` },
    body: { walletId, beneficiaryId, amount },
  });
};
const payout = async (id: string) => (await test.request("GET", `/payments/payouts/${id}`)).body.data;
/** Events about a beneficiary, oldest first. */
async function toldOf(id: string): Promise<readonly string[]> {
  const { body } = await test.request("GET", "/payments/beneficiaries");
  expect(body.success).toBe(true);
  const rows = await test.owner.query<{ type: string; data: string }>({
    text: "select type, payload as data from events where type like 'beneficiary.%' order by id",
  });
  return rows.filter(({ data }) => data.includes(id)).map(({ type }) => type);
}

describe(`whose account it is (seed ${seed})`, () => {
  it.each<[string, string, object, readonly string[]]>([
    ["789", "the holder's", { status: "ACTIVE", nameCheck: "MATCH", warnings: [] }, ["beneficiary.verified"]],
    [
      "419",
      "nearly the holder's",
      {
        status: "ACTIVE",
        nameCheck: "CLOSE_MATCH",
        registeredName: "KONE AWA",
        warnings: ["NAME_CLOSE_MATCH"],
      },
      ["beneficiary.verified"],
    ],
    [
      "409",
      "somebody else's",
      {
        status: "REJECTED",
        nameCheck: "MISMATCH",
        rejectionReason: "NAME_MISMATCH",
        payoutsAllowedFrom: null,
      },
      ["beneficiary.rejected"],
    ],
    [
      "429",
      "nobody's",
      { status: "REJECTED", nameCheck: "MISMATCH", rejectionReason: "ACCOUNT_NOT_FOUND" },
      ["beneficiary.rejected"],
    ],
  ])("…%s: %s", async (suffix, _name, expected, told) => {
    const made = await add(phone(suffix));
    expect(made).toMatchObject(expected);
    expect(await toldOf(made.id)).toEqual(told);
  });

  it("a provider that does not answer is asked again, and nobody is paid meanwhile", async () => {
    wire.faults.failNext("TIMEOUT_BEFORE");
    const made = await add(phone("789"));
    expect(made).toMatchObject({
      status: "PENDING_VERIFICATION",
      nameCheck: "UNAVAILABLE",
      payoutsAllowedFrom: null,
    });
    expect((await pay(made.id)).body.error.code).toBe("BENEFICIARY_NOT_ACTIVE");
    expect(await toldOf(made.id)).toEqual([]);
    await test.advance(16_000, 4_000);
    expect(await read(made.id)).toMatchObject({ status: "ACTIVE", nameCheck: "MATCH", version: 2 });
    expect(await toldOf(made.id)).toEqual(["beneficiary.verified"]);
    expect((await pay(made.id)).status).toBe(201);
  });

  it("after three days without an answer it is rejected", async () => {
    const made = await add(phone("439"));
    await test.advance(20_000, 5_000);
    expect(await read(made.id)).toMatchObject({ status: "PENDING_VERIFICATION", version: 1 });
    await test.advance(74 * HOUR_MS, 6 * HOUR_MS);
    expect(await read(made.id)).toMatchObject({
      status: "REJECTED",
      rejectionReason: "NAME_CHECK_UNAVAILABLE",
      version: 2,
    });
    expect(await toldOf(made.id)).toEqual(["beneficiary.rejected"]);
  });

  it("another name is asked about too; one that is not the holder's is refused", async () => {
    const rename = (id: string, name: string) =>
      test.request("PATCH", `/payments/beneficiaries/${id}`, { body: { name } });
    const made = await add(phone("789"));
    wire.faults.failNext("TIMEOUT_BEFORE");
    expect((await rename(made.id, "Awa K.")).body.data).toMatchObject({ status: "PENDING_VERIFICATION" });
    await test.advance(16_000, 4_000);
    expect(await read(made.id)).toMatchObject({ status: "ACTIVE", name: "Awa K.", nameCheck: "MATCH" });
    await test.owner.query({
      text: "update beneficiaries set status = 'ACTIVE', payouts_allowed_from = created_at, rejection_reason = null where status = 'REJECTED' and rejection_reason = 'NAME_MISMATCH'",
    });
    const listed = (await test.request("GET", "/payments/beneficiaries?pageSize=100")).body.data;
    const other = listed.find(
      ({ nameCheck, status }: { nameCheck: string; status: string }) =>
        nameCheck === "MISMATCH" && status === "ACTIVE",
    );
    const refused = await rename(other.id, "Somebody");
    expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, "name"]);
  });
});

describe("a wallet at the provider", () => {
  const walletOf = (pin: string) =>
    test.payerWallets.find((one) => one.pin === pin && one.currency === "XOF");
  const balanceOf = async (id: string) => {
    const uuid = id.replace(/^pw_(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    const [row] = await test.owner.query<{ balance: bigint }>({
      text: "select balance from simulator.wallets where id = $1",
      values: [uuid],
    });
    return row?.balance ?? 0n;
  };

  it("is credited by a payout, once", async () => {
    const to = walletOf("1234")?.walletId ?? "";
    const before = await balanceOf(to);
    const made = await add({ type: "WALLET", details: { walletId: to } });
    expect(made).toMatchObject({
      status: "ACTIVE",
      nameCheck: "MATCH",
      details: { walletId: to, countryCode: null },
    });
    const { id } = (await pay(made.id, "900")).body.data;
    await test.advance(15_000);
    expect(await payout(id)).toMatchObject({ status: "PAID", destination: { type: "WALLET", walletId: to } });
    expect((await balanceOf(to)) - before).toBe(900n);
  });

  it("that is frozen is not paid, and the money is available again", async () => {
    const before = await wallet();
    const made = await add({ type: "WALLET", details: { walletId: walletOf("3456")?.walletId } });
    const { id } = (await pay(made.id)).body.data;
    await test.advance(15_000);
    expect(await payout(id)).toMatchObject({ status: "FAILED", failureCode: "RISK_BLOCKED" });
    expect((await wallet()).available).toBe(before.available);
  });

  it("that is not there is rejected; without its id it is no wallet", async () => {
    const made = await add({ type: "WALLET", details: { walletId: `pw_${"0".repeat(32)}` } });
    expect(made).toMatchObject({ status: "REJECTED", rejectionReason: "ACCOUNT_NOT_FOUND" });
    const { body } = await test.request("POST", "/payments/beneficiaries", {
      body: { name: "Awa", type: "WALLET", currency: "XOF", details: { phone: "+2250500000789" } },
    });
    expect(body.error.details.fields.map(({ path }: { path: string }) => path)).toEqual([
      "details.walletId",
      "details.phone",
    ]);
  });
});

describe("a payout whose outcome nobody tells", () => {
  it("is asked about for 72 hours, then settled by two persons", async () => {
    const before = await wallet();
    // 503 to every call about it, always.
    const made = await add(phone("329"));
    const { id } = (await pay(made.id, "800")).body.data;
    await test.advance(20_000, 5_000);
    const token = async (which: "first" | "second") => (await test.operator(which)).token;
    const settle = async (which: "first" | "second", path: string, body: object = {}) =>
      test.request("POST", path, { apiKey: await token(which), body });
    const verdict = { outcome: "FAILED", reason: "Ticket 9", evidence: "Their report of 24 November" };
    const path = `/tenant/unresolved-payments/${id}/settle-as`;
    expect((await settle("first", path, verdict)).body.error.code).toBe("NOTHING_TO_DECIDE");
    await test.advance(74 * HOUR_MS, 6 * HOUR_MS);
    const [row] = await test.owner.query<{ next: number | null }>({
      text: "select next_check_at as next from payouts where status = 'IN_RECONCILIATION'",
    });
    expect(row).toEqual({ next: null });
    const listed = await test.request("GET", "/tenant/unresolved-payments?type=PAYOUT", {
      apiKey: await token("first"),
    });
    expect(listed.body.data).toMatchObject([{ id, operator: "MTN", needsDecision: true, nextCheckAt: null }]);
    const proposed = await settle("first", path, verdict);
    expect(proposed.body.data).toMatchObject({ status: "PROPOSED", subjectType: "PAYOUT", subjectId: id });
    const confirm = `/tenant/money-decisions/${proposed.body.data.id}/confirm`;
    expect((await settle("first", confirm)).body.error.code).toBe("FOUR_EYES_REQUIRED");
    expect((await settle("second", confirm)).body.data.status).toBe("DONE");
    expect(await payout(id)).toMatchObject({ status: "FAILED", failureCode: "UNKNOWN" });
    expect((await wallet()).available).toBe(before.available);
  });
});
