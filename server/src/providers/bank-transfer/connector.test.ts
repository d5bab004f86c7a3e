import { describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import { readTransferReference } from "../../kit/transfer-reference.ts";
import type { ProviderAccount, ProviderCall, ProviderReference } from "../provider.ts";
import { settingsProblems } from "../settings.ts";
import type { SettledEntry } from "../settled-entries.ts";
import { nobody } from "../testing/questions.ts";
import type { AccountHolder, OrderState, TransferOrder } from "../transfer-orders.ts";
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
  merchantName: "Maison Akwaba",
  locale: "fr" as const,
  returnUrl: "https://pay.example/back",
  callbackUrl: "https://pay.example/callback",
  expiresAtMs: START_MS + 60_000,
};

interface Bank {
  readonly credits?: Readonly<Record<string, SettledEntry>>;
  readonly debits?: Readonly<Record<string, SettledEntry>>;
  readonly payers?: Readonly<Record<string, AccountHolder>>;
  readonly orders?: Readonly<Record<string, OrderState>>;
}

/** The connector at a bank, by `account id`; `placed` fills with the orders. */
function atBank({ credits = {}, debits = {}, payers = {}, orders = {} }: Bank) {
  const placed: (readonly [accountId: string, order: TransferOrder])[] = [];
  const connector = createBankTransferConnector({
    settledEntries: {
      findCredit: async (accountId, id) => credits[`${accountId} ${id}`] ?? null,
      findDebit: async (accountId, id) => debits[`${accountId} ${id}`] ?? null,
      findPayer: async (accountId, id) => payers[`${accountId} ${id}`] ?? null,
    },
    transferOrders: {
      place: async (accountId, order) => {
        placed.push([accountId, order]);
      },
      find: async (accountId, id) => orders[`${accountId} ${id}`] ?? null,
    },
    holdsFolder: (path) => path.startsWith("/srv/"),
  });
  const callAt = (nowMs: number, of = account): ProviderCall => ({
    account: of,
    nowMs,
    http: () => expect.fail("nobody can be asked"),
  });
  return { connector, callAt, placed };
}

const withEntries = (credits: Readonly<Record<string, SettledEntry>> = {}) => atBank({ credits });

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

describe("a payout by transfer", () => {
  const payoutId = "9D8R6W1Y5B22";
  const iban = "SN08SN0100152000048500003035";
  const payout = {
    reference,
    ownId: payoutId,
    amount: money(25_000n, "XOF"),
    phone: null,
    operator: null,
    countryCode: "SN",
    iban,
    walletId: null,
    name: "SARL Baobab",
    callbackUrl: "https://pay.example/callback",
  };
  const asked = { reference, ownId: payoutId, amount: payout.amount, startedAtMs: START_MS, handle: null };
  const booked = (amount: bigint): SettledEntry => ({
    transactionId: "BK-9",
    amount: money(amount, "XOF"),
    knownAtMs: START_MS,
  });
  const key = `acct ${payoutId}`;

  it("waits for the next file", async () => {
    const { connector, callAt, placed } = atBank({});
    expect(await connector.payout?.(callAt(START_MS), payout)).toEqual({ kind: "pending", leftAtMs: null });
    const recipient = { name: "SARL Baobab", account: iban };
    const purpose = `CAURIS SA ${payoutId}`;
    expect(placed).toEqual([
      ["acct", { kind: "PAYOUT", ownId: payoutId, amount: payout.amount, recipient, purpose }],
    ]);
  });

  it.each([
    ["without an account number", { iban: null }, "INVALID_RECIPIENT"],
    ["to an account with a wrong check digit", { iban: `${iban.slice(0, -1)}6` }, "INVALID_RECIPIENT"],
    ["in another currency", { amount: money(1n, "EUR") }, "INVALID_CURRENCY"],
  ])("%s is not ordered", async (_what, changes, failureCode) => {
    const { connector, callAt, placed } = atBank({});
    const outcome = await connector.payout?.(callAt(START_MS), { ...payout, ...changes });
    expect(outcome).toMatchObject({ kind: "failed", failureCode });
    expect(placed).toEqual([]);
  });

  it.each<[string, Bank, object]>([
    ["is not known before it was ordered", {}, { kind: "not_found" }],
    [
      "waits for its file",
      { orders: { [key]: { kind: "under_way", leftAtMs: null } } },
      { kind: "pending", leftAtMs: null },
    ],
    [
      "waits for the bank",
      { orders: { [key]: { kind: "under_way", leftAtMs: START_MS } } },
      { kind: "pending", leftAtMs: START_MS },
    ],
    [
      "is paid by the bank's answer",
      { orders: { [key]: { kind: "paid", transactionId: "T-1", amount: money(25_000n, "XOF") } } },
      { kind: "succeeded", transactionId: "T-1", amount: money(25_000n, "XOF") },
    ],
    [
      "is paid by the booked debit, with its amount",
      { orders: { [key]: { kind: "under_way", leftAtMs: START_MS } }, debits: { [key]: booked(24_999n) } },
      { kind: "succeeded", transactionId: "BK-9", amount: money(24_999n, "XOF") },
    ],
    [
      "fails with the reason of the bank",
      { orders: { [key]: { kind: "failed", reason: "AC04" } } },
      { kind: "failed", failureCode: "INVALID_RECIPIENT", providerCode: "AC04" },
    ],
    [
      "that came back has failed, although it was booked",
      { orders: { [key]: { kind: "failed", reason: "AC06" } }, debits: { [key]: booked(25_000n) } },
      { kind: "failed", failureCode: "INVALID_RECIPIENT", providerCode: "AC06" },
    ],
    [
      "that our own account could not pay tells operators",
      { orders: { [key]: { kind: "failed", reason: "AM04" } } },
      { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode: "AM04", alarm: true },
    ],
    [
      "with a reason that is in no list is unknown",
      { orders: { [key]: { kind: "failed", reason: "XX99" } } },
      { kind: "failed", failureCode: "UNKNOWN", providerCode: "XX99" },
    ],
  ])("%s", async (_what, bank, outcome) => {
    const { connector, callAt } = atBank(bank);
    expect(await connector.queryPayout?.(callAt(START_MS), asked)).toEqual(outcome);
  });
});

