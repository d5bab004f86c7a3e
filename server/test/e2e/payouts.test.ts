import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import { checkDigits } from "../../src/kit/bank-account.ts";
import { type MerchantNo, parsePublicId } from "../../src/kit/ids.ts";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { testSeed } from "../harness/seed.ts";

/** Money out: accepted only while it is there, sent once, and booked as the provider says in the end. */
const seed = testSeed();
let test: TestApp;
let walletId: string;
/** Another key of the merchant: who approves. */
let secondKey: string;
let unique = 0;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  test = await startTestApp({ seed });
  walletId = (await wallet()).id;
  secondKey = await newKey(test.merchantNo);
  await earn(2_000_000n);
}, 60_000);
afterAll(() => test?.stop());
afterEach(() => expectInvariants(test.owner));

const data = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body.error)).toBeLessThan(300);
  return answer.body.data;
};
const code = ({ status, body }: Answer) => `${status} ${body.error?.code}`;

async function newKey(merchantNo: MerchantNo, permissions = allPermissions): Promise<string> {
  const made = await test.db.transaction((tx) =>
    test.app.access.createApiKey(tx, { merchantNo, name: "second", permissions }, systemActor),
  );
  return made.key.reveal();
}

async function wallet(currency = "XOF") {
  const wallets: readonly { id: string; currency: string }[] = data(
    await test.request("GET", "/payments/wallets"),
  );
  const found = wallets.find((each) => each.currency === currency);
  if (found === undefined) throw new Error(`there is a wallet in ${currency}`);
  return data(await test.request("GET", `/payments/wallets/${found.id}`));
}

/** A payment of this amount, so that there is something to pay out. */
async function earn(amount: bigint): Promise<void> {
  const session = data(
    await test.request("POST", "/checkout/sessions", {
      body: { amount: `${amount}`, currency: "XOF", title: "Order" },
    }),
  );
  await test.request("POST", `/checkout/pay/${session.id}/complete`, {
    apiKey: null,
    body: { paymentMethod: "MOBILE_MONEY", paymentDetails: { phone: "+2250500000789", operator: "MTN" } },
  });
  await test.advance(6_000);
}

const mobile = (phone: string) => ({
  name: "Awa Koné",
  type: "MOBILE_MONEY",
  details: { phone, operator: "MTN" },
  currency: "XOF",
});
const bank = (iban: string, currency = "XOF") => ({
  name: "SARL Baobab",
  type: "BANK_ACCOUNT",
  details: { iban, bankName: "Banque" },
  currency,
});

const addBeneficiary = (body: unknown, apiKey = test.apiKey) =>
  test.request("POST", "/payments/beneficiaries", { body, apiKey });
const beneficiaryId = async (phone = "+2250500000789"): Promise<string> =>
  data(await addBeneficiary(mobile(phone))).id;

function askPayout(to: string, amount: string, more: object = {}, apiKey = test.apiKey): Promise<Answer> {
  unique += 1;
  return test.request("POST", "/payments/payouts", {
    apiKey,
    headers: { "idempotency-key": `payout ${unique}` },
    body: { walletId, beneficiaryId: to, amount, ...more },
  });
}
const payout = async (id: string) => data(await test.request("GET", `/payments/payouts/${id}`));

async function eventsOf(id: string): Promise<readonly { type: string; sequence: number }[]> {
  return test.db.query({
    text: `select type, sequence from events where payload::json -> 'data' ->> 'id' = $1 order by sequence`,
    values: [id],
  });
}
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }) => type);

