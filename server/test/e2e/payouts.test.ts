import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import { parsePublicId } from "../../src/kit/ids.ts";
import { expectEntriesBySource } from "../harness/entries-of-source.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { bank, code, data, mobile, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";

/** Money out: accepted only while it is available, sent once, and booked as the provider finally reports. */
let setup: PayoutSetup;
/** Another key of the merchant: the approver. */
let secondKey: string;

beforeAll(async () => {
  setup = await openPayoutSetup();
  secondKey = await setup.newKey(setup.test.merchantNo);
  await earn(2_000_000n);
}, 60_000);
afterAll(() => setup?.test.stop());
afterEach(() => expectInvariants(setup.test.owner));

/** A payment of this amount, so that there is something to pay out. */
async function earn(amount: bigint): Promise<void> {
  const session = data(
    await setup.test.request("POST", "/checkout/sessions", {
      body: { amount: `${amount}`, currency: "XOF", title: "Order" },
    }),
  );
  await setup.test.request("POST", `/checkout/pay/${session.id}/complete`, {
    apiKey: null,
    body: { paymentMethod: "MOBILE_MONEY", paymentDetails: { phone: "+2250500000789", operator: "MTN" } },
  });
  await setup.test.advance(6_000);
}

const payout = async (id: string) => data(await setup.test.request("GET", `/payments/payouts/${id}`));

