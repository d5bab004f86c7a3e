import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import { readTransferReference } from "../../kit/transfer-reference.ts";
import type { ProviderAccount, ProviderCall, ProviderReference } from "../provider.ts";
import { settingsProblems } from "../settings.ts";
import type { SettledEntry } from "../settled-entries.ts";
import { nobody } from "../testing/questions.ts";
import { createBankTransferConnector } from "./connector.ts";

const START_MS = Date.UTC(2026, 10, 16, 9);
const DAY_MS = 86_400_000;
const ownId = "K7M2Q9XT3A07";
const settings = {
  bankName: "Banque du Golfe",
  accountHolder: "CAURIS SA",
  iban: "CI93CI0080111301134291200589",
  bic: "BGOLCIAB",
  currency: "XOF",
};
const account: ProviderAccount = { id: "acct", provider: "bank_transfer", mode: "LIVE", settings };
const reference = "0".repeat(32) as ProviderReference;
const asked = { reference, ownId, method: "BANK_TRANSFER" as const, amount: money(5_000n, "XOF") };
const question = { ...asked, startedAtMs: START_MS, handle: null };
const request = {
  ...asked,
  payer: nobody,
  title: "Order",
  locale: "fr" as const,
  returnUrl: "https://pay.example/back",
  callbackUrl: "https://pay.example/callback",
  expiresAtMs: START_MS + 60_000,
};

/** The book of entries, with what was looked for. */
function withEntries(entries: Readonly<Record<string, SettledEntry>> = {}) {
  const connector = createBankTransferConnector({
    settledEntries: { findCredit: async (accountId, id) => entries[`${accountId} ${id}`] ?? null },
  });
  const callAt = (nowMs: number, of = account): ProviderCall => ({
    account: of,
    nowMs,
    http: () => expect.fail("nobody can be asked"),
  });
  return { connector, callAt };
}

describe("a payment by transfer", () => {
  it("shows where to send the money, until three working days have passed", async () => {
    const { connector, callAt } = withEntries();
    expect(await connector.start(callAt(START_MS), request)).toEqual({
      kind: "pending",
      nextStep: {
        kind: "POLL",
        pollAfterMs: 15_000,
        instructions: {
          bankName: "Banque du Golfe",
          accountHolder: "CAURIS SA",
          iban: "CI93CI0080111301134291200589",
          bic: "BGOLCIAB",
          reference: ownId,
          amount: "5000",
          currency: "XOF",
          expiresAt: "2026-11-19T09:00:00.000Z",
        },
      },
    });
  });

  it("shows the same as long as nothing has arrived", async () => {
    const { connector, callAt } = withEntries();
    const first = await connector.start(callAt(START_MS), request);
    expect(await connector.query(callAt(START_MS + 3 * DAY_MS - 1), question)).toEqual(first);
  });

  it("asks in euros for the reference that European banks check", async () => {
    const { connector, callAt } = withEntries();
    const european = { ...account, settings: { ...settings, currency: "EUR" } };
    const outcome = await connector.start(callAt(START_MS, european), {
      ...request,
      amount: money(5_000n, "EUR"),
    });
    const shown =
      outcome.kind === "pending" && outcome.nextStep.kind === "POLL" && outcome.nextStep.instructions;
    if (shown === false || shown === null) throw new Error("instructions are shown");
    expect(shown.reference).toMatch(/^RF\d{2}K7M2Q9XT3A07$/);
    expect(shown.amount).toBe("5000");
  });

  it("ends when its time is over, and not before", async () => {
    const { connector, callAt } = withEntries();
    expect(await connector.query(callAt(START_MS + 3 * DAY_MS), question)).toEqual({
      kind: "failed",
      failureCode: "PAYMENT_CANCELLED",
      providerCode: "DEADLINE_PASSED",
    });
  });

  it("has as many days as its account says", async () => {
    const { connector, callAt } = withEntries();
    const patient = { ...account, settings: { ...settings, deadlineWorkingDays: "5" } };
    const outcome = await connector.query(callAt(START_MS + 4 * DAY_MS, patient), question);
    expect(outcome).toMatchObject({ nextStep: { instructions: { expiresAt: "2026-11-23T09:00:00.000Z" } } });
  });

  it.each([
    ["in time", START_MS + 1],
    ["after its time: the engine books it as late", START_MS + 30 * DAY_MS],
  ])("succeeds by its booked entry %s, with what arrived", async (_when, nowMs) => {
    const entry = { transactionId: "BK-1", amount: money(4_000n, "XOF"), knownAtMs: nowMs };
    const { connector, callAt } = withEntries({ [`acct ${ownId}`]: entry });
    expect(await connector.query(callAt(nowMs), question)).toEqual({
      kind: "succeeded",
      transactionId: "BK-1",
      amount: money(4_000n, "XOF"),
    });
  });

  it("is not paid by an entry of another account", async () => {
    const entry = { transactionId: "BK-1", amount: money(5_000n, "XOF"), knownAtMs: START_MS };
    const { connector, callAt } = withEntries({ [`other ${ownId}`]: entry });
    expect((await connector.query(callAt(START_MS), question)).kind).toBe("pending");
  });

  it("in another currency than the account's is refused, and operators are told", async () => {
    const { connector, callAt } = withEntries();
    const outcome = await connector.start(callAt(START_MS), { ...request, amount: money(5_000n, "XAF") });
    expect(outcome).toEqual({
      kind: "failed",
      failureCode: "INVALID_CURRENCY",
      providerCode: "ACCOUNT_CURRENCY",
      alarm: true,
    });
  });
});

describe("the settings of an account", () => {
  const { connector } = withEntries();
  const faults = (changed: object) =>
    settingsProblems(connector.settings, { ...settings, ...changed }).map(({ path }) => path);

  it("are complete with the five that are required", () => {
    expect(faults({})).toEqual([]);
    for (const name of Object.keys(settings)) {
      const { [name as keyof typeof settings]: _left, ...rest } = settings;
      expect(settingsProblems(connector.settings, rest).map(({ path }) => path)).toEqual([
        `settings.${name}`,
      ]);
    }
  });

  it.each([
    ["iban", "CI0080111301134291200589", true],
    ["iban", "CI94CI0080111301134291200589", false],
    ["bic", "BGOLCIABXXX", true],
    ["bic", "BGOLCIAB1", false],
    ["currency", "XXX", false],
    ["statementFolder", "/var/bank/in", true],
    ["statementFolder", "bank/in", false],
    ["statementFolder", "/var/../etc", false],
    ["payoutFolder", "/var/bank/", false],
    ["payoutFolder", "/", false],
    ["painVersion", "03", true],
    ["painVersion", "08", false],
    ["cutOff", "23:59", true],
    ["cutOff", "24:00", false],
    ["timeZone", "Africa/Abidjan", true],
    ["timeZone", "Africa/Nowhere", false],
    ["deadlineWorkingDays", "30", true],
    ["deadlineWorkingDays", "0", false],
    ["deadlineWorkingDays", "31", false],
  ])("%s %j is taken: %j", (name, value, isTaken) => {
    expect(faults({ [name]: value })).toEqual(isTaken ? [] : [`settings.${name}`]);
  });

  it("limit the account to its own currency", () => {
    expect(connector.accountTerms?.(account)).toEqual({ currencies: ["XOF"] });
  });

  it("make a reference that checks itself the payment's own id", () => {
    expect(connector.referenceForm).toBe("TRANSFER");
    expect(readTransferReference(ownId)).toBe(ownId);
  });
});