describe("a beneficiary", () => {
  it("of mobile money is ACTIVE at once in the sandbox, its phone sealed and shown masked", async () => {
    const made = data(
      await addBeneficiary({
        ...mobile("05 00 00 07 89"),
        details: { phone: "05 00 00 07 89", countryCode: "CI" },
      }),
    );
    expect(made).toMatchObject({
      object: "beneficiary",
      mode: "SANDBOX",
      status: "ACTIVE",
      details: { phone: "+225 05 ** ** ** 89", operator: "MTN", countryCode: "CI", iban: null },
      version: 1,
      payoutsAllowedFrom: made.createdAt,
    });
    expect(data(await test.request("GET", `/payments/beneficiaries/${made.id}`))).toEqual(made);
    expect(await eventsOf(made.id)).toEqual([{ type: "beneficiary.verified", sequence: 1 }]);
    const id = parsePublicId("beneficiary", made.id);
    const [row] = await test.owner.query<{ text: string }>({
      text: "select b::text as text from beneficiaries b where id = $1",
      values: [id],
    });
    expect(row?.text).toContain("Awa");
    expect(row?.text).not.toMatch(/0500000789|\\x7b/);
  });

  it("with a bank account of UEMOA whose key does not hold is REJECTED and is never paid", async () => {
    const right = "CI93CI0080111301134291200589";
    expect(data(await addBeneficiary(bank(right)))).toMatchObject({
      status: "ACTIVE",
      warnings: [],
      details: { iban: "CI93 **** 0589", countryCode: "CI", bankName: "Banque" },
    });
    const bban = `${right.slice(4, -2)}88`;
    const made = data(await addBeneficiary(bank(`CI${checkDigits(bban, "CI")}${bban}`)));
    expect(made).toMatchObject({
      status: "REJECTED",
      rejectionReason: "RIB_KEY_MISMATCH",
      payoutsAllowedFrom: null,
    });
    expect(await typesOf(made.id)).toEqual(["beneficiary.rejected"]);
    expect(code(await askPayout(made.id, "100"))).toBe("409 BENEFICIARY_NOT_ACTIVE");
  });

  it("of CEMAC with such a key is ACTIVE with a warning", async () => {
    const made = data(await addBeneficiary(bank("CG52 3001 1000 2021 5123 4567 890", "XAF")));
    expect(made).toMatchObject({ status: "ACTIVE", warnings: ["RIB_KEY_MISMATCH"], rejectionReason: null });
  });

  it.each([
    ["a number that is none", { ...mobile("+22512"), currency: "XOF" }, "details.phone"],
    [
      "an operator of another country",
      { ...mobile("+2250500000789"), details: { phone: "+2250500000789", operator: "TMONEY" } },
      "details.operator",
    ],
    [
      "a currency that its operators do not pay in",
      { ...mobile("+2250500000789"), currency: "EUR" },
      "currency",
    ],
    ["an IBAN with a wrong check digit", bank("CI94CI0080111301134291200589"), "details.iban"],
    [
      "a field of the other type",
      { ...mobile("+2250500000789"), details: { phone: "+2250500000789", iban: "x" } },
      "details.iban",
    ],
    ["no account at all", { ...bank("x"), details: {} }, "details.iban"],
    ["an unknown type", { ...bank("x"), type: "CASH" }, "type"],
  ])("with %s is refused by field", async (_name, body, path) => {
    const answer = await addBeneficiary(body);
    expect(code(answer)).toBe("400 VALIDATION_ERROR");
    expect(answer.body.error.details.fields[0].path).toBe(path);
  });

  it("is changed in name and notes, never in its account; DELETE disables it for good", async () => {
    const id = await beneficiaryId();
    const path = `/payments/beneficiaries/${id}`;
    const changed = data(await test.request("PATCH", path, { body: { name: "Awa K.", reference: "a1" } }));
    expect(changed).toMatchObject({ name: "Awa K.", reference: "a1", version: 2 });
    const account = await test.request("PATCH", path, { body: { details: { phone: "+2250500000780" } } });
    expect(code(account)).toBe("400 VALIDATION_ERROR");
    expect(data(await test.request("DELETE", path))).toMatchObject({ status: "DISABLED", version: 3 });
    expect(data(await test.request("DELETE", path))).toMatchObject({ status: "DISABLED", version: 3 });
    expect(code(await test.request("PATCH", path, { body: { name: "x" } }))).toBe(
      "409 BENEFICIARY_NOT_ACTIVE",
    );
    expect(code(await askPayout(id, "100"))).toBe("409 BENEFICIARY_NOT_ACTIVE");
    const listed = data(await test.request("GET", "/payments/beneficiaries?status=DISABLED&reference=a1"));
    expect(listed.map((each: { id: string }) => each.id)).toEqual([id]);
  });
});

