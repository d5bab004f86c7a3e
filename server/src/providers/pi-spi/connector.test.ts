import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createManualClock } from "../../kit/clock.ts";
import { money } from "../../kit/money.ts";
import { readPiSpiCode } from "../../kit/pi-spi-code.ts";
import { createSeededRandom } from "../../kit/random.ts";
import { openStandIn, type RunningStandIn } from "../../stand-ins/open.ts";
import type { IncomingCallback } from "../callback.ts";
import { hmacSignatureHeader } from "../hmac-signatures.ts";
import type { PaymentOutcome, ProviderAccount, ProviderCall, ProviderReference } from "../provider.ts";
import { settingsProblems } from "../settings.ts";
import type { SettledEntry } from "../settled-entries.ts";
import type { SettlementMessage } from "../settlement-messages.ts";
import { openInbox } from "../testing/inbox.ts";
import { nobody } from "../testing/questions.ts";
import { SIGNATURE_HEADER, signatureScheme } from "./callbacks.ts";
import { createPiSpiConnector, PI_SPI } from "./connector.ts";
import { piSpiStandIn } from "./stand-in/index.ts";

const clock = createManualClock(Date.UTC(2026, 10, 21, 8));
const START_MS = clock.nowMs();
const EXPIRES_MS = START_MS + 30 * 60_000;
const accountOf = (holder: "first" | "second"): ProviderAccount => ({
  id: `account-${holder}`,
  provider: PI_SPI,
  mode: "LIVE",
  settings: piSpiStandIn.accountSettings("", holder),
});
const first = accountOf("first");
const { callbackSecret: secret = "", ...withoutSecret } = first.settings;
const ownId = "K7M2Q9XT3A07";
const ids = { reference: "0".repeat(32) as ProviderReference, ownId };
const amount = money(5_000n, "XOF");
const request = {
  ...ids,
  method: "QR" as const,
  amount,
  payer: { ...nobody, qrScheme: "PI_SPI" as const, countryCode: "SN" },
  title: "Commande",
  merchantName: "Maison Akwaba",
  locale: "fr" as const,
  returnUrl: "https://pay.example/back",
  callbackUrl: "https://pay.example/callback",
  expiresAtMs: EXPIRES_MS,
};

/** Both books in memory: the connector knows nothing of tables. */
function setup() {
  const messages = new Map<string, SettlementMessage>();
  const entries = new Map<string, SettledEntry>();
  const of = (accountId: string, id: string) =>
    [...messages].flatMap(([key, one]) => (key.startsWith(`${accountId} `) && one.ownId === id ? [one] : []));
  const connector = createPiSpiConnector({
    holdsFolder: () => true,
    settlementMessages: {
      remember: async (accountId, message) => {
        const key = `${accountId} ${message.id}`;
        if (!messages.has(key)) messages.set(key, message);
        return true;
      },
      find: async (accountId, id) => {
        const found = of(accountId, id);
        return found.find(({ status }) => status === "SETTLED") ?? found.at(-1) ?? null;
      },
    },
    settledEntries: { findCredit: async (accountId, id) => entries.get(`${accountId} ${id}`) ?? null },
  });
  const callAt = (nowMs: number, account = first): ProviderCall => ({
    account,
    nowMs,
    http: () => expect.fail("nobody can be asked"),
  });
  const verify = async (callback: IncomingCallback, account = first) =>
    (await connector.verifyCallback?.(callAt(callback.nowMs, account), callback)) ??
    expect.fail("it has callbacks");
  const start = async (account = first) => {
    const outcome = await connector.start(callAt(START_MS, account), request);
    const handle = ("handle" in outcome ? outcome.handle : null) ?? null;
    return { outcome, question: { ...request, startedAtMs: START_MS, handle } };
  };
  return { connector, messages, entries, callAt, verify, start };
}

const codeOf = (outcome: PaymentOutcome): string =>
  outcome.kind === "pending" && outcome.nextStep.kind === "DISPLAY_QR"
    ? outcome.nextStep.qrPayload
    : expect.fail(outcome.kind);