describe("a payout", () => {
  it("reserves its amount, is sent after the time to cancel, and is PAID as the provider says", async () => {
    const before = await setup.wallet();
    const answer = await setup.askPayout(await setup.beneficiaryId(), "2500", {
      reference: "s-1",
      metadata: { a: "b" },
    });
    expect(answer.status).toBe(201);
    const { id } = data(answer);
    expect(data(answer)).toMatchObject({
      object: "payout",
      mode: "SANDBOX",
      walletId: setup.walletId,
      amount: "2500",
      amountDisplay: "2\u202f500\u00a0F\u202fCFA",
      status: "PENDING",
      approvalRequired: false,
      destination: { name: "Awa Koné", phone: "+225 05 ** ** ** 89" },
      version: 1,
    });
    const during = await setup.wallet();
    expect(BigInt(before.available) - BigInt(during.available)).toBe(2_500n);
    expect(BigInt(during.reserved) - BigInt(before.reserved)).toBe(2_500n);
    expect(during.balance).toBe(before.balance);
    await setup.test.advance(4_000);
    expect(await payout(id)).toMatchObject({ status: "PENDING", sentAt: null });
    await setup.test.advance(10_000);
    const paid = await payout(id);
    expect(paid).toMatchObject({ status: "PAID", provider: { name: "simulator" }, failureCode: null });
    expect(paid.provider.transactionId).toBeTruthy();
    expect(Date.parse(paid.paidAt)).toBeGreaterThanOrEqual(Date.parse(paid.sentAt));
    const after = await setup.wallet();
    expect(BigInt(before.balance) - BigInt(after.balance)).toBe(2_500n);
    expect(after.reserved).toBe(before.reserved);
    expect(await setup.eventsOf(id)).toEqual([
      { type: "payout.created", sequence: 1 },
      { type: "payout.paid", sequence: 2 },
    ]);
    const listed = data(await setup.test.request("GET", "/payments/payouts?reference=s-1&status=PAID"));
    expect(listed).toEqual([paid]);
    for (const q of [id, "s-1", paid.provider.transactionId])
      expect(data(await setup.test.request("GET", `/payments/payouts?q=${q}`)), q).toEqual([paid]);
    for (const q of [paid.beneficiaryId, "05%2000%2000%2007%2089"])
      expect(data(await setup.test.request("GET", `/payments/payouts?reference=s-1&q=${q}`)), q).toEqual([
        paid,
      ]);
    expect(data(await setup.test.request("GET", "/payments/payouts?q=nothing"))).toEqual([]);
    expect(code(await setup.test.request("POST", `/payments/payouts/${id}/cancel`))).toBe(
      "409 PAYOUT_NOT_CANCELLABLE",
    );
    expect(code(await setup.test.request("POST", `/payments/payouts/${id}/approve`))).toBe(
      "409 PAYOUT_NOT_APPROVABLE",
    );
  });

  it("goes to a bank account as well", async () => {
    const to = data(await setup.addBeneficiary(bank("CI93CI0080111301134291200589"))).id;
    const { id } = data(await setup.askPayout(to, "1000"));
    await setup.test.advance(20_000);
    expect((await payout(id)).status).not.toBe("PENDING");
    await setup.test.advance(120_000, 5_000);
    expect(await payout(id)).toMatchObject({ status: expect.stringMatching(/^(PAID|FAILED)$/) });
  });

  it("that the provider refuses is FAILED and its money is available again", async () => {
    const before = await setup.wallet();
    const { id } = data(await setup.askPayout(await setup.beneficiaryId("+2250500000089"), "700"));
    await setup.test.advance(15_000);
    expect(await payout(id)).toMatchObject({ status: "FAILED", failureCode: "INVALID_RECIPIENT" });
    expect(await setup.wallet()).toMatchObject({ available: before.available, reserved: before.reserved });
    expect(await setup.typesOf(id)).toEqual(["payout.created", "payout.failed"]);
  });

  it("is cancelled while nothing was sent, and then stays cancelled", async () => {
    const before = await setup.wallet();
    const { id } = data(await setup.askPayout(await setup.beneficiaryId(), "900"));
    const cancelled = data(await setup.test.request("POST", `/payments/payouts/${id}/cancel`));
    expect(cancelled).toMatchObject({ status: "CANCELLED", version: 2 });
    expect((await setup.wallet()).available).toBe(before.available);
    await setup.test.advance(10_000);
    expect(await payout(id)).toEqual(cancelled);
    expect(await setup.typesOf(id)).toEqual(["payout.created", "payout.cancelled"]);
    expect(data(await setup.test.request("POST", `/payments/payouts/${id}/cancel`))).toEqual(cancelled);
  });

  it("fails unsent when its beneficiary is disabled meanwhile", async () => {
    const to = await setup.beneficiaryId();
    const { id } = data(await setup.askPayout(to, "300"));
    await setup.test.request("DELETE", `/payments/beneficiaries/${to}`);
    await setup.test.advance(8_000);
    expect(await payout(id)).toMatchObject({
      status: "FAILED",
      failureCode: "INVALID_RECIPIENT",
      sentAt: null,
    });
  });

  it("waits QUEUED while its operator is CLOSED, once told, and goes when it is back", async () => {
    const { token } = await setup.test.operator();
    const operate = async (path: string, body: object) => {
      const answer = await setup.test.request("POST", path, {
        apiKey: token,
        headers: { "idempotency-key": path },
        body,
      });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body.data;
    };
    const outage = await operate("/tenant/outages", {
      mode: "SANDBOX",
      method: "MOBILE_MONEY",
      operator: "MTN",
      country: "CI",
      status: "CLOSED",
      reason: "down",
    });
    await setup.test.advance(3_000);
    const { id } = data(await setup.askPayout(await setup.beneficiaryId(), "400"));
    const other = data(await setup.askPayout(await setup.beneficiaryId(), "401")).id;
    await setup.test.advance(60_000, 5_000);
    expect(await payout(id)).toMatchObject({ status: "QUEUED", sentAt: null, version: 2 });
    expect(await setup.typesOf(id)).toEqual(["payout.created", "payout.queued"]);
    expect(data(await setup.test.request("POST", `/payments/payouts/${other}/cancel`)).status).toBe(
      "CANCELLED",
    );
    await operate(`/tenant/outages/${outage.id}/close`, {});
    await setup.test.advance(40_000, 5_000);
    expect((await payout(id)).status).toBe("PAID");
    expect(await setup.typesOf(id)).toEqual(["payout.created", "payout.queued", "payout.paid"]);
  });

  it("that came back after it was paid is REVERSED once, and its money is available again", async () => {
    const before = await setup.wallet();
    const { id } = data(await setup.askPayout(await setup.beneficiaryId(), "600"));
    const { token } = await setup.test.operator();
    const reverse = async () => {
      const body = { reason: "Account closed", evidence: "Report of 25 November, line 3" };
      return code(await setup.test.request("POST", `/tenant/payouts/${id}/reverse`, { apiKey: token, body }));
    };
    expect(await reverse()).toBe("409 NOTHING_TO_DECIDE");
    await setup.test.advance(15_000);
    expect((await payout(id)).status).toBe("PAID");
    expect([await reverse(), await reverse()]).toEqual(["201 undefined", "409 NOTHING_TO_DECIDE"]);
    expect(await payout(id)).toMatchObject({ status: "REVERSED" });
    expect((await setup.wallet()).available).toBe(before.available);
    expect(await setup.typesOf(id)).toEqual(["payout.created", "payout.paid", "payout.reversed"]);
  });
});