describe("a payout", () => {
  it("reserves its amount, is sent after the time to cancel, and is PAID as the provider says", async () => {
    const before = await wallet();
    const answer = await askPayout(await beneficiaryId(), "2500", { reference: "s-1", metadata: { a: "b" } });
    expect(answer.status).toBe(201);
    const { id } = data(answer);
    expect(data(answer)).toMatchObject({
      object: "payout",
      mode: "SANDBOX",
      walletId,
      amount: "2500",
      amountDisplay: "2\u202f500\u00a0F\u202fCFA",
      status: "PENDING",
      approvalRequired: false,
      destination: { name: "Awa Koné", phone: "+225 05 ** ** ** 89" },
      version: 1,
    });
    const during = await wallet();
    expect(BigInt(before.available) - BigInt(during.available)).toBe(2_500n);
    expect(BigInt(during.reserved) - BigInt(before.reserved)).toBe(2_500n);
    expect(during.balance).toBe(before.balance);
    await test.advance(4_000);
    expect(await payout(id)).toMatchObject({ status: "PENDING", sentAt: null });
    await test.advance(10_000);
    const paid = await payout(id);
    expect(paid).toMatchObject({ status: "PAID", provider: { name: "simulator" }, failureCode: null });
    expect(paid.provider.transactionId).toBeTruthy();
    expect(Date.parse(paid.paidAt)).toBeGreaterThanOrEqual(Date.parse(paid.sentAt));
    const after = await wallet();
    expect(BigInt(before.balance) - BigInt(after.balance)).toBe(2_500n);
    expect(after.reserved).toBe(before.reserved);
    expect(await eventsOf(id)).toEqual([
      { type: "payout.created", sequence: 1 },
      { type: "payout.paid", sequence: 2 },
    ]);
    const listed = data(await test.request("GET", "/payments/payouts?reference=s-1&status=PAID"));
    expect(listed).toEqual([paid]);
    expect(code(await test.request("POST", `/payments/payouts/${id}/cancel`))).toBe(
      "409 PAYOUT_NOT_CANCELLABLE",
    );
    expect(code(await test.request("POST", `/payments/payouts/${id}/approve`))).toBe(
      "409 PAYOUT_NOT_APPROVABLE",
    );
  });

  it("goes to a bank account as well", async () => {
    const to = data(await addBeneficiary(bank("CI93CI0080111301134291200589"))).id;
    const { id } = data(await askPayout(to, "1000"));
    await test.advance(20_000);
    expect((await payout(id)).status).not.toBe("PENDING");
    await test.advance(120_000, 5_000);
    expect(await payout(id)).toMatchObject({ status: expect.stringMatching(/^(PAID|FAILED)$/) });
  });

  it("that the provider refuses is FAILED and its money is available again", async () => {
    const before = await wallet();
    const { id } = data(await askPayout(await beneficiaryId("+2250500000089"), "700"));
    await test.advance(15_000);
    expect(await payout(id)).toMatchObject({ status: "FAILED", failureCode: "INVALID_RECIPIENT" });
    expect(await wallet()).toMatchObject({ available: before.available, reserved: before.reserved });
    expect(await typesOf(id)).toEqual(["payout.created", "payout.failed"]);
  });

  it("is cancelled while nothing was sent, and then stays cancelled", async () => {
    const before = await wallet();
    const { id } = data(await askPayout(await beneficiaryId(), "900"));
    const cancelled = data(await test.request("POST", `/payments/payouts/${id}/cancel`));
    expect(cancelled).toMatchObject({ status: "CANCELLED", version: 2 });
    expect((await wallet()).available).toBe(before.available);
    await test.advance(10_000);
    expect(await payout(id)).toEqual(cancelled);
    expect(await typesOf(id)).toEqual(["payout.created", "payout.cancelled"]);
    expect(data(await test.request("POST", `/payments/payouts/${id}/cancel`))).toEqual(cancelled);
  });

  it("fails unsent when its beneficiary is disabled meanwhile", async () => {
    const to = await beneficiaryId();
    const { id } = data(await askPayout(to, "300"));
    await test.request("DELETE", `/payments/beneficiaries/${to}`);
    await test.advance(8_000);
    expect(await payout(id)).toMatchObject({
      status: "FAILED",
      failureCode: "INVALID_RECIPIENT",
      sentAt: null,
    });
  });

  it("waits QUEUED while its operator is CLOSED, once told, and goes when it is back", async () => {
    const { tenantId } = await test.app.merchants.profile(test.merchantNo);
    const scope = { tenantId, mode: "SANDBOX" } as const;
    const outage = await test.db.transaction((tx) =>
      test.app.routing.openOutage(
        tx,
        {
          ...scope,
          ...{ method: "MOBILE_MONEY", operator: "MTN", country: "CI", status: "CLOSED", reason: "down" },
          ...{ startsAtMs: test.clock.nowMs(), endsAtMs: null },
        },
        systemActor,
      ),
    );
    await test.advance(3_000);
    const { id } = data(await askPayout(await beneficiaryId(), "400"));
    const other = data(await askPayout(await beneficiaryId(), "401")).id;
    await test.advance(60_000, 5_000);
    expect(await payout(id)).toMatchObject({ status: "QUEUED", sentAt: null, version: 2 });
    expect(await typesOf(id)).toEqual(["payout.created", "payout.queued"]);
    expect(data(await test.request("POST", `/payments/payouts/${other}/cancel`)).status).toBe("CANCELLED");
    await test.app.routing.endOutage(tenantId, outage, systemActor);
    await test.advance(40_000, 5_000);
    expect((await payout(id)).status).toBe("PAID");
    expect(await typesOf(id)).toEqual(["payout.created", "payout.queued", "payout.paid"]);
  });

  it("that came back after it was paid is REVERSED once, and its money is available again", async () => {
    const before = await wallet();
    const { id } = data(await askPayout(await beneficiaryId(), "600"));
    const { token } = await test.operator();
    const reverse = async () => {
      const body = { reason: "Account closed", evidence: "Report of 25 November, line 3" };
      return code(await test.request("POST", `/tenant/payouts/${id}/reverse`, { apiKey: token, body }));
    };
    expect(await reverse()).toBe("409 NOTHING_TO_DECIDE");
    await test.advance(15_000);
    expect((await payout(id)).status).toBe("PAID");
    expect([await reverse(), await reverse()]).toEqual(["201 undefined", "409 NOTHING_TO_DECIDE"]);
    expect(await payout(id)).toMatchObject({ status: "REVERSED" });
    expect((await wallet()).available).toBe(before.available);
    expect(await typesOf(id)).toEqual(["payout.created", "payout.paid", "payout.reversed"]);
  });
});

