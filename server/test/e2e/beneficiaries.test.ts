import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { checkDigits } from "../../src/kit/bank-account.ts";
import { parsePublicId } from "../../src/kit/ids.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { bank, code, data, mobile, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";

/** Which beneficiaries can be paid, and when. The provider's name checks: beneficiary-checks.test.ts. */
let setup: PayoutSetup;
beforeAll(async () => {
  setup = await openPayoutSetup();
}, 60_000);
afterAll(() => setup?.test.stop());
afterEach(() => expectInvariants(setup.test.owner));

describe("a beneficiary", () => {
  it("of mobile money is ACTIVE at once in the sandbox, its phone sealed and shown masked", async () => {
    const made = data(
      await setup.addBeneficiary({
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
    expect(data(await setup.test.request("GET", `/payments/beneficiaries/${made.id}`))).toEqual(made);
    expect(await setup.eventsOf(made.id)).toEqual([{ type: "beneficiary.verified", sequence: 1 }]);
    const id = parsePublicId("beneficiary", made.id);
    const [row] = await setup.test.owner.query<{ text: string }>({
      text: "select b::text as text from beneficiaries b where id = $1",
      values: [id],
    });
    expect(row?.text).toContain("Awa");
    expect(row?.text).not.toMatch(/0500000789|\\x7b/);
  });

  it("with a bank account of UEMOA whose key does not hold is REJECTED and is never paid", async () => {
    const right = "CI93CI0080111301134291200589";
    expect(data(await setup.addBeneficiary(bank(right)))).toMatchObject({
      status: "ACTIVE",
      warnings: [],
      details: { iban: "CI93 **** 0589", countryCode: "CI", bankName: "Banque" },
    });
    const bban = `${right.slice(4, -2)}88`;
    const made = data(await setup.addBeneficiary(bank(`CI${checkDigits(bban, "CI")}${bban}`)));
    expect(made).toMatchObject({
      status: "REJECTED",
      rejectionReason: "RIB_KEY_MISMATCH",
      payoutsAllowedFrom: null,
    });
    expect(await setup.typesOf(made.id)).toEqual(["beneficiary.rejected"]);
    expect(code(await setup.askPayout(made.id, "100"))).toBe("409 BENEFICIARY_NOT_ACTIVE");
  });

  it("of CEMAC with such a key is ACTIVE with a warning", async () => {
    const made = data(await setup.addBeneficiary(bank("CG52 3001 1000 2021 5123 4567 890", "XAF")));
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
    const answer = await setup.addBeneficiary(body);
    expect(code(answer)).toBe("400 VALIDATION_ERROR");
    expect(answer.body.error.details.fields[0].path).toBe(path);
  });

  it("is changed in name and notes, never in its account; DELETE disables it for good", async () => {
    const id = await setup.beneficiaryId();
    const path = `/payments/beneficiaries/${id}`;
    const changed = data(
      await setup.test.request("PATCH", path, { body: { name: "Awa K.", reference: "a1" } }),
    );
    expect(changed).toMatchObject({ name: "Awa K.", reference: "a1", version: 2 });
    const account = await setup.test.request("PATCH", path, {
      body: { details: { phone: "+2250500000780" } },
    });
    expect(code(account)).toBe("400 VALIDATION_ERROR");
    expect(data(await setup.test.request("DELETE", path))).toMatchObject({ status: "DISABLED", version: 3 });
    expect(data(await setup.test.request("DELETE", path))).toMatchObject({ status: "DISABLED", version: 3 });
    expect(code(await setup.test.request("PATCH", path, { body: { name: "x" } }))).toBe(
      "409 BENEFICIARY_NOT_ACTIVE",
    );
    expect(code(await setup.askPayout(id, "100"))).toBe("409 BENEFICIARY_NOT_ACTIVE");
    const listed = data(
      await setup.test.request("GET", "/payments/beneficiaries?status=DISABLED&reference=a1"),
    );
    expect(listed.map((each: { id: string }) => each.id)).toEqual([id]);
  });

  it("is found by its id, its reference and its account, however that is written", async () => {
    const { id } = data(await setup.addBeneficiary({ ...bank(IBAN), reference: "landlord" }));
    for (const q of [id, "landlord", IBAN, IBAN.replaceAll(/(.{4})/g, "$1 ")]) {
      const path = `/payments/beneficiaries?q=${encodeURIComponent(q)}`;
      const found = data(await setup.test.request("GET", path));
      // Another one may have the same account: the newest is the first.
      expect([q, found[0]?.id]).toEqual([q, id]);
    }
    expect(data(await setup.test.request("GET", "/payments/beneficiaries?q=nobody"))).toEqual([]);
  });
});
const IBAN = "CI93CI0080111301134291200589";

describe("in live mode", () => {
  it("a beneficiary is paid 24 hours after it was verified, and again after a new name", async () => {
    const { tenantId } = await setup.test.app.merchants.profile(setup.test.merchantNo);
    const { numbers } = await setup.test.db.transaction((tx) =>
      setup.test.app.merchants.createMerchant(
        tx,
        {
          tenantId,
          legalName: "Live",
          displayName: "Live",
          countryCode: "CI",
          locale: "fr",
          logoUrl: null,
          primaryColor: null,
          status: "ACTIVE",
          kybStatus: "APPROVED",
          wallets: [{ mode: "LIVE", label: "x", currency: "XOF" }],
        },
        systemActor,
      ),
    );
    const apiKey = await setup.newKey(numbers.LIVE);
    const [own] = data(await setup.test.request("GET", "/payments/wallets", { apiKey }));
    const made = data(await setup.addBeneficiary(mobile("+2250500000789"), apiKey));
    const day = 24 * 3_600_000;
    expect(Date.parse(made.payoutsAllowedFrom) - Date.parse(made.createdAt)).toBe(day);
    const ask = () => setup.askPayout(made.id, "100", { walletId: own.id }, apiKey);
    const early = await ask();
    expect(code(early)).toBe("409 BENEFICIARY_NOT_ACTIVE");
    expect(early.body.error.details).toMatchObject({
      status: "ACTIVE",
      payoutsAllowedFrom: made.payoutsAllowedFrom,
    });
    setup.test.clock.advance(day);
    // Accepted up to the balance, which is empty.
    expect(code(await ask())).toBe("409 INSUFFICIENT_WALLET_BALANCE");
    await setup.test.request("PATCH", `/payments/beneficiaries/${made.id}`, {
      apiKey,
      body: { name: "Another" },
    });
    expect(code(await ask())).toBe("409 BENEFICIARY_NOT_ACTIVE");
  });
});