const settled = {
  id: "msg-1",
  reference: ownId,
  amount: "5000",
  currency: "XOF",
  status: "SETTLED",
  transactionId: "TX-1",
  occurredAt: "2026-11-21T08:00:00Z",
};
function callback(fields: unknown, signedWith = secret, atMs = START_MS): IncomingCallback {
  const rawBody = Buffer.from(typeof fields === "string" ? fields : JSON.stringify(fields));
  const header = hmacSignatureHeader(signatureScheme, signedWith, Math.floor(atMs / 1_000), rawBody);
  return {
    method: "POST",
    authority: "pay.example",
    path: "/provider-callbacks/a",
    query: "",
    headers: { [SIGNATURE_HEADER]: header },
    rawBody,
    nowMs: START_MS,
    receivedOpaque: null,
  };
}

describe("a code of PI-SPI", () => {
  it("has our reference, the amount, the account's alias and channel, and the payer's country", async () => {
    const { start } = setup();
    const { outcome, question } = await start();
    expect(outcome).toMatchObject({ nextStep: { kind: "DISPLAY_QR", actionUrl: null } });
    expect(readPiSpiCode(codeOf(outcome))).toEqual({
      alias: first.settings.accountAlias,
      channel: "400",
      amount,
      country: "SN",
      reference: ownId,
    });
    expect(question.handle).toEqual({ country: "SN", expiresAtMs: String(EXPIRES_MS) });
  });

  it("is the same at each question, and has the account's own channel where it is set", async () => {
    const { connector, callAt, start } = setup();
    const { outcome, question } = await start();
    expect(await connector.query(callAt(START_MS + 60_000), question)).toEqual(outcome);
    const other = { ...first, settings: { ...first.settings, channel: "731" } };
    expect(readPiSpiCode(codeOf((await start(other)).outcome))?.channel).toBe("731");
  });

  it("of a payer from elsewhere, or of a payment without a handle, is one of the platform's first country", async () => {
    const { connector, callAt } = setup();
    const abroad = { ...request, payer: { ...request.payer, countryCode: "FR" } };
    const outcome = await connector.start(callAt(START_MS), abroad);
    expect(readPiSpiCode(codeOf(outcome))?.country).toBe("CI");
    const question = { ...request, startedAtMs: START_MS, handle: null };
    expect(codeOf((await connector.query(callAt(START_MS), question)) as PaymentOutcome)).toBe(
      codeOf(outcome),
    );
  });
});

