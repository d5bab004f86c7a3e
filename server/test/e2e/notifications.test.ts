import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { recordNews } from "../../src/db/merchant-news.ts";
import { checkDigits } from "../../src/kit/bank-account.ts";
import { type MerchantId, parsePublicId } from "../../src/kit/ids.ts";
import type { Mode } from "../../src/kit/payment-terms.ts";
import { disableEndpoints } from "../../src/modules/webhooks/disable.ts";
import type { Answer } from "../harness/app.ts";
import { mailsTo } from "../harness/mails.ts";
import { bank, data, mobile, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";
import {
  addMember,
  addOne,
  addPerson,
  callAs,
  fullTerms,
  openLogIn,
  type TestPerson,
} from "../harness/people.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** What happens at a merchant reaches the people whose role makes it theirs, by mail, in their language. */
const MINUTE_MS = 60_000;
let setup: PayoutSetup;
let test: PayoutSetup["test"];
const people = {} as Record<"owner" | "developer" | "accountant" | "approver" | "viewer", TestPerson>;
let stranger: TestPerson;

beforeAll(async () => {
  setup = await openPayoutSetup();
  ({ test } = setup);
  const payer = createPayer(test);
  const session = await payer.newSession({ amount: "900000" });
  await payer.complete(session.id, mtn("789"));
  await test.advance(6_000);
  people.owner = await addOne(test, "OWNER");
  people.developer = await addOne(test, "DEVELOPER");
  people.accountant = await addOne(test, "ACCOUNTANT");
  people.approver = await addOne(test, "APPROVER");
  people.viewer = await addOne(test, "VIEWER");
  stranger = await addOne(test, "OWNER", (await newMerchant()).merchantId);
  await test.owner.query({
    text: "update persons set locale = 'en', time_zone = 'Africa/Lagos' where id = $1",
    values: [people.developer.personId],
  });
}, 60_000);
afterAll(() => test?.stop());
/** Each case begins after everybody has been told of everything, and quiet times have passed. */
beforeEach(async () => {
  await test.drain();
  test.clock.advance(11 * MINUTE_MS);
  await test.owner.query({ text: "delete from mails" });
});

async function newMerchant(): Promise<{ readonly merchantId: MerchantId; readonly operator: string }> {
  const operator = (await test.operator()).token;
  const body = { displayName: "Chez Yao", countryCode: "CI" };
  const made = data(await test.request("POST", "/tenant/merchants", { apiKey: operator, body }));
  return { merchantId: made.id, operator };
}
const numberOf = async (merchantId: string, mode: Mode) => {
  const [row] = await test.owner.query<{ merchantNo: PayoutSetup["test"]["merchantNo"] }>({
    text: `select merchant_no as "merchantNo" from merchant_numbers where merchant_id = $1 and mode = $2`,
    values: [merchantId, mode],
  });
  if (row === undefined) throw new Error("a merchant has a number in each mode");
  return row.merchantNo;
};
/** The subjects of the mails to each of them, after background work. */
const told = async (kind: string) => {
  await test.drain();
  const subjects = async (person: TestPerson) =>
    (await mailsTo(test, person.email)).filter((mail) => mail.kind === kind).map(({ subject }) => subject);
  const each = Object.entries({ ...people, stranger }).map(
    async ([name, person]) => [name, await subjects(person)] as const,
  );
  const found = (await Promise.all(each)).filter(([, list]) => list.length > 0);
  return Object.fromEntries(found) as Partial<Record<keyof typeof people | "stranger", readonly string[]>>;
};
const as = async (person: TestPerson) => callAs(test, await openLogIn(test, person));
const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const keyBody = (name: string) => ({ name, permissions: ["merchant.links.read"] });
const makeKey = async (name: string) =>
  data(
    await (await as(people.owner))("POST", `/merchant/merchants/${test.merchantId}/api-keys`, keyBody(name)),
  );
const setThreshold = async (above: bigint | null) => {
  const id = parsePublicId("wallet", setup.walletId);
  if (id === null) throw new Error("a wallet has an id");
  await test.db.transaction((tx) =>
    test.app.payouts.setApprovalThreshold(tx, test.merchantNo, id, above, systemActor),
  );
};

describe("a new key", () => {
  it("is told to those who manage keys, in the language of each, and the maker is told too", async () => {
    const { id } = await makeKey("Caisse 2");
    expect(await told("KEY_MADE")).toEqual({
      owner: [expect.stringContaining("Nouvelle clé d’API")],
      developer: [expect.stringContaining("New API key")],
    });
    const [mail] = await mailsTo(test, people.developer.email);
    expect(mail?.text).toContain("Key: Caisse 2");
    expect(mail?.text).toContain("Made by: OWNER");
    expect(mail?.text).toContain("Lagos");
    expect(mail?.text).not.toContain(id);
    expect(mail?.link).toBe(`${test.origin}/dashboard/${test.merchantId}/sandbox/developers/keys`);
  });

  it("is told with the others that follow within a minute, once the minute is over", async () => {
    await makeKey("one");
    expect((await told("KEY_MADE")).owner).toHaveLength(1);
    for (const name of ["two", "three", "four"]) await makeKey(name);
    expect((await told("KEY_MADE")).owner).toHaveLength(1);
    await test.advance(MINUTE_MS, MINUTE_MS);
    expect((await told("KEY_MADE")).owner).toHaveLength(2);
    const [, second] = await mailsTo(test, people.owner.email);
    expect(second?.text).toContain("Clé\u00a0: two");
    expect(second?.text).toContain("Et aussi\u00a0: 2 de même nature");
  });

  it("that was not made is not told: the news go with the act", async () => {
    const failing = test.db.transaction(async (tx) => {
      await recordNews(tx, [
        { merchantNo: test.merchantNo, kind: "KEY_MADE", subject: null, actor: systemActor, atMs: 0 },
      ]);
      throw new Error("the act fails");
    });
    await expect(failing).rejects.toThrow("the act fails");
    expect(await told("KEY_MADE")).toEqual({});
  });
});

describe("a new beneficiary", () => {
  it("is told to those who manage beneficiaries", async () => {
    data(await setup.addBeneficiary(mobile("+2250500000790")));
    expect(Object.keys(await told("BENEFICIARY_ADDED"))).toEqual(["owner", "developer", "accountant"]);
    const [mail] = await mailsTo(test, people.accountant.email);
    expect(mail?.text).toContain("Bénéficiaire\u00a0: Awa Koné");
    // The number of the account stays out of it.
    expect(mail?.text).not.toContain("790");
  });

  it("that was refused is told to nobody", async () => {
    // The key of the account does not hold, whatever the check digits of the IBAN say.
    const account = "CI0080111301134291200588";
    const refused = await setup.addBeneficiary(bank(`CI${checkDigits(account, "CI")}${account}`));
    expect(data(refused).status).toBe("REJECTED");
    expect(await told("BENEFICIARY_ADDED")).toEqual({});
  });
});

describe("a payout", () => {
  it("that waits is told to those who approve, but not to the one who asked for it", async () => {
    await setThreshold(1_000n);
    const body = { walletId: setup.walletId, beneficiaryId: await setup.beneficiaryId(), amount: "5001" };
    const ask = async (person: TestPerson) =>
      data(
        await (await as(person))("POST", "/payments/payouts", body, { "idempotency-key": `${person.id}-1` }),
      ).id;
    const id = await ask(people.owner);
    expect(await told("PAYOUT_WAITING")).toEqual({
      approver: ["Versement à approuver : 5\u202f001\u00a0F\u202fCFA"],
    });
    const [mail] = await mailsTo(test, people.approver.email);
    expect(mail?.link).toBe(`${test.origin}/dashboard/${test.merchantId}/sandbox/payouts/${id}`);
    await ask(people.accountant);
    await test.advance(11 * MINUTE_MS, 11 * MINUTE_MS);
    expect(Object.keys(await told("PAYOUT_WAITING"))).toEqual(["owner", "approver"]);
  });

  it("that somebody has approved within the quiet time is told no more", async () => {
    await setThreshold(1_000n);
    const waiting = async () => data(await setup.askPayout(await setup.beneficiaryId(), "5001")).id as string;
    await waiting();
    expect((await told("PAYOUT_WAITING")).approver).toHaveLength(1);
    const id = await waiting();
    const approved = await (await as(people.approver))("POST", `/payments/payouts/${id}/approve`);
    expect(code(approved)).toBe("200");
    await test.advance(11 * MINUTE_MS, 11 * MINUTE_MS);
    expect((await told("PAYOUT_WAITING")).approver).toHaveLength(1);
  });

  it("that failed is told to those who manage payouts, with the reason", async () => {
    await setThreshold(null);
    const beneficiaryId = data(await setup.addBeneficiary(mobile("+2250500000791"))).id;
    data(await setup.askPayout(beneficiaryId, "900"));
    data(await test.request("DELETE", `/payments/beneficiaries/${beneficiaryId}`));
    await test.advance(6_000, 6_000);
    expect(Object.keys(await told("PAYOUT_FAILED"))).toEqual(["owner", "developer", "accountant"]);
    const mails = await mailsTo(test, people.accountant.email);
    expect(mails.find(({ kind }) => kind === "PAYOUT_FAILED")?.text).toContain(
      "Raison\u00a0: INVALID_RECIPIENT",
    );
  });
});

describe("an endpoint that was disabled", () => {
  const arrange = async () => {
    const made = await test.request("POST", `/merchant/merchants/${test.merchantId}/webhook-endpoints`, {
      body: { url: "https://hooks.example.com/secret-path", events: ["*"] },
    });
    const id = parsePublicId("webhookEndpoint", data(made).id);
    if (id === null) throw new Error("an endpoint has an id");
    await test.owner.query({
      text: "update webhook_endpoints set status = 'ACTIVE' where id = $1",
      values: [id],
    });
    const deps = { ids: test.app.ids, keyring: test.keyring, log: { ...console, warn: () => {} } as never };
    const reason = { reason: "GONE", nowMs: test.clock.nowMs(), failingBeforeMs: null } as const;
    await test.db.transaction((tx) =>
      disableEndpoints(tx, deps, [{ merchantNo: test.merchantNo, id }], reason),
    );
    return id;
  };

  it("is told with its host and without its path", async () => {
    await arrange();
    expect(Object.keys(await told("ENDPOINT_DISABLED"))).toEqual(["owner", "developer"]);
    const [mail] = await mailsTo(test, people.owner.email);
    expect(mail?.text).toMatch(/^Adresse\u00a0: hooks\W+example\W+com$/m);
    expect(mail?.text).not.toContain("secret-path");
  });

  it("and works again is told no more", async () => {
    const id = await arrange();
    await test.owner.query({
      text: "update webhook_endpoints set status = 'ACTIVE' where id = $1",
      values: [id],
    });
    expect(await told("ENDPOINT_DISABLED")).toEqual({});
  });
});

describe("an account that is suspended and reinstated", () => {
  it("is told with the operator's words, once for both modes", async () => {
    const { merchantId, operator } = await newMerchant();
    const one = await addPerson(test, "Ama", merchantId);
    await addMember(test, one, fullTerms("OWNER"), merchantId);
    const step = async (name: string, body: object) =>
      data(await test.request("POST", `/tenant/merchants/${merchantId}/${name}`, { apiKey: operator, body }));
    await step("activate", { reason: "Contrat" });
    await step("suspend", { reason: "Fraude ?", messageToMerchant: "Appelez-nous." });
    await test.drain();
    const mails = await mailsTo(test, one.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Compte suspendu : Chez Yao"]);
    expect(mails[0]?.text).toContain("Appelez-nous.");
    // What operators say among themselves stays there.
    expect(mails[0]?.text).not.toContain("Fraude");
    await step("reinstate", { reason: "En ordre" });
    await test.advance(MINUTE_MS, MINUTE_MS);
    expect((await mailsTo(test, one.email)).map(({ subject }) => subject)).toEqual([
      "Compte suspendu : Chez Yao",
      "Compte réactivé : Chez Yao",
    ]);
  });
});

describe("settings", () => {
  const path = () => `/auth/merchant/merchants/${test.merchantId}/notifications`;
  const change = async (person: TestPerson, body: unknown) => (await as(person))("PATCH", path(), body);

  it("show what goes with the role in each mode, and what cannot be switched off", async () => {
    const shown = data(await (await as(people.accountant))("GET", path()));
    expect(shown).toEqual({
      object: "notification_settings",
      merchantId: test.merchantId,
      live: [
        { kind: "BENEFICIARY_ADDED", on: true, canSwitchOff: false },
        { kind: "PAYOUT_FAILED", on: true, canSwitchOff: true },
        { kind: "NOTE_MENTION", on: true, canSwitchOff: true },
        { kind: "DAILY_SUMMARY", on: false, canSwitchOff: true },
      ],
      sandbox: [
        { kind: "BENEFICIARY_ADDED", on: true, canSwitchOff: true },
        { kind: "PAYOUT_FAILED", on: true, canSwitchOff: true },
        { kind: "NOTE_MENTION", on: true, canSwitchOff: true },
        { kind: "DAILY_SUMMARY", on: false, canSwitchOff: true },
      ],
    });
  });

  it("switch a mail off for oneself, in one mode, and on again", async () => {
    const off = data(await change(people.developer, { sandbox: { KEY_MADE: false } }));
    expect(off.sandbox[0]).toEqual({ kind: "KEY_MADE", on: false, canSwitchOff: true });
    expect(off.live[0]).toEqual({ kind: "KEY_MADE", on: true, canSwitchOff: false });
    await makeKey("quiet");
    expect(Object.keys(await told("KEY_MADE"))).toEqual(["owner"]);
    data(await change(people.developer, { sandbox: { KEY_MADE: true } }));
    await makeKey("loud");
    await test.advance(MINUTE_MS, MINUTE_MS);
    expect(Object.keys(await told("KEY_MADE"))).toEqual(["owner", "developer"]);
    const { token } = await test.operator();
    const audit = await test.request(
      "GET",
      `/tenant/audit?subject=${people.developer.id}&action=person.notifications_changed`,
      { apiKey: token },
    );
    expect(audit.body.data.map((entry: { after: string }) => entry.after)).toEqual([
      `${test.merchantId} SANDBOX KEY_MADE on`,
      `${test.merchantId} SANDBOX KEY_MADE off`,
    ]);
  });

  it.each([
    [
      "a security mail in live mode",
      { live: { BENEFICIARY_ADDED: false } },
      "live.BENEFICIARY_ADDED",
      "security",
    ],
    ["what the role does not include", { live: { KEY_MADE: true } }, "live.KEY_MADE", "role"],
    ["a kind that does not exist", { live: { NEWSLETTER: true } }, "live.NEWSLETTER", "unknown"],
    ["nothing", {}, "body", "minProperties"],
    ["a word", { live: { PAYOUT_FAILED: "no" } }, "live.PAYOUT_FAILED", "type"],
  ])("refuse %s and change nothing", async (_title, body, field, rule) => {
    const before = data(await (await as(people.accountant))("GET", path()));
    const refused = await change(people.accountant, body);
    expect(code(refused)).toBe("400 VALIDATION_ERROR");
    expect(refused.body.error.details.fields[0]).toMatchObject({ path: field, rule });
    expect(data(await (await as(people.accountant))("GET", path()))).toEqual(before);
  });

  it("are nobody else's: not of people of another merchant, nor of operators", async () => {
    expect(code(await (await as(stranger))("GET", path()))).toBe("403 INVALID_MERCHANT_SCOPE");
    expect(code(await change(stranger, { live: { KEY_MADE: true } }))).toBe("403 INVALID_MERCHANT_SCOPE");
    const asOperator = path().replace("/auth/merchant", "/auth/operator");
    expect(code(await (await as(people.owner))("GET", asOperator))).toMatch(/^40[014] /);
  });

  it("of somebody who left do not count, and nobody who left is told", async () => {
    const gone = await addOne(test, "DEVELOPER");
    await test.owner.query({
      text: "update members set removed_at = now() where person_id = $1",
      values: [gone.personId],
    });
    await makeKey("after");
    await test.drain();
    expect(await mailsTo(test, gone.email)).toEqual([]);
    expect(code(await (await as(gone))("GET", path()))).toBe("403 INVALID_MERCHANT_SCOPE");
  });
});

it("a merchant without people has news that nobody is told, and they are removed", async () => {
  const { merchantId } = await newMerchant();
  const merchantNo = await numberOf(merchantId, "LIVE");
  await test.db.transaction((tx) =>
    recordNews(tx, [
      { merchantNo, kind: "KYB_ASKED", subject: null, actor: systemActor, atMs: test.clock.nowMs() },
    ]),
  );
  await test.drain();
  expect(await test.owner.query({ text: "select from merchant_news" })).toEqual([]);
  expect(await test.owner.query({ text: "select from mails" })).toEqual([]);
});