describe("a payout is refused", () => {
  it("above what is available, whole, and nothing is written", async () => {
    const before = await wallet();
    const answer = await askPayout(await beneficiaryId(), "999999999");
    expect(code(answer)).toBe("409 INSUFFICIENT_WALLET_BALANCE");
    expect(await wallet()).toEqual(before);
  });
  it("without an Idempotency-Key; with the same one it is one payout", async () => {
    const to = await beneficiaryId();
    const body = { walletId, beneficiaryId: to, amount: "111" };
    const bare = await test.request("POST", "/payments/payouts", { body });
    expect(code(bare)).toBe("400 IDEMPOTENCY_KEY_REQUIRED");
    const headers = { "idempotency-key": "the same" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => test.request("POST", "/payments/payouts", { body, headers })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map((each) => each.body.data.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(data(await test.request("GET", `/payments/payouts?beneficiaryId=${to}`))).toHaveLength(1);
  });
  it("in another currency than its beneficiary's", async () => {
    const euros = await wallet("EUR");
    const answer = await askPayout(await beneficiaryId(), "100", { walletId: euros.id });
    expect(code(answer)).toBe("400 VALIDATION_ERROR");
  });
  it("to or from what is not the merchant's", async () => {
    const { tenantId } = await test.app.merchants.profile(test.merchantNo);
    const { numbers } = await test.db.transaction((tx) =>
      test.app.merchants.createMerchant(
        tx,
        {
          ...{ tenantId, legalName: "Other", displayName: "Other", countryCode: "CI", locale: "fr" },
          ...{ logoUrl: null, primaryColor: null, status: "ACTIVE", kybStatus: "APPROVED" },
          wallets: [{ mode: "SANDBOX", label: "x", currency: "XOF" }],
        },
        systemActor,
      ),
    );
    const other = await newKey(numbers.SANDBOX);
    const theirs = data(await addBeneficiary(mobile("+2250500000789"), other)).id;
    const foreign = await askPayout(theirs, "100");
    expect(code(foreign)).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await askPayout(theirs, "100", {}, other))).toBe("404 RESOURCE_NOT_FOUND");
    const own = await askPayout(await beneficiaryId(), "100");
    const path = `/payments/payouts/${data(own).id}`;
    for (const [method, at] of [
      ["GET", path],
      ["POST", `${path}/cancel`],
      ["POST", `${path}/approve`],
    ] as const) {
      expect(code(await test.request(method, at, { apiKey: other }))).toBe("404 RESOURCE_NOT_FOUND");
    }
    expect(data(await test.request("GET", "/payments/payouts", { apiKey: other }))).toEqual([]);
  });
});