describe("the outcome of a payment by PI-SPI", () => {
  it("is what a verified message says: settled, with its own amount", async () => {
    const { connector, callAt, verify, start } = setup();
    const { question } = await start();
    expect(await verify(callback({ ...settled, amount: "4999" }))).toEqual({
      kind: "accepted",
      subject: "payment",
      names: { by: "own_id", value: ownId },
    });
    // The engine compares the amounts.
    expect(await connector.query(callAt(START_MS), question)).toEqual({
      kind: "succeeded",
      transactionId: "TX-1",
      amount: money(4_999n, "XOF"),
    });
  });

  it("is a failure where the bank rejected it, and a success where the payer then paid the same code", async () => {
    const { connector, callAt, verify, start } = setup();
    const { question } = await start();
    await verify(callback({ ...settled, status: "REJECTED", transactionId: null }));
    expect(await connector.query(callAt(START_MS), question)).toEqual({
      kind: "failed",
      failureCode: "UNKNOWN",
      providerCode: "REJECTED",
    });
    await verify(callback({ ...settled, id: "msg-2" }));
    await verify(callback({ ...settled, id: "msg-3", status: "REJECTED" }));
    expect((await connector.query(callAt(START_MS), question)).kind).toBe("succeeded");
  });

  it("is the booked entry of a statement, where the bank sends no callbacks or the callback was lost", async () => {
    const { connector, callAt, entries, start } = setup();
    const { question } = await start();
    entries.set(`${first.id} ${ownId}`, { transactionId: "BANK-7", amount, knownAtMs: START_MS });
    expect(await connector.query(callAt(START_MS), question)).toEqual({
      kind: "succeeded",
      transactionId: "BANK-7",
      amount,
    });
  });

  it("is that of its own account and reference only", async () => {
    const { connector, callAt, verify, start } = setup();
    const { question } = await start();
    await verify(callback({ ...settled, reference: "0123456789AB" }));
    await verify(callback(settled, accountOf("second").settings.callbackSecret), accountOf("second"));
    expect((await connector.query(callAt(START_MS), question)).kind).toBe("pending");
  });

  it("is a cancellation when the code has expired and the bank had time to report; later money still counts", async () => {
    const { connector, callAt, verify, start } = setup();
    const { question } = await start();
    const endMs = EXPIRES_MS + 15 * 60_000;
    expect((await connector.query(callAt(endMs - 1), question)).kind).toBe("pending");
    expect(await connector.query(callAt(endMs), question)).toEqual({
      kind: "failed",
      failureCode: "PAYMENT_CANCELLED",
      providerCode: "CODE_EXPIRED",
    });
    await verify(callback(settled));
    expect((await connector.query(callAt(endMs), question)).kind).toBe("succeeded");
  });

  it("is waited for over a weekend where only statements tell it", async () => {
    const { connector, callAt, start } = setup();
    const account = { ...first, settings: withoutSecret };
    const { question } = await start(account);
    const endMs = START_MS + 71 * 3_600_000;
    expect((await connector.query(callAt(endMs - 1, account), question)).kind).toBe("pending");
    expect(await connector.query(callAt(endMs, account), question)).toMatchObject({
      failureCode: "PAYMENT_CANCELLED",
    });
  });
});

describe("a callback of the bank", () => {
  it("reads the reference as people and banks write it", async () => {
    const { verify, messages } = setup();
    expect(await verify(callback({ ...settled, reference: "k7m2-q9xt-3a07" }))).toMatchObject({
      names: { value: ownId },
    });
    expect([...messages.values()]).toEqual([
      {
        id: "msg-1",
        ownId,
        status: "SETTLED",
        amount,
        transactionId: "TX-1",
        occurredAtMs: Date.UTC(2026, 10, 21, 8),
      },
    ]);
  });

  it("counts once by its id, whatever it says the second time", async () => {
    const { connector, callAt, verify, start } = setup();
    const { question } = await start();
    for (const francs of ["5000", "9000"])
      expect((await verify(callback({ ...settled, amount: francs }))).kind).toBe("accepted");
    expect(await connector.query(callAt(START_MS), question)).toMatchObject({ amount });
  });

  it.each([
    ["without a signature", { ...callback(settled), headers: {} }],
    ["signed with another secret", callback(settled, "another-secret-of-another-bank")],
    [
      "with another body",
      { ...callback(settled), rawBody: Buffer.from(JSON.stringify({ ...settled, amount: "9" })) },
    ],
    ["of five minutes ago", callback(settled, secret, START_MS - 301_000)],
    ["of five minutes ahead", callback(settled, secret, START_MS + 301_000)],
  ])("%s is refused, and nothing is remembered", async (_what, forged) => {
    const { verify, messages } = setup();
    expect((await verify(forged)).kind).toBe("refused");
    expect(messages.size).toBe(0);
  });

  it("is refused by an account that has no secret", async () => {
    const { verify, messages } = setup();
    const account = { ...first, settings: withoutSecret };
    expect(await verify(callback(settled), account)).toEqual({ kind: "refused", reason: "no_secret" });
    expect(messages.size).toBe(0);
  });

  it.each([
    ["no id", { id: undefined }],
    ["an empty id", { id: "" }],
    ["an id of 101 characters", { id: "x".repeat(101) }],
    ["no reference", { reference: undefined }],
    ["a number as its amount", { amount: 5_000 }],
    ["a fraction of a franc", { amount: "5000.5" }],
    ["nothing as its amount", { amount: "0" }],
    ["a negative amount", { amount: "-5000" }],
    ["another currency", { currency: "EUR" }],
    ["another status", { status: "PENDING" }],
    ["no number of the transfer", { transactionId: null }],
    ["no time", { occurredAt: "yesterday" }],
    ["a time that does not exist", { occurredAt: "2026-13-41T08:00:00Z" }],
  ])("with %s is not read, although its signature is right", async (_what, wrong) => {
    const { verify, messages } = setup();
    expect(await verify(callback({ ...settled, ...wrong }))).toEqual({
      kind: "refused",
      reason: "unreadable",
    });
    expect(messages.size).toBe(0);
  });

  it.each(["", "[]", "{", "<html>"])("with the body %j is not read", async (body) => {
    expect((await setup().verify(callback(body))).kind).toBe("refused");
  });

  it("is not accepted when it cannot be committed: its sender is told to send it again", async () => {
    const connector = createPiSpiConnector({
      holdsFolder: () => true,
      settlementMessages: {
        remember: () => Promise.reject(new Error("the database")),
        find: async () => null,
      },
      settledEntries: { findCredit: async () => null },
    });
    const call = setup().callAt(START_MS);
    await expect(connector.verifyCallback?.(call, callback(settled))).rejects.toThrow("the database");
  });
});