describe("a refund of a transfer", () => {
  const refundId = "9D8R6W1Y5B22";
  const payer = { name: "Awa Koné", account: "SN08SN0100152000048500003035" };
  const given = { name: "Kofi Mensah", account: "CI93CI0080111301134291200589" };
  const refund = {
    reference,
    ownId: refundId,
    amount: money(2_000n, "XOF"),
    payment: question,
    payer: nobody,
    callbackUrl: "https://pay.example/callback",
  };

  it.each([
    ["to the account that paid", { payers: { [`acct ${ownId}`]: payer } }, {}, payer],
    ["to the account that the merchant gave", {}, { recipient: given }, given],
    [
      "to the account that the merchant gave, also where the bank tells one later",
      { payers: { [`acct ${ownId}`]: payer } },
      { recipient: given },
      given,
    ],
  ])("goes %s", async (_where, bank, changes, recipient) => {
    const { connector, callAt, placed } = atBank(bank);
    expect(await connector.refund?.(callAt(START_MS), { ...refund, ...changes })).toEqual({
      kind: "pending",
      leftAtMs: null,
    });
    expect(placed).toMatchObject([["acct", { kind: "REFUND", ownId: refundId, recipient }]]);
  });

  it("waits for an account of the merchant where the bank told none", async () => {
    const { connector, callAt, placed } = atBank({});
    const outcome = await connector.refund?.(callAt(START_MS), refund);
    expect(outcome).toEqual({ kind: "pending", needs: "RECIPIENT_ACCOUNT" });
    expect(placed).toEqual([]);
  });

  it("that the bank has made itself is not made again", async () => {
    const debit = { transactionId: "BK-5", amount: money(2_000n, "XOF"), knownAtMs: START_MS };
    const { connector, callAt, placed } = atBank({
      debits: { [`acct ${refundId}`]: debit },
      payers: { [`acct ${ownId}`]: payer },
    });
    const outcome = await connector.refund?.(callAt(START_MS), refund);
    expect(outcome).toEqual({ kind: "succeeded", transactionId: "BK-5", amount: money(2_000n, "XOF") });
    expect(placed).toEqual([]);
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
    ["statementFolder", "/srv/bank/in", true],
    ["statementFolder", "/var/bank/in", false],
    ["statementFolder", "bank/in", false],
    ["statementFolder", "/srv/../etc", false],
    ["payoutFolder", "/srv/bank/out", true],
    ["payoutFolder", "/etc", false],
    ["payoutFolder", "/srv/bank/", false],
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