describe("above the wallet's threshold", () => {
  const setThreshold = (above: bigint | null) => {
    const id = parsePublicId("wallet", walletId);
    if (id === null) throw new Error("a wallet has an id");
    return test.app.payouts.setApprovalThreshold(test.merchantNo, id, above, systemActor);
  };
  it("a payout waits for another key, holds its money, and goes once that one agrees", async () => {
    expect(await setThreshold(1_000n)).toBe(true);
    const to = await beneficiaryId();
    expect(data(await askPayout(to, "1000")).status).toBe("PENDING");
    const { id, status, approvalRequired } = data(await askPayout(to, "1001"));
    expect([status, approvalRequired]).toEqual(["PENDING_APPROVAL", true]);
    const cancelled = data(await askPayout(to, "1002")).id;
    await test.advance(20_000, 5_000);
    expect((await payout(id)).status).toBe("PENDING_APPROVAL");
    const approve = `/payments/payouts/${id}/approve`;
    expect(code(await test.request("POST", approve))).toBe("409 PAYOUT_NEEDS_ANOTHER_APPROVER");
    const weak = await newKey(
      test.merchantNo,
      allPermissions.filter((each) => each !== "merchant.payouts.approve"),
    );
    expect(code(await test.request("POST", approve, { apiKey: weak }))).toBe("403 INSUFFICIENT_PERMISSIONS");
    const approved = data(await test.request("POST", approve, { apiKey: secondKey }));
    expect(approved).toMatchObject({ status: "PENDING", version: 2 });
    expect([approved.approvedBy === approved.createdBy, approved.approvedAt !== null]).toEqual([false, true]);
    expect(data(await test.request("POST", approve, { apiKey: secondKey }))).toEqual(approved);
    const third = await newKey(test.merchantNo);
    expect(code(await test.request("POST", approve, { apiKey: third }))).toBe("409 PAYOUT_NOT_APPROVABLE");
    await test.advance(12_000);
    expect((await payout(id)).status).toBe("PAID");
    const taken = data(await test.request("POST", `/payments/payouts/${cancelled}/cancel`));
    expect(taken.status).toBe("CANCELLED");
    await setThreshold(null);
    expect(data(await askPayout(to, "5000")).status).toBe("PENDING");
  });
});

describe("in live mode", () => {
  it("a beneficiary is paid 24 hours after it was verified, and again after a new name", async () => {
    const { tenantId } = await test.app.merchants.profile(test.merchantNo);
    const { numbers } = await test.db.transaction((tx) =>
      test.app.merchants.createMerchant(
        tx,
        {
          ...{ tenantId, legalName: "Live", displayName: "Live", countryCode: "CI", locale: "fr" },
          ...{ logoUrl: null, primaryColor: null, status: "ACTIVE", kybStatus: "APPROVED" },
          wallets: [{ mode: "LIVE", label: "x", currency: "XOF" }],
        },
        systemActor,
      ),
    );
    const apiKey = await newKey(numbers.LIVE);
    const [own] = data(await test.request("GET", "/payments/wallets", { apiKey }));
    const made = data(await addBeneficiary(mobile("+2250500000789"), apiKey));
    const day = 24 * 3_600_000;
    expect(Date.parse(made.payoutsAllowedFrom) - Date.parse(made.createdAt)).toBe(day);
    const ask = () => askPayout(made.id, "100", { walletId: own.id }, apiKey);
    const early = await ask();
    expect(code(early)).toBe("409 BENEFICIARY_NOT_ACTIVE");
    expect(early.body.error.details).toMatchObject({
      status: "ACTIVE",
      payoutsAllowedFrom: made.payoutsAllowedFrom,
    });
    test.clock.advance(day);
    // Let through to the money, of which there is none.
    expect(code(await ask())).toBe("409 INSUFFICIENT_WALLET_BALANCE");
    await test.request("PATCH", `/payments/beneficiaries/${made.id}`, { apiKey, body: { name: "Another" } });
    expect(code(await ask())).toBe("409 BENEFICIARY_NOT_ACTIVE");
  });
});
