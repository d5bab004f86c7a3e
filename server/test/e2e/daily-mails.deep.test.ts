import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { parsePublicId } from "../../src/kit/ids.ts";
import { createTenant, logIn } from "../contract/estate.ts";
import { mailsTo } from "../harness/mails.ts";
import { openPage, type Page } from "../harness/page.ts";
import { data, openPayoutSetup, type PayoutSetup } from "../harness/payout-setup.ts";
import { addOne, callAs, openLogIn, type TestPerson } from "../harness/people.ts";
import { workPlants } from "../harness/work-plants.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** The summary of yesterday for merchants' people, and the digest of the queue for operators. */
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let setup: PayoutSetup;
let test: PayoutSetup["test"];
let payer: ReturnType<typeof createPayer>;
beforeAll(async () => {
  setup = await openPayoutSetup();
  ({ test } = setup);
  payer = createPayer(test);
}, 60_000);
afterAll(() => test?.stop());

/** Goes to a time of day, today or tomorrow, by UTC, which is Abidjan's time. */
async function goTo(hours: number, minutes = 0): Promise<void> {
  const now = test.clock.nowMs();
  const today = now - (now % DAY_MS) + (hours * 60 + minutes) * MINUTE_MS;
  test.clock.advance((today > now ? today : today + DAY_MS) - now);
  // The sums are counted beside the work that a drain does.
  await test.app.loops.reports?.runOnce();
  await test.drain();
}
async function pay(amount: string, phone = "789"): Promise<void> {
  const session = await payer.newSession({ amount });
  await payer.complete(session.id, mtn(phone));
  await test.advance(6_000);
}
const summariesOf = async ({ email }: Pick<TestPerson, "email">, kind = "DAILY_SUMMARY") =>
  (await mailsTo(test, email)).filter((mail) => mail.kind === kind);

describe("the summary of a merchant's day", () => {
  let owner: TestPerson;
  let viewer: TestPerson;
  let silent: TestPerson;
  let support: TestPerson;
  let stranger: TestPerson;
  const wish = async (person: TestPerson, on: boolean, merchantId = test.merchantId) => {
    const call = callAs(test, await openLogIn(test, person), { merchantId });
    const path = `/auth/merchant/merchants/${merchantId}/notifications`;
    return call("PATCH", path, { sandbox: { DAILY_SUMMARY: on } });
  };
  beforeAll(async () => {
    owner = await addOne(test, "OWNER");
    viewer = await addOne(test, "VIEWER");
    silent = await addOne(test, "ACCOUNTANT");
    support = await addOne(test, "SUPPORT");
    await test.owner.query({
      text: "update persons set locale = 'en', time_zone = 'Africa/Lagos' where id = $1",
      values: [viewer.personId],
    });
    const body = { displayName: "Chez Yao", countryCode: "CM" };
    const { token } = await test.operator();
    const made = data(await test.request("POST", "/tenant/merchants", { apiKey: token, body }));
    stranger = await addOne(test, "OWNER", made.id);
    for (const person of [owner, viewer]) expect((await wish(person, true)).status).toBe(200);
    expect((await wish(stranger, true, made.id)).status).toBe(200);
  });

  it("concerns whoever reads reports, and nobody else", async () => {
    const refused = await wish(support, true);
    expect([refused.status, refused.body.error.details.fields]).toEqual([
      400,
      [expect.objectContaining({ path: "sandbox.DAILY_SUMMARY", rule: "role" })],
    ]);
  });

  it("is sent at seven o'clock of the merchant's country, to those who asked, in their language", async () => {
    await pay("20000");
    await pay("5000");
    await pay("700", "049");
    await goTo(6, 59);
    expect(await summariesOf(owner)).toEqual([]);
    await goTo(7);
    const [mail, ...others] = await summariesOf(owner);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/, 21 novembre : 25\s000\sF\sCFA$/u);
    expect(mail?.text).toMatch(/Encaissé\u00a0: 25\s000\sF\sCFA \(2 paiements\)/u);
    expect(mail?.text).toMatch(/Paiements réussis\u00a0: 2 sur 3 \(66,7\s%\)/u);
    expect(mail?.text).toContain("Disponible\u00a0: ");
    expect(mail?.link).toBe(`${test.origin}/dashboard/${test.merchantId}/sandbox`);
    const [english] = await summariesOf(viewer);
    expect(english?.subject).toMatch(/, 21 November: /);
    expect(english?.text).toContain("Successful payments: 2 of 3 (66.7%)");
    expect([await summariesOf(silent), await summariesOf(support)]).toEqual([[], []]);
    // Nothing happened at the other merchant, and it is told nothing of this one.
    expect(await summariesOf(stranger)).toEqual([]);
  });

  it("is never sent twice, whoever looks and however often", async () => {
    const again = () => test.app.loops.dailySummaries?.runOnce();
    await Promise.all([again(), again(), again()]);
    await goTo(9);
    await goTo(23);
    expect(await summariesOf(owner)).toHaveLength(1);
    expect(await summariesOf(viewer)).toHaveLength(1);
  });

  it("is not sent when nothing happened and nothing waits", async () => {
    await goTo(7);
    await goTo(8);
    expect(await summariesOf(owner)).toHaveLength(1);
  });

  it("says what waits for its reader, and nothing that waits for others", async () => {
    const walletId = parsePublicId("wallet", setup.walletId);
    if (walletId === null) throw new Error("a wallet has an id");
    await test.db.transaction((tx) =>
      test.app.payouts.setApprovalThreshold(tx, test.merchantNo, walletId, 0n, systemActor),
    );
    // A new beneficiary waits a while before the first payout.
    const beneficiary = await setup.beneficiaryId();
    await goTo(9);
    await goTo(10);
    const asked = await setup.askPayout(beneficiary, "1000");
    expect(asked.body.data?.status ?? asked.body.error).toBe("PENDING_APPROVAL");
    await goTo(7);
    const [, second] = await summariesOf(owner);
    expect(second?.text).toContain("Versements à approuver\u00a0: 1");
    expect(second?.subject).toContain("aucun encaissement");
    expect(await summariesOf(viewer)).toHaveLength(1);
  });

  it("begins for who switches it on later with the next morning, and ends at once", async () => {
    await goTo(12);
    await pay("3000");
    expect((await wish(silent, true)).status).toBe(200);
    expect((await wish(owner, false)).status).toBe(200);
    await test.drain();
    expect(await summariesOf(silent)).toEqual([]);
    const before = (await summariesOf(owner)).length;
    await goTo(7);
    const [mail] = await summariesOf(silent);
    expect(mail?.text).toMatch(/Encaissé\u00a0: 3\s000\sF\sCFA \(1 paiement\)/u);
    expect(mail?.text).not.toContain("à approuver");
    expect(await summariesOf(owner)).toHaveLength(before);
  });

  it("leaves out who works there no longer", async () => {
    await pay("4000");
    const before = (await summariesOf(silent)).length;
    await test.owner.query({
      text: "update members set removed_at = now() where person_id = $1",
      values: [silent.personId],
    });
    await goTo(7);
    expect(await summariesOf(silent)).toHaveLength(before);
    expect((await summariesOf(viewer)).at(-1)?.text).toMatch(/4,000/);
  });

  it("lets the day begin where the merchant is: an hour before midnight by UTC in Douala", async () => {
    const [row] = await test.owner.query<{ merchantId: string }>({
      text: `select merchant_id as "merchantId" from members where person_id = $1`,
      values: [stranger.personId],
    });
    await test.owner.query({
      text: `update kyb_dossiers set status = 'INFO_REQUESTED'
              where merchant_no = (select merchant_no from merchant_numbers where merchant_id = $1 and mode = 'SANDBOX')`,
      values: [row?.merchantId],
    });
    await goTo(5, 59);
    expect(await summariesOf(stranger)).toEqual([]);
    await goTo(6);
    expect(
      (await summariesOf(stranger)).map(({ text }) => /Questions sur le dossier\u00a0: 1/.test(text)),
    ).toEqual([true]);
  });
});

