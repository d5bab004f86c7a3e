import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import { parsePublicId } from "../../src/kit/ids.ts";
import { expectInvariants } from "../harness/invariants.ts";
import { bank, code, data, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** Above a wallet's threshold a payout takes two persons, and neither many keys nor many small payouts avoid that. */
const DAY_MS = 86_400_000;
const THRESHOLD = 1_000n;
let setup: PayoutSetup;
let keysUrl: string;

beforeAll(async () => {
  setup = await openPayoutSetup();
  const { merchantId } = await setup.test.app.merchants.profile(setup.test.merchantNo);
  keysUrl = `/merchant/merchants/${merchantId}/api-keys`;
  const payer = createPayer(setup.test);
  const session = await payer.newSession({ amount: "900000" });
  await payer.complete(session.id, mtn("789"));
  await setup.test.advance(6_000);
  await setThreshold(THRESHOLD);
}, 60_000);
afterAll(() => setup?.test.stop());
afterEach(() => expectInvariants(setup.test.owner));

async function setThreshold(above: bigint | null): Promise<void> {
  const id = parsePublicId("wallet", setup.walletId);
  if (id === null) throw new Error("a wallet has an id");
  await setup.test.db.transaction((tx) =>
    setup.test.app.payouts.setApprovalThreshold(tx, setup.test.merchantNo, id, above, systemActor),
  );
}

interface Key {
  readonly id: string;
  readonly key: string;
}
const makeKey = async (by: string): Promise<Key> =>
  data(
    await setup.test.request("POST", keysUrl, {
      apiKey: by,
      body: { name: "made", permissions: allPermissions },
    }),
  );
const roll = async ({ id }: Key, by: string, overlapHours = 0): Promise<Key> =>
  data(await setup.test.request("POST", `${keysUrl}/${id}/roll`, { apiKey: by, body: { overlapHours } }));
const approve = (id: string, apiKey: string) =>
  setup.test.request("POST", `/payments/payouts/${id}/approve`, { apiKey });
/** A payout that waits for a second person. */
const waiting = async (apiKey: string): Promise<string> => {
  const made = data(await setup.askPayout(await setup.beneficiaryId(), "1001", {}, apiKey));
  expect(made.status).toBe("PENDING_APPROVAL");
  return made.id;
};
const seeded = async (): Promise<string> => setup.newKey(setup.test.merchantNo);

describe("a payout is not approved", () => {
  const refused = async (id: string, apiKey: string, reason: string) => {
    const answer = await approve(id, apiKey);
    expect(code(answer)).toBe("409 PAYOUT_NEEDS_ANOTHER_APPROVER");
    expect(answer.body.error.details).toMatchObject({ reason });
    expect(data(await setup.test.request("GET", `/payments/payouts/${id}`))).toMatchObject({
      status: "PENDING_APPROVAL",
      approvedBy: null,
    });
  };

  it("by the key that asked for it", async () => {
    await refused(await waiting(setup.test.apiKey), setup.test.apiKey, "SAME_ACCOUNT");
  });
  it("by a key that the creator made, nor the other way round", async () => {
    const made = await makeKey(setup.test.apiKey);
    await refused(await waiting(setup.test.apiKey), made.key, "COMMON_ORIGIN");
    await refused(await waiting(made.key), setup.test.apiKey, "COMMON_ORIGIN");
  });
  it("by another key of the same maker, or one that a made key made", async () => {
    const [left, right] = [await makeKey(setup.test.apiKey), await makeKey(setup.test.apiKey)];
    const below = await makeKey(right.key);
    await refused(await waiting(left.key), right.key, "COMMON_ORIGIN");
    await refused(await waiting(left.key), below.key, "COMMON_ORIGIN");
  });
  it("by the creator's successor, however long ago it was rolled", async () => {
    const first = await makeKey(setup.test.apiKey);
    const id = await waiting(first.key);
    const successor = await roll(first, first.key);
    await refused(id, successor.key, "COMMON_ORIGIN");
    setup.test.clock.advance(31 * DAY_MS);
    await refused(id, successor.key, "COMMON_ORIGIN");
  });
  it("by a key whose new text the creator has seen", async () => {
    const stranger = await seeded();
    const [newest] = data(await setup.test.request("GET", `${keysUrl}?pageSize=1`));
    const rolled = await roll({ id: newest.id, key: stranger }, setup.test.apiKey);
    await refused(await waiting(setup.test.apiKey), rolled.key, "COMMON_ORIGIN");
  });
});

describe("a payout is approved", () => {
  it("by a key of another origin, and by one of its making", async () => {
    const other = await seeded();
    const made = await makeKey(other);
    for (const key of [other, made.key]) {
      const approved = data(await approve(await waiting(setup.test.apiKey), key));
      expect(approved.status).toBe("PENDING");
      expect(approved.createdBy).not.toBe(approved.approvedBy);
    }
  });
  it("by a key that its creator made 30 days ago", async () => {
    const made = await makeKey(setup.test.apiKey);
    const id = await waiting(setup.test.apiKey);
    setup.test.clock.advance(30 * DAY_MS - 60_000);
    expect(code(await approve(id, made.key))).toBe("409 PAYOUT_NEEDS_ANOTHER_APPROVER");
    setup.test.clock.advance(60_000);
    expect(data(await approve(id, made.key)).status).toBe("PENDING");
  });
});

describe("what one account gets within a day counts together", () => {
  let phones = 0;
  /** A beneficiary with a new phone. */
  const somebody = (ending = "789"): Promise<string> => {
    phones += 1;
    return setup.beneficiaryId(`+22505${String(phones).padStart(5, "0")}${ending}`);
  };
  const status = async (to: string, amount: string) => data(await setup.askPayout(to, amount)).status;
  const asked = async (to: string, amount: string): Promise<string> =>
    data(await setup.askPayout(to, amount)).id;

  it("so the payout that lifts the sum above the threshold waits, and those after it", async () => {
    const to = await somebody();
    expect(await status(to, "600")).toBe("PENDING");
    expect(await status(to, "400")).toBe("PENDING");
    expect(await status(to, "1")).toBe("PENDING_APPROVAL");
    expect(await status(to, "1")).toBe("PENDING_APPROVAL");
    expect(await status(await somebody(), "1000")).toBe("PENDING");
  });
  it("whichever beneficiaries stand for it: other names, spellings and operators are the same phone", async () => {
    const add = async (body: object): Promise<string> => data(await setup.addBeneficiary(body)).id;
    const person = { type: "MOBILE_MONEY", currency: "XOF" };
    const first = await add({
      ...person,
      name: "Awa Koné",
      details: { phone: "+2250577700789", operator: "MTN" },
    });
    const second = await add({
      ...person,
      name: "Mariam Diallo",
      details: { phone: "05 77 70 07 89", countryCode: "CI", operator: "MTN" },
    });
    const third = await add({
      ...person,
      name: "Awa Koné",
      details: { phone: "+2250577700789", operator: "ORANGE" },
    });
    expect(await status(first, "600")).toBe("PENDING");
    expect(await status(second, "400")).toBe("PENDING");
    expect(await status(third, "1")).toBe("PENDING_APPROVAL");
    expect(await status(first, "1")).toBe("PENDING_APPROVAL");
  });
  it("also the same IBAN, at a bank of another name and in another spelling", async () => {
    const add = async (body: object): Promise<string> => data(await setup.addBeneficiary(body)).id;
    const left = await add(bank("CI93CI0080111301134291200589"));
    const details = { iban: "CI93 CI00 8011 1301 1342 9120 0589", bankName: "Another" };
    const right = await add({ ...bank(""), name: "Awa Koné", details });
    expect(await status(left, "1000")).toBe("PENDING");
    expect(await status(right, "1")).toBe("PENDING_APPROVAL");
  });
  it("also beneficiaries of before the accounts were compared, at once and in the background", async () => {
    const phone = "+2250588800789";
    const [left, right] = [await setup.beneficiaryId(phone), await setup.beneficiaryId(phone)];
    const forget = () => setup.test.owner.query({ text: "update beneficiaries set account_mac = null" });
    await forget();
    expect(await status(left, "1000")).toBe("PENDING");
    expect(await status(right, "1")).toBe("PENDING_APPROVAL");
    await forget();
    while ((await setup.test.app.loops.beneficiaryAccounts?.runOnce()) !== 0);
    const [row] = await setup.test.owner.query<{ accounts: bigint }>({
      text: `select count(distinct account_mac) as accounts from beneficiaries where id = any($1::uuid[])`,
      values: [[left, right].map((id) => parsePublicId("beneficiary", id))],
    });
    expect(row?.accounts).toBe(1n);
  });
  it("also when beneficiaries of one account are paid at once", async () => {
    const phone = "+2250599900789";
    const ids = [];
    for (let count = 0; count < 4; count += 1) ids.push(await setup.beneficiaryId(phone));
    const answers = await Promise.all([...ids, ...ids.toReversed()].map((id) => setup.askPayout(id, "250")));
    const statuses = answers.map((answer) => data(answer).status).sort();
    expect(statuses).toEqual([...Array(4).fill("PENDING"), ...Array(4).fill("PENDING_APPROVAL")]);
  });
  it("but not what came back: cancelled or failed", async () => {
    const to = await somebody();
    const id = await asked(to, "1000");
    expect(await status(to, "10")).toBe("PENDING_APPROVAL");
    data(await setup.test.request("POST", `/payments/payouts/${id}/cancel`));
    expect(await status(to, "990")).toBe("PENDING");
    const refusing = await somebody("089");
    const failing = await asked(refusing, "1000");
    await setup.test.advance(12_000);
    expect(data(await setup.test.request("GET", `/payments/payouts/${failing}`)).status).toBe("FAILED");
    expect(await status(refusing, "1000")).toBe("PENDING");
  });
  it("nor what was asked for a day ago", async () => {
    const to = await somebody();
    expect(await status(to, "1000")).toBe("PENDING");
    setup.test.clock.advance(DAY_MS - 1_000);
    expect(await status(to, "1")).toBe("PENDING_APPROVAL");
    setup.test.clock.advance(1_000);
    expect(await status(to, "999")).toBe("PENDING");
  });
  it("also when all are asked for at once, or in one batch", async () => {
    const to = await somebody();
    const answers = await Promise.all(Array.from({ length: 8 }, () => setup.askPayout(to, "250")));
    const statuses = answers.map((answer) => data(answer).status).sort();
    expect(statuses).toEqual([...Array(4).fill("PENDING"), ...Array(4).fill("PENDING_APPROVAL")]);

    const other = await somebody();
    const batch = data(
      await setup.test.request("POST", "/payments/payouts/batches", {
        headers: { "idempotency-key": "split in a batch" },
        body: {
          walletId: setup.walletId,
          rows: Array.from({ length: 3 }, () => ({ beneficiaryId: other, amount: "500" })),
        },
      }),
    );
    await setup.test.advance(2_000);
    const { rows } = data(await setup.test.request("GET", `/payments/payouts/batches/${batch.id}`));
    const made = await Promise.all(
      rows.map(({ payoutId }: { payoutId: string }) =>
        setup.test.request("GET", `/payments/payouts/${payoutId}`),
      ),
    );
    expect(made.map((answer) => data(answer).approvalRequired)).toEqual([false, false, true]);
  });
  it("nothing waits where the wallet has no threshold", async () => {
    await setThreshold(null);
    const to = await somebody();
    for (const amount of ["600", "5000"]) expect(await status(to, amount)).toBe("PENDING");
    await setThreshold(THRESHOLD);
  });
});
