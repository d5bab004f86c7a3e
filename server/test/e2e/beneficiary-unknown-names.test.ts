import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { allPermissions } from "../../src/http/permissions.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { code, data, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** A provider that does not know an account's name: a second person vouches for it, or nobody is paid. */
let setup: PayoutSetup;
let second: string;
let keysUrl: string;
let unique = 0;

beforeAll(async () => {
  setup = await openPayoutSetup();
  const { merchantId } = await setup.test.app.merchants.profile(setup.test.merchantNo);
  keysUrl = `/merchant/merchants/${merchantId}/api-keys`;
  second = await setup.newKey(setup.test.merchantNo);
  const payer = createPayer(setup.test);
  const session = await payer.newSession({ amount: "900000" });
  await payer.complete(session.id, mtn("789"));
  await setup.test.advance(6_000);
}, 60_000);
afterAll(() => setup?.test.stop());
afterEach(() => expectInvariants(setup.test.owner));

const add = async (suffix = "449") => {
  unique += 1;
  const details = { phone: `+22505${String(unique).padStart(5, "0")}${suffix}`, operator: "MTN" };
  const body = { name: "Awa Koné", type: "MOBILE_MONEY", details, currency: "XOF" };
  return data(await setup.test.request("POST", "/payments/beneficiaries", { body }));
};
const approve = (id: string, apiKey = second) =>
  setup.test.request("POST", `/payments/beneficiaries/${id}/approve`, { apiKey });
const read = async (id: string) => data(await setup.test.request("GET", `/payments/beneficiaries/${id}`));
const eventsAbout = async (id: string): Promise<readonly string[]> => {
  const rows = await setup.test.owner.query<{ type: string; data: string }>({
    text: "select type, payload as data from events where type like 'beneficiary.%' order by id",
  });
  return rows.filter((row) => row.data.includes(id)).map(({ type }) => type);
};
const unknown = { status: "PENDING_VERIFICATION", nameCheck: "NOT_KNOWN", warnings: ["NAME_NOT_KNOWN"] };

describe("a name that the provider does not know", () => {
  it("waits for a second person, and is not asked about again", async () => {
    const made = await add();
    expect(made).toMatchObject({ ...unknown, approvedBy: null, payoutsAllowedFrom: null });
    await setup.test.advance(74 * 3_600_000, 12 * 3_600_000);
    expect(await read(made.id)).toMatchObject({ ...unknown, version: 1 });
    expect(code(await setup.askPayout(made.id, "700"))).toBe("409 BENEFICIARY_NOT_ACTIVE");
    expect(await eventsAbout(made.id)).toEqual([]);
  });

  it("is payable when a second person has vouched for it, who may do so again", async () => {
    const made = await add();
    const approved = data(await approve(made.id));
    expect(approved).toMatchObject({
      status: "ACTIVE",
      nameCheck: "NOT_KNOWN",
      approvedBy: expect.stringMatching(/^key_/),
      payoutsAllowedFrom: expect.any(String),
      version: 2,
    });
    expect(data(await approve(made.id))).toEqual(approved);
    expect(await eventsAbout(made.id)).toEqual(["beneficiary.verified"]);
    expect((await setup.askPayout(made.id, "700")).status).toBe(201);
  });

  it("is not vouched for by the key that gave it, nor by one of the same origin", async () => {
    const made = await add();
    const own = await approve(made.id, setup.test.apiKey);
    expect(code(own)).toBe("409 BENEFICIARY_NEEDS_ANOTHER_APPROVER");
    expect(own.body.error.details).toMatchObject({ reason: "SAME_ACCOUNT" });
    const child = data(
      await setup.test.request("POST", keysUrl, { body: { name: "made", permissions: allPermissions } }),
    );
    const related = await approve(made.id, child.key);
    expect(related.body.error.details).toMatchObject({ reason: "COMMON_ORIGIN" });
    expect(await read(made.id)).toMatchObject({ ...unknown, approvedBy: null });
  });

  it("cannot be vouched for where the provider knows it, or when it was disabled", async () => {
    for (const suffix of ["789", "409", "439"]) {
      const made = await add(suffix);
      expect(code(await approve(made.id))).toBe("409 BENEFICIARY_NOT_APPROVABLE");
    }
    const made = await add();
    await setup.test.request("DELETE", `/payments/beneficiaries/${made.id}`);
    expect(code(await approve(made.id))).toBe("409 BENEFICIARY_NOT_APPROVABLE");
    expect(code(await approve("ben_06f4c1g8t2v6x0n3b7d1e5m9r4"))).toBe("404 RESOURCE_NOT_FOUND");
  });

  it("that is changed is a new claim: whoever changed it needs another person", async () => {
    const rename = (id: string, name: string, apiKey: string) =>
      setup.test.request("PATCH", `/payments/beneficiaries/${id}`, { body: { name }, apiKey });
    const made = await add();
    expect(data(await rename(made.id, "Awa K.", second))).toMatchObject(unknown);
    expect(code(await approve(made.id))).toBe("409 BENEFICIARY_NEEDS_ANOTHER_APPROVER");
    expect(data(await approve(made.id, setup.test.apiKey))).toMatchObject({ status: "ACTIVE" });
    // An active one loses its approval with its name.
    const again = data(await rename(made.id, "Awa Konaté", setup.test.apiKey));
    expect(again).toMatchObject({ ...unknown, approvedBy: null, payoutsAllowedFrom: null });
    expect(code(await approve(made.id, setup.test.apiKey))).toBe("409 BENEFICIARY_NEEDS_ANOTHER_APPROVER");
    expect(data(await approve(made.id))).toMatchObject({ status: "ACTIVE" });
  });

  it("is guarded by the table too", async () => {
    const made = await add();
    const active = (more: string) =>
      setup.test.owner.query({
        text: `update beneficiaries set status = 'ACTIVE', payouts_allowed_from = now() ${more} where name_check = 'NOT_KNOWN' and status = 'PENDING_VERIFICATION'`,
      });
    await expect(active("")).rejects.toThrow(/beneficiaries_unknown_name/);
    await expect(active(", approved_by = named_by")).rejects.toThrow(/beneficiaries_second_person/);
    expect(await read(made.id)).toMatchObject(unknown);
  });
});
