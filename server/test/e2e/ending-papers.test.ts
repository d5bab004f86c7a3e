import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { openConsole } from "../harness/console-reader.ts";
import { mailsTo } from "../harness/mails.ts";
import { uploadBody } from "../harness/onboarding.ts";
import { addOne, callAs, type TestPerson } from "../harness/people.ts";

/** Papers of an approved dossier that end: in the operators' queue, and in mails to the merchant. */
const DAY_MS = 86_400_000;
let test: TestApp;
let owner: TestPerson;
let viewer: TestPerson;
let email: string;
let dossierId: string;
let lastDay: string;

beforeAll(async () => {
  test = await startTestApp();
  ({ email } = await test.operator());
  owner = await addOne(test, "OWNER");
  viewer = await addOne(test, "VIEWER");
  dossierId = (await test.request("GET", "/merchant-owner/onboarding")).body.data.id;
}, 60_000);
afterAll(() => test?.stop());
beforeEach(async () => {
  await run("delete from kyb_documents where merchant_no = $1 and accepted_at is null", [test.merchantNo]);
  await run("update kyb_documents set expires_on = null, told_expiry = null");
  await run("delete from mails");
  await run("delete from merchant_news");
  await run("delete from merchant_news_told");
});

const run = (text: string, values: readonly unknown[] = []) =>
  test.owner.query({ text, values: [...values] });
const dayIn = (days: number): string =>
  new Date(test.clock.nowMs() + days * DAY_MS).toISOString().slice(0, 10);
const ask = async (method: string, path: string, body?: unknown) =>
  callAs(test, await openConsole(test, email))(method, path, body);

/** A paper that the approval rests on ends on that day, as a reviewer has read on it. */
async function ends(type: string, days: number): Promise<string> {
  lastDay = dayIn(days);
  const { documents } = (await ask("GET", `/tenant/kyb/${dossierId}`)).body.data;
  const { id } = documents.find((one: { type: string }) => one.type === type);
  const answer = await ask("PATCH", `/tenant/kyb/${dossierId}/documents/${id}`, { expiresOn: lastDay });
  expect(answer.status).toBe(200);
  return id;
}
const rows = async () => (await ask("GET", "/tenant/work?kind=EXPIRING_PAPER")).body.data.items;
const details = async (): Promise<readonly string[]> =>
  (await rows()).map(({ detail }: { detail: string }) => detail);
const subjects = async (person = owner): Promise<readonly string[]> => {
  for (const loop of ["paperExpiry", "merchantNews"]) await test.app.loops[loop]?.runOnce();
  return (await mailsTo(test, person.email))
    .filter(({ kind }) => kind === "KYB_PAPER_ENDS")
    .map(({ subject }) => subject);
};
const upload = async (type: Parameters<typeof uploadBody>[0], expiresOn?: string) => {
  const body = { ...uploadBody(type), ...(expiresOn === undefined ? {} : { expiresOn }) };
  return test.request("POST", "/merchant-owner/onboarding/documents", { body });
};