describe("the digest of the operators' queue", () => {
  let page: Page;
  let email: string;
  beforeAll(async () => {
    const operator = await test.operator();
    ({ email } = operator);
    page = openPage(test, "operator");
    expect((await page.call("POST", "log-in", { email, password: operator.password })).status).toBe(200);
  });
  const digests = () => summariesOf({ email }, "OPERATOR_DIGEST");

  it("is off until its reader asks for it, and is each operator's own", async () => {
    expect((await page.call("GET", "digest")).body.data).toEqual({
      object: "digest_settings",
      on: false,
      hour: 7,
    });
    await workPlants(test).ENDPOINT_DISABLED();
    await goTo(7);
    expect(await digests()).toEqual([]);
    const stranger = openPage(test, "merchant", {
      cookie: await openLogIn(test, await addOne(test, "OWNER")),
    });
    expect((await stranger.call("PATCH", "digest", { on: true })).status).toBe(400);
    expect((await openPage(test, "operator").call("GET", "digest")).status).toBe(401);
  });

  it("says how much waits, how much of it is late, and since when; once a day, from the next morning", async () => {
    const operator = await test.operator();
    page = openPage(test, "operator");
    await page.call("POST", "log-in", { email, password: operator.password });
    expect((await page.call("PATCH", "digest", { on: true })).body.data.on).toBe(true);
    await test.drain();
    expect(await digests()).toEqual([]);
    await goTo(7);
    const [mail, ...others] = await digests();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^File de travail : \d+ en attente$/);
    expect(mail?.text).toMatch(/En attente\u00a0: [1-9]\d*\n/);
    expect(mail?.text).toMatch(/En retard\u00a0: [1-9]/);
    expect(mail?.text).toContain("Le plus ancien, depuis\u00a0: ");
    expect(mail?.link).toBe(`${test.origin}/console/work`);
    const again = () => test.app.loops.operatorDigests?.runOnce();
    await Promise.all([again(), again()]);
    await goTo(8);
    expect(await digests()).toHaveLength(1);
    const audited = await test.owner.query<{ after: string }>({
      text: "select after from audit_log where action = 'operator.digest_changed'",
    });
    expect(audited.map(({ after }) => after)).toEqual(["on"]);
  });

  it("counts only what the reader may see, of their own tenant, and is not sent when nothing is left", async () => {
    const abroad = await createTenant(test, "abroad");
    await logIn(test, abroad, 1);
    const before = (await digests()).length;
    await test.owner.query({
      text: "update operators set permissions = '{tenant.audit.read}' where email = $1",
      values: [email],
    });
    await test.owner.query({
      text: `insert into operator_digests (operator_id, is_on, chosen_at)
             select id, true, $1 from operators where email <> $2 on conflict do nothing`,
      values: [new Date(test.clock.nowMs()), email],
    });
    await goTo(7);
    expect(await digests()).toHaveLength(before);
    const [row] = await test.owner.query<{ n: number }>({
      text: `select count(*)::int as n from mails m join operators o on o.tenant_id = m.tenant_id
              where m.kind = 'OPERATOR_DIGEST' and m.tenant_id <> (select tenant_id from merchants where id = $1)`,
      values: [test.merchantId],
    });
    expect(row?.n).toBe(0);
  });
});