describe("a payout is refused", () => {
  it("above what is available, whole, and nothing is written", async () => {
    const before = await setup.wallet();
    const answer = await setup.askPayout(await setup.beneficiaryId(), "999999999");
    expect(code(answer)).toBe("409 INSUFFICIENT_WALLET_BALANCE");
    const { available } = before;
    expect(answer.body.error.details).toMatchObject({ currency: "XOF", available, required: "999999999" });
    expect(await setup.wallet()).toEqual(before);
  });
  it("without an Idempotency-Key; with the same one it is one payout", async () => {
    const to = await setup.beneficiaryId();
    const body = { walletId: setup.walletId, beneficiaryId: to, amount: "111" };
    const bare = await setup.test.request("POST", "/payments/payouts", { body });
    expect(code(bare)).toBe("400 IDEMPOTENCY_KEY_REQUIRED");
    const headers = { "idempotency-key": "the same" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => setup.test.request("POST", "/payments/payouts", { body, headers })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map((each) => each.body.data.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(data(await setup.test.request("GET", `/payments/payouts?beneficiaryId=${to}`))).toHaveLength(1);
  });
  it("in another currency than its beneficiary's", async () => {
    const euros = await setup.wallet("EUR");
    const answer = await setup.askPayout(await setup.beneficiaryId(), "100", { walletId: euros.id });
    expect(code(answer)).toBe("400 VALIDATION_ERROR");
  });
  it("to or from what is not the merchant's", async () => {
    const { tenantId } = await setup.test.app.merchants.profile(setup.test.merchantNo);
    const { numbers } = await setup.test.db.transaction((tx) =>
      setup.test.app.merchants.createMerchant(
        tx,
        {
          tenantId,
          legalName: "Other",
          displayName: "Other",
          countryCode: "CI",
          locale: "fr",
          logoUrl: null,
          primaryColor: null,
          status: "ACTIVE",
          kybStatus: "APPROVED",
          wallets: [{ mode: "SANDBOX", label: "x", currency: "XOF" }],
        },
        systemActor,
      ),
    );
    const other = await setup.newKey(numbers.SANDBOX);
    const theirs = data(await setup.addBeneficiary(mobile("+2250500000789"), other)).id;
    const foreign = await setup.askPayout(theirs, "100");
    expect(code(foreign)).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await setup.askPayout(theirs, "100", {}, other))).toBe("404 RESOURCE_NOT_FOUND");
    const own = await setup.askPayout(await setup.beneficiaryId(), "100");
    const path = `/payments/payouts/${data(own).id}`;
    for (const [method, at] of [
      ["GET", path],
      ["POST", `${path}/cancel`],
      ["POST", `${path}/approve`],
    ] as const) {
      expect(code(await setup.test.request(method, at, { apiKey: other }))).toBe("404 RESOURCE_NOT_FOUND");
    }
    expect(data(await setup.test.request("GET", "/payments/payouts", { apiKey: other }))).toEqual([]);
  });
});