describe("a paper that ends", () => {
  it("waits from 30 days before, anew from 7 days before, and anew when it has ended; each is told once", async () => {
    await ends("TAX_CERTIFICATE", 31);
    expect([await details(), await subjects()]).toEqual([[], []]);
    test.clock.advance(DAY_MS);
    const [row] = await rows();
    expect(row).toMatchObject({
      id: `EXPIRING_PAPER:${dossierId}:TAX_CERTIFICATE-${lastDay}`,
      objectId: dossierId,
      merchantId: test.merchantId,
      mode: "SANDBOX",
      name: "TAX_CERTIFICATE",
      day: lastDay,
      detail: "ENDS_IN_30_DAYS",
      due: `${dayIn(31)}T00:00:00.000Z`,
      overdue: false,
      endsByHand: true,
    });
    const soon = expect.stringMatching(/expire bientôt$/);
    expect(await subjects()).toEqual([soon]);
    const [mail] = (await mailsTo(test, owner.email)).filter(({ kind }) => kind === "KYB_PAPER_ENDS");
    expect(mail?.link).toBe(`${test.origin}/dashboard/${test.merchantId}/sandbox/setup`);
    expect(await subjects(viewer)).toEqual([]);
    // Somebody has seen to it: it comes back with the next stage.
    expect((await ask("POST", `/tenant/work/${row.id}/done`)).status).toBe(200);
    test.clock.advance(22 * DAY_MS);
    expect([await details(), await subjects()]).toEqual([[], [soon]]);
    test.clock.advance(DAY_MS);
    expect([await details(), await subjects()]).toEqual([["ENDS_IN_7_DAYS"], [soon, soon]]);
    test.clock.advance(7 * DAY_MS);
    expect([await details(), await subjects()]).toEqual([["ENDS_IN_7_DAYS"], [soon, soon]]);
    test.clock.advance(DAY_MS);
    const ended = expect.stringMatching(/n’est plus valable$/);
    expect([await details(), await subjects()]).toEqual([["ENDED"], [soon, soon, ended]]);
    test.clock.advance(90 * DAY_MS);
    expect([await details(), await subjects()]).toEqual([["ENDED"], [soon, soon, ended]]);
  });

  it("is told at the stage that it has reached, and with others of the same hour in one mail", async () => {
    await ends("TAX_CERTIFICATE", 5);
    await ends("REGISTRATION_CERTIFICATE", 5);
    expect(await details()).toEqual(["ENDS_IN_7_DAYS", "ENDS_IN_7_DAYS"]);
    expect(await subjects()).toHaveLength(1);
    const [mail] = await mailsTo(test, owner.email);
    expect(mail?.text).toContain("Et aussi\u00a0: 1 de même nature");
  });

  it("is told again from the beginning when a reviewer reads another day on it, and never when it does not end", async () => {
    const id = await ends("TAX_CERTIFICATE", 5);
    expect(await subjects()).toHaveLength(1);
    await ask("PATCH", `/tenant/kyb/${dossierId}/documents/${id}`, { expiresOn: null });
    test.clock.advance(6 * DAY_MS);
    expect([await details(), (await subjects()).length]).toEqual([[], 1]);
    await ends("TAX_CERTIFICATE", 30);
    expect([await details(), (await subjects()).length]).toEqual([["ENDS_IN_30_DAYS"], 2]);
  });
});

