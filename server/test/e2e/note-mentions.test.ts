import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, startTestApp, type TestApp } from "../harness/app.ts";
import { mailsTo } from "../harness/mails.ts";
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

/** Naming a colleague in a note: the colleague finds it in a list, gets a mail, and ticks it off. */
let test: TestApp;
let support: TestPerson;
let owner: TestPerson;
let intentId: string;
beforeAll(async () => {
  test = await startTestApp();
  [support, owner] = [await addOne(test, "SUPPORT"), await addOne(test, "OWNER")];
  const payer = createPayer(test);
  const { id } = await payer.newSession({ amount: "6000" });
  intentId = (await payer.complete(id, mtn("219"))).body.data.paymentIntentId;
  await test.advance(4_000);
}, 60_000);
afterAll(() => test?.stop());

const code = ({ status, body }: Answer): string =>
  status < 400 ? `${status}` : `${status} ${body.error.code}`;
const as = async (person: TestPerson, method: string, path: string, body?: unknown) =>
  callAs(test, await openLogIn(test, person))(method, path, body);
const notes = () => `/payments/notes/${intentId}`;
const mentionsPath = (merchantId: string = test.merchantId) =>
  `/auth/merchant/merchants/${merchantId}/mentions`;
const mentionsOf = async (person: TestPerson) => (await as(person, "GET", mentionsPath())).body.data;
const mailsOf = async ({ email }: Pick<TestPerson, "email">, kind = "NOTE_MENTION") =>
  (await mailsTo(test, email)).filter((mail) => mail.kind === kind);

describe("of a merchant", () => {
  it("who is named finds the note in their list, with a mail that does not say what it says, until they tick it off", async () => {
    const text = "Le payeur a envoyé une photo du SMS.";
    const written = await as(support, "POST", notes(), { text, mentions: [owner.id] });
    expect(code(written)).toBe("201");
    expect(written.body.data.mentions).toEqual([{ id: owner.id, name: expect.stringMatching(/./) }]);
    const read = (await as(owner, "GET", notes())).body.data;
    expect(read.notes.at(-1).mentions).toEqual(written.body.data.mentions);
    const [mention] = await mentionsOf(owner);
    expect(mention).toMatchObject({
      object: "mention",
      noteId: written.body.data.id,
      subjectId: intentId,
      mode: "SANDBOX",
      author: { id: support.id },
    });
    expect(JSON.stringify(mention)).not.toContain(text);
    const [mail] = await mailsOf(owner);
    expect(mail?.text).toContain(`/dashboard/${test.merchantId}/sandbox/payments/${intentId}`);
    expect(mail?.text).not.toContain(text);
    expect(await mentionsOf(support)).toEqual([]);
    const path = `${mentionsPath()}/${mention.noteId}`;
    expect(code(await as(support, "DELETE", path))).toBe("404 RESOURCE_NOT_FOUND");
    expect(code(await as(owner, "DELETE", path))).toBe("200");
    expect(code(await as(owner, "DELETE", path))).toBe("404 RESOURCE_NOT_FOUND");
    expect(await mentionsOf(owner)).toEqual([]);
  });

  it("an answer ticks off what named the writer there", async () => {
    await as(support, "POST", notes(), { text: "Peux-tu voir ?", mentions: [owner.id] });
    expect(await mentionsOf(owner)).toHaveLength(1);
    await as(owner, "POST", notes(), { text: "C’est vu." });
    expect(await mentionsOf(owner)).toEqual([]);
  });

  it("names whoever else may read this, and nobody else: the rest is refused, and no note is written", async () => {
    const approver = await addOne(test, "APPROVER");
    const stranger = await addPerson(test, "stranger");
    const { notes: before, colleagues } = (await as(support, "GET", notes())).body.data;
    const ids = colleagues.map(({ id }: { id: string }) => id);
    expect(ids).toContain(owner.id);
    for (const who of [support, approver, stranger]) {
      expect(ids).not.toContain(who.id);
      const refused = await as(support, "POST", notes(), { text: "?", mentions: [who.id] });
      expect(code(refused)).toBe("400 VALIDATION_ERROR");
      expect(refused.body.error.details.fields).toMatchObject([{ path: "mentions", rule: "colleague" }]);
    }
    expect((await as(support, "GET", notes())).body.data.notes).toEqual(before);
    expect(await mailsOf(approver)).toEqual([]);
  });

  it("whoever has switched the mail off gets none, and finds the note all the same", async () => {
    const quiet = await addPerson(test, "quiet");
    await addMember(test, quiet, fullTerms("SUPPORT"));
    const settings = `/auth/merchant/merchants/${test.merchantId}/notifications`;
    await as(quiet, "PATCH", settings, { sandbox: { NOTE_MENTION: false } });
    await as(support, "POST", notes(), { text: "Pour information.", mentions: [quiet.id, owner.id] });
    expect(await mentionsOf(quiet)).toHaveLength(1);
    expect(await mailsOf(quiet)).toEqual([]);
    expect((await mailsOf(owner)).length).toBeGreaterThan(1);
  });

  it("is refused to who does not work there", async () => {
    const elsewhere = "019bc0d8-6c00-7a10-9c31-3a5d8f0b1c2e";
    expect(code(await as(owner, "GET", mentionsPath(elsewhere)))).toBe("403 INVALID_MERCHANT_SCOPE");
  });
});

describe("of operators", () => {
  it("a colleague is named, and the merchant's people never are", async () => {
    const { token: apiKey } = await test.operator();
    const second = await test.operator("second");
    const path = `/tenant/notes/${intentId}`;
    const { colleagues } = (await test.request("GET", path, { apiKey })).body.data;
    expect(colleagues).toHaveLength(1);
    const [{ id }] = colleagues;
    const body = { text: "Nuit : MTN ne répond pas.", mentions: [id] };
    expect(code(await test.request("POST", path, { apiKey, body }))).toBe("201");
    const wrong = { text: "?", mentions: [owner.id] };
    expect(code(await test.request("POST", path, { apiKey, body: wrong }))).toBe("400 VALIDATION_ERROR");
    expect(await mailsOf(second, "OPERATOR_NOTE_MENTION")).toHaveLength(1);
  });
});