describe("the settings of an account", () => {
  const { settings } = createPiSpiConnector({
    holdsFolder: () => true,
    settlementMessages: { remember: async () => true, find: async () => null },
    settledEntries: { findCredit: async () => null },
  });

  it("need at least the alias", () => {
    expect(settingsProblems(settings, { accountAlias: first.settings.accountAlias ?? "" })).toEqual([]);
    expect(settingsProblems(settings, {}).map(({ path }) => path)).toEqual(["settings.accountAlias"]);
  });

  it.each([
    ["accountAlias", "497a720aab11497396190534e04f263a1xxx"],
    ["channel", "4000"],
    ["channel", "abc"],
    ["callbackSecret", "short"],
  ])("%s may not be %j", (name, value) => {
    const all = { accountAlias: first.settings.accountAlias ?? "", [name]: value };
    expect(settingsProblems(settings, all).map(({ path }) => path)).toEqual([`settings.${name}`]);
  });
});

describe("the stand-in of a participant's bank", () => {
  let standIn: RunningStandIn;
  let inbox: Awaited<ReturnType<typeof openInbox>>;
  beforeAll(async () => {
    standIn = await openStandIn(piSpiStandIn, { clock, random: createSeededRandom(1) });
    inbox = await openInbox(clock);
    standIn.setCallbackUrl("first", inbox.addressOf("first"));
  });
  afterAll(async () => {
    await standIn?.close();
    await inbox?.close();
  });
  afterEach(() => standIn.faults.calm());
  const scan = (body: object) =>
    fetch(`${standIn.url}/scan`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("pays the code that the connector shows, and its report is verified", async () => {
    const { connector, callAt, verify, start } = setup();
    const { outcome, question } = await start();
    expect((await scan({ code: codeOf(outcome) })).status).toBe(200);
    clock.advance(2_000);
    await standIn.report();
    const [report] = inbox.take();
    expect(await verify({ ...(report ?? expect.fail("it reports")), nowMs: clock.nowMs() })).toMatchObject({
      kind: "accepted",
    });
    expect(await connector.query(callAt(clock.nowMs()), question)).toMatchObject({
      kind: "succeeded",
      amount,
    });
  });

  it("refuses what is no code, a code with a wrong CRC, and an alias that it does not know", async () => {
    const code = codeOf((await setup().start()).outcome);
    const stranger = { ...first, settings: { accountAlias: "00000000-0000-4000-8000-000000000000" } };
    const unknown = codeOf((await setup().start(stranger)).outcome);
    for (const wrong of ["", `${code.slice(0, -4)}0000`, unknown])
      expect((await scan({ code: wrong })).status).toBe(422);
  });
});