describe("above the wallet's threshold", () => {
  const setThreshold = (above: bigint | null) => {
    const id = parsePublicId("wallet", setup.walletId);
    if (id === null) throw new Error("a wallet has an id");
    return setup.test.db.transaction((tx) =>
      setup.test.app.payouts.setApprovalThreshold(tx, setup.test.merchantNo, id, above, systemActor),
    );
  };
  it("a payout waits for another key, holds its money, and goes once that one agrees", async () => {
    expect(await setThreshold(1_000n)).toBe(true);
    const to = await setup.beneficiaryId("+2250511100789");
    expect(data(await setup.askPayout(to, "1000")).status).toBe("PENDING");
    const { id, status, approvalRequired } = data(await setup.askPayout(to, "1001"));
    expect([status, approvalRequired]).toEqual(["PENDING_APPROVAL", true]);
    const cancelled = data(await setup.askPayout(to, "1002")).id;
    await setup.test.advance(20_000, 5_000);
    expect((await payout(id)).status).toBe("PENDING_APPROVAL");
    const approve = `/payments/payouts/${id}/approve`;
    expect(code(await setup.test.request("POST", approve))).toBe("409 PAYOUT_NEEDS_ANOTHER_APPROVER");
    const weak = await setup.newKey(
      setup.test.merchantNo,
      allPermissions.filter((each) => each !== "merchant.payouts.approve"),
    );
    expect(code(await setup.test.request("POST", approve, { apiKey: weak }))).toBe(
      "403 INSUFFICIENT_PERMISSIONS",
    );
    const approved = data(await setup.test.request("POST", approve, { apiKey: secondKey }));
    expect(approved).toMatchObject({ status: "PENDING", version: 2 });
    expect([approved.approvedBy === approved.createdBy, approved.approvedAt !== null]).toEqual([false, true]);
    expect(data(await setup.test.request("POST", approve, { apiKey: secondKey }))).toEqual(approved);
    const third = await setup.newKey(setup.test.merchantNo);
    expect(code(await setup.test.request("POST", approve, { apiKey: third }))).toBe(
      "409 PAYOUT_NOT_APPROVABLE",
    );
    await setup.test.advance(12_000);
    expect((await payout(id)).status).toBe("PAID");
    const taken = data(await setup.test.request("POST", `/payments/payouts/${cancelled}/cancel`));
    expect(taken.status).toBe("CANCELLED");
    await setThreshold(null);
    expect(data(await setup.askPayout(to, "5000")).status).toBe("PENDING");
  });
});

it("each payout is asked for its ledger entries, returned ones too", async () => {
  expect([...(await expectEntriesBySource(setup.test))]).toEqual(expect.arrayContaining(["PAYOUT", "HOLD"]));
});

describe("the events of a payout", () => {
  const listed = async (query: string) => {
    const path = `/merchant/merchants/${setup.test.merchantId}/events?limit=100&sort=createdAt&${query}`;
    return setup.test.request("GET", path);
  };

  it("are all listed, and no other's, though its row no longer tells when it changed", async () => {
    const all: { id: string }[] = data(await setup.test.request("GET", "/payments/payouts?limit=100"));
    const counts: number[] = [];
    const check = async () => {
      for (const { id } of all) {
        const events: { type: string; sequence: number; data: { id: string } }[] = data(
          await listed(`payoutId=${id}`),
        );
        expect(events.map(({ type, sequence }) => ({ type, sequence }))).toEqual(await setup.eventsOf(id));
        expect(events.filter((event) => event.data.id !== id)).toEqual([]);
        counts.push(events.length);
      }
    };
    await check();
    expect(Math.max(...counts)).toBeGreaterThan(1);
    await setup.test.owner.query({ text: "update payouts set sent_at = null, paid_at = null", values: [] });
    await check();
  });

  it("are of no payment as well, and other ids are refused", async () => {
    const [{ id }] = data(await setup.test.request("GET", "/payments/payouts?limit=1"));
    expect(data(await listed(`payoutId=${id}&paymentIntentId=pi_${"0".repeat(26)}`))).toEqual([]);
    expect(data(await listed(`payoutId=po_${"0".repeat(26)}`))).toEqual([]);
    const refused = await listed("payoutId=pi_1");
    expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, "payoutId"]);
  });
});