describe("a newer paper of its type", () => {
  it("stops the mails, and waits for a look; once seen to, it is over", async () => {
    await ends("TAX_CERTIFICATE", 20);
    expect(await subjects()).toHaveLength(1);
    test.clock.advance(DAY_MS);
    const answer = await upload("TAX_CERTIFICATE", dayIn(400));
    expect([answer.status, answer.body.data.expiresOn]).toEqual([201, dayIn(400)]);
    const [row] = await rows();
    expect(row).toMatchObject({
      detail: "NEWER_HANDED_IN",
      since: new Date(test.clock.nowMs()).toISOString(),
    });
    await ask("POST", `/tenant/work/${row.id}/done`);
    test.clock.advance(30 * DAY_MS);
    expect([await details(), (await subjects()).length]).toEqual([[], 1]);
  });

  it("that ends earlier replaces nothing; one that an approval rests on replaces it at once", async () => {
    await ends("TAX_CERTIFICATE", 20);
    test.clock.advance(DAY_MS);
    await upload("TAX_CERTIFICATE", dayIn(10));
    expect(await details()).toEqual(["ENDS_IN_30_DAYS"]);
    await upload("TAX_CERTIFICATE");
    expect(await details()).toEqual(["NEWER_HANDED_IN"]);
    const before = "accepted_at is null and expires_on is null and merchant_no = $1";
    await run(`update kyb_documents set accepted_at = created_at where ${before}`, [test.merchantNo]);
    expect(await details()).toEqual([]);
    await run(
      "delete from kyb_documents where created_at = accepted_at and type = 'TAX_CERTIFICATE' and created_at = $1",
      [new Date(test.clock.nowMs())],
    );
  });

  describe("is decided about alone", () => {
    const decide = async (id: string, act: "accept" | "refuse", body?: unknown) =>
      ask("POST", `/tenant/kyb/${dossierId}/documents/${id}/${act}`, body);
    const own = async (id: string) =>
      (await test.request("GET", `/merchant-owner/onboarding/documents/${id}`)).body.data;
    const status = async () => (await test.request("GET", "/merchant-owner/onboarding")).body.data.status;

    it("accepted, the approval rests on it: nothing waits, and it cannot be deleted", async () => {
      await ends("TAX_CERTIFICATE", 20);
      test.clock.advance(DAY_MS);
      const { id } = (await upload("TAX_CERTIFICATE", dayIn(400))).body.data;
      expect(await details()).toEqual(["NEWER_HANDED_IN"]);
      const accepted = await decide(id, "accept");
      expect([accepted.status, accepted.body.data.status]).toEqual([200, "APPROVED"]);
      expect(await details()).toEqual([]);
      expect(await own(id)).toMatchObject({ acceptedAt: expect.any(String), refusedAt: null, version: 2 });
      const deleted = await test.request("DELETE", `/merchant-owner/onboarding/documents/${id}`);
      expect([deleted.status, deleted.body.error.code]).toEqual([409, "KYB_DOCUMENT_LOCKED"]);
      const again = await decide(id, "refuse", { reason: "Trop tard" });
      expect([again.status, again.body.error.code]).toEqual([409, "KYB_DOCUMENT_DECIDED"]);
      const { body } = await ask("GET", `/tenant/audit?subject=${id}`);
      expect(body.data.map(({ action }: { action: string }) => action)).toContain("kyb_document.accepted");
      await run("delete from kyb_documents where accepted_at = $1", [new Date(test.clock.nowMs())]);
    });

    it("refused, the older one waits again; the merchant reads why, is told by mail, and sends another", async () => {
      await ends("TAX_CERTIFICATE", 20);
      test.clock.advance(DAY_MS);
      const { id } = (await upload("TAX_CERTIFICATE", dayIn(400))).body.data;
      const wordless = await decide(id, "refuse", { reason: "" });
      expect([wordless.status, wordless.body.error.details.fields[0].path]).toEqual([400, "reason"]);
      expect((await decide(id, "refuse", { reason: "La date est illisible" })).status).toBe(200);
      expect(await details()).toEqual(["ENDS_IN_30_DAYS"]);
      expect(await own(id)).toMatchObject({
        acceptedAt: null,
        refusedAt: new Date(test.clock.nowMs()).toISOString(),
        refusalReason: "La date est illisible",
      });
      await test.app.loops.merchantNews?.runOnce();
      const [mail] = (await mailsTo(test, owner.email)).filter(({ kind }) => kind === "KYB_ASKED");
      expect(mail?.text).toContain("La date est illisible");
      expect(await status()).toBe("APPROVED");
      expect((await decide(id, "accept")).body.error.code).toBe("KYB_DOCUMENT_DECIDED");
      const body = { taxId: "CI-NEW-1", documents: [id], reason: "Nouveau numéro" };
      const path = "/merchant-owner/onboarding/profile/material-change";
      const change = await test.request("PATCH", path, { body });
      expect([change.status, change.body.error.details.fields[0].rule]).toEqual([400, "refused"]);
      await upload("TAX_CERTIFICATE", dayIn(400));
      expect(await details()).toEqual(["NEWER_HANDED_IN"]);
    });

    it("not while its dossier is under review", async () => {
      const { id } = (await upload("OTHER")).body.data;
      await run("update kyb_dossiers set status = 'IN_REVIEW' where merchant_no = $1", [test.merchantNo]);
      const refused = await decide(id, "accept");
      expect([refused.status, refused.body.error.code]).toEqual([409, "MERCHANT_STATUS_CONFLICT"]);
      await run("update kyb_dossiers set status = 'APPROVED' where merchant_no = $1", [test.merchantNo]);
    });
  });

  it("is refused where it has ended already, and stores nothing", async () => {
    const { status, body } = await upload("TAX_CERTIFICATE", dayIn(-1));
    expect([status, body.error.details.fields[0].path]).toEqual([400, "expiresOn"]);
  });

  it("of a director is another director's, unless it comes near the end", async () => {
    await run("update kyb_documents set type = 'DIRECTOR_ID' where type = 'TAX_CERTIFICATE'");
    await ends("DIRECTOR_ID", 100);
    test.clock.advance(DAY_MS);
    await upload("DIRECTOR_ID", dayIn(2_000));
    test.clock.advance(75 * DAY_MS);
    expect(await details()).toEqual(["ENDS_IN_30_DAYS"]);
    await upload("DIRECTOR_ID", dayIn(2_000));
    expect(await details()).toEqual(["NEWER_HANDED_IN"]);
  });
});

it("of a merchant that was closed nothing waits", async () => {
  await run("update kyb_documents set expires_on = $1", [dayIn(3)]);
  expect((await rows()).length).toBeGreaterThan(0);
  await run("update merchants set status = 'CLOSED' where id = $1", [test.merchantId]);
  expect([await details(), await subjects()]).toEqual([[], []]);
});
