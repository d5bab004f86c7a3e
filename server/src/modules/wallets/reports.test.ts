import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/database.ts";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import { quietLog } from "../../../test/harness/log.ts";
import { callerOf, createReadApi, type ReadApi } from "../../../test/harness/read-api.ts";
import {
  chargeRow,
  insertMerchant,
  insertRows,
  PROVIDER_ACCOUNT_ID,
  sessionRow,
  type TestMerchant,
} from "../../../test/harness/rows.ts";
import { textOfPdf } from "../../documents/test-pdf-text.ts";
import { compileBody } from "../../http/validation.ts";
import { createManualClock } from "../../kit/clock.ts";
import { createIdSource, type Id, publicId } from "../../kit/ids.ts";
import { createSystemRandom } from "../../kit/random.ts";
import { chargePosting, createSealer, heldPosting, type Posting, post, transfer } from "../ledger/index.ts";
import {
  holdExample,
  ledgerRecordExample,
  settlementExample,
  statementExample,
  trialBalanceExample,
} from "./report-examples.ts";
import {
  HoldView,
  LedgerRecordView,
  SettlementView,
  StatementView,
  TrialBalanceView,
} from "./report-schemas.ts";
import { createWalletsRoutes } from "./routes.ts";

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
const clock = createManualClock(at("19T10:00"));
const ids = createIdSource(clock, createSystemRandom());

let database: TestDatabase;
let api: ReadApi;
let merchant: TestMerchant;
let late: Charge;
let double: Charge;
const refundId = ids.next("refund");
type Charge = ReturnType<typeof chargeRow>;

/** Three days of a shop whose mobile money settles after some days, and which received a late and a double payment. */
beforeAll(async () => {
  database = await createTestDatabase();
  const { owner, db } = database;
  merchant = await insertMerchant(owner, ids, clock.nowMs());
  const { merchantNo, walletId } = merchant;
  const book = (posting: Posting) =>
    db.transaction((tx) => post(tx, ids, merchantNo, posting, clock.nowMs()));
  const booked = (id: Id<"charge">, amount: bigint, fee = 0n) =>
    ({ id, walletId, currency: "XOF", amount, fee }) as const;
  const settles = async (amount: bigint, dueAtMs: number) => {
    const id = ids.next("charge");
    await book(chargePosting(booked(id, amount), PROVIDER_ACCOUNT_ID, "pending"));
    await insertRows(owner, "settlements", [{ merchantNo, chargeId: id, walletId, amount, dueAtMs }]);
  };

  await book(chargePosting(booked(ids.next("charge"), 5_000n, 100n), PROVIDER_ACCOUNT_ID, "available"));
  clock.set(at("20T09:30"));
  await settles(2_000n, at("23T08:00"));
  await settles(1_000n, at("23T20:00"));
  await settles(500n, at("24T00:00"));
  clock.set(at("21T08:00"));
  await createSealer({ db, clock, log: quietLog }).runOnce();

  const session = sessionRow(merchant, ids, clock.nowMs(), { status: "SUCCEEDED" });
  const held = (fields: object) =>
    chargeRow(session, merchant, ids, clock.nowMs(), { status: "SUCCEEDED", ...fields });
  late = held({ late: true, reviewReason: "LATE_PAYMENT", amount: 700n });
  double = held({ duplicate: true, amount: 900n });
  const elsewhere = held({
    status: "IN_RECONCILIATION",
    reviewReason: "AMOUNT_MISMATCH",
    amountConfirmed: 12n,
  });
  const done = held({ late: true, amount: 80n });
  for (const row of [late, double, elsewhere, done]) await insertRows(owner, "charges", [row]);
  for (const { id, amount } of [late, double, done]) {
    clock.advance(60_000);
    await book(heldPosting(booked(id, amount), PROVIDER_ACCOUNT_ID, amount));
  }
  await book({
    walletId,
    currency: "XOF",
    sourceType: "charge",
    sourceId: done.id,
    transfers: transfer("held", "available", 80n, "RELEASE"),
  });
  await insertRows(owner, "refunds", [
    {
      merchantNo,
      id: refundId,
      chargeId: double.id,
      paymentIntentId: session.paymentIntentId,
      walletId,
      status: "PENDING",
      amount: 900n,
      currency: "XOF",
      reason: "DUPLICATE",
      route: "ORIGINAL_RAIL",
      sourceAccount: "held",
      providerAccountId: PROVIDER_ACCOUNT_ID,
      createdAtMs: clock.nowMs(),
      updatedAtMs: clock.nowMs(),
    },
  ]);
  const stranger = await insertMerchant(owner, ids, clock.nowMs());
  const both = ["merchant.wallets.read", "merchant.reports.read"];
  api = await createReadApi(
    createWalletsRoutes({
      db,
      clock,
      merchants: { profile: async () => ({ displayName: "=Épicerie « Ndiaye »", locale: "fr" }) },
    }),
    {
      owner: callerOf(merchant, ids, both),
      stranger: callerOf(stranger, ids, both),
      "other-area": callerOf(merchant, ids, ["merchant.charges.manage"]),
    },
    { database, clock, ids, keyring: createTestKeyring() },
  );
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

const path = (rest: string) => `/payments/wallets/${publicId("wallet", merchant.walletId)}/${rest}`;
const friday = "from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z";

describe("200: a statement", () => {
  it("leads from the opening to the closing balance", async () => {
    const { status, body } = await api.get(path(`statement?${friday}`));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      object: "wallet_statement",
      from: "2026-11-20T00:00:00.000Z",
      to: "2026-11-21T00:00:00.000Z",
      openingBalance: "4900",
      credits: "3500",
      debits: "0",
      closingBalance: "8400",
      entryCount: 3,
      closingBalanceMinor: "8400",
      totals: [{ type: "CHARGE", direction: "CREDIT", count: 3, amount: "3500", amountMinor: "3500" }],
      seal: { number: 1, lastPosition: 5 },
    });
    expect(body.data.entries.map((entry: { balanceAfter: string }) => entry.balanceAfter)).toEqual([
      "6900",
      "7900",
      "8400",
    ]);
  });

  it.each([
    ["the month so far", "", 9, "0", "10080"],
    [
      "one that begins with an entry and ends before one",
      "from=2026-11-19T10:00:00Z&to=2026-11-20T09:30:00Z",
      2,
      "0",
      "4900",
    ],
    ["one before everything", "from=2026-10-01T00:00:00Z&to=2026-11-01T00:00:00Z", 0, "0", "0"],
    ["one after everything", "from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z", 0, "10080", "10080"],
  ])("%s", async (_name, query, entryCount, openingBalance, closingBalance) => {
    const { body } = await api.get(path(`statement?${query}`));
    expect(body.data).toMatchObject({ entryCount, openingBalance, closingBalance });
  });

  it("of days that follow each other closes where the next one opens", async () => {
    let balance = "0";
    for (const day of [18, 19, 20, 21, 22]) {
      const { body } = await api.get(
        path(`statement?from=2026-11-${day}T00:00:00Z&to=2026-11-${day + 1}T00:00:00Z`),
      );
      expect(body.data.openingBalance).toBe(balance);
      balance = body.data.closingBalance;
    }
    expect(balance).toBe("10080");
  });

  it("as CSV is a table between two balances", async () => {
    const { status, mediaType, fileName, body } = await api.download(path(`statement?${friday}&format=csv`));
    expect([status, mediaType, fileName]).toEqual([
      200,
      "text/csv; charset=utf-8",
      "statement-XOF-2026-11-20-2026-11-21.csv",
    ]);
    const [head, ...rows] = body.toString().trimEnd().split("\r\n");
    expect(
      head?.startsWith("\ufeffcreatedAt,id,type,direction,amount,balanceChange,balanceAfter,currency"),
    ).toBe(true);
    expect(head?.endsWith(",transactionId,reference,amountMinor,balanceChangeMinor,balanceAfterMinor")).toBe(
      true,
    );
    const cells = rows.map((row) => row.split(","));
    expect(cells.map((row) => [row[2], row[5], row[6]])).toEqual([
      ["OPENING_BALANCE", "", "4900"],
      ["CHARGE", "2000", "6900"],
      ["CHARGE", "1000", "7900"],
      ["CHARGE", "500", "8400"],
      ["CLOSING_BALANCE", "", "8400"],
    ]);
  });

  it.each([
    [
      "fr",
      "",
      [
        "Relevé de compte",
        "Encaissement",
        "Solde à la fin",
        "8\u00a0400\u00a0F\u00a0CFA",
        "opérateur › en attente",
      ],
    ],
    ["en", "&locale=en", ["Account statement", "Payment", "Closing balance", "8,400", "provider › pending"]],
    [
      "pt",
      "&locale=pt",
      ["Extrato de conta", "Recebimento", "Saldo final", "8\u00a0400", "operador › pendente"],
    ],
  ])("as PDF speaks the reader's language: %s", async (_locale, query, said) => {
    const { mediaType, fileName, body } = await api.download(path(`statement?${friday}&format=pdf${query}`));
    expect([mediaType, fileName]).toEqual(["application/pdf", "statement-XOF-2026-11-20-2026-11-21.pdf"]);
    const text = textOfPdf(body).join("\n");
    for (const words of ["=Épicerie « Ndiaye »", ...said]) expect(text).toContain(words);
  });

  it.each([
    ["to", "from=2026-11-20T00:00:00Z&to=2026-11-20T00:00:00Z"],
    ["to", "from=2026-11-20T00:00:00Z&to=2026-11-19T00:00:00Z"],
    ["to", "from=2025-01-01T00:00:00Z&to=2026-11-19T00:00:00Z"],
    ["from", "from=2026-11-20"],
    ["format", "format=xls"],
    ["locale", "format=pdf&locale=de"],
  ])("400: %s of %s", async (field, query) => {
    const { status, body } = await api.get(path(`statement?${query}`));
    expect([status, body.error.code, body.error.details.fields[0].path]).toEqual([
      400,
      "VALIDATION_ERROR",
      field,
    ]);
  });
});

describe("200: a trial balance", () => {
  it("has two equal sides, and the wallet's balances in it", async () => {
    const { body } = await api.get(path("trial-balance"));
    const { accounts, ...rest } = body.data;
    expect(rest).toMatchObject({
      object: "trial_balance",
      entryCount: 9,
      totalDebit: "10180",
      totalCredit: "10180",
    });
    const provider = accounts.find(({ account }: { account: string }) => account.startsWith("provider:"));
    expect(provider).toMatchObject({ debit: "10180", credit: "0" });
    expect(JSON.stringify(body)).not.toContain(PROVIDER_ACCOUNT_ID);
    expect(accounts.filter((account: object) => account !== provider)).toEqual([
      { account: "available", debit: "0", debitMinor: "0", credit: "4980", creditMinor: "4980" },
      { account: "fees", debit: "0", debitMinor: "0", credit: "100", creditMinor: "100" },
      { account: "held", debit: "0", debitMinor: "0", credit: "1600", creditMinor: "1600" },
      { account: "pending", debit: "0", debitMinor: "0", credit: "3500", creditMinor: "3500" },
    ]);
  });

  it.each([
    ["2026-11-19T10:00:00Z", 0, "0"],
    ["2026-11-20T00:00:00Z", 2, "5000"],
    ["2026-11-21T08:00:00Z", 5, "8500"],
  ])("at %s counts what was booked before", async (instant, entryCount, total) => {
    const { body } = await api.get(path(`trial-balance?at=${instant}`));
    expect(body.data).toMatchObject({ entryCount, totalDebit: total, totalCredit: total });
  });

  it("as CSV ends with both sums", async () => {
    const french = await api.download(path("trial-balance?at=2026-11-20T00:00:00Z&format=csv&separator=%3B"));
    expect(french.body.toString("utf8").split("\r\n")[0]).toBe(
      "\ufeffaccount;debit;credit;currency;debitMinor;creditMinor",
    );
    const refused = await api.get(path("trial-balance?format=csv&separator=%7C"));
    expect([refused.status, refused.body.error.details.fields[0].path]).toEqual([400, "separator"]);
    const { fileName, body } = await api.download(path("trial-balance?at=2026-11-20T00:00:00Z&format=csv"));
    expect(fileName).toBe("trial-balance-XOF-2026-11-20.csv");
    const rows = body.toString().slice(1).trimEnd().split("\r\n");
    expect([rows[0], rows[1], rows.at(-1)]).toEqual([
      "account,debit,credit,currency,debitMinor,creditMinor",
      "available,0,4900,XOF,0,4900",
      "TOTAL,5000,5000,XOF,5000,5000",
    ]);
  });
});

describe("200: settlements", () => {
  it("list per day what becomes available; together they are the pending balance", async () => {
    const { body } = await api.get(path("settlements"));
    expect(body.meta).toMatchObject({ page: 1, total: 2, totalPages: 1 });
    expect(body.data).toMatchObject([
      {
        object: "wallet_settlement",
        date: "2026-11-23",
        amount: "3000",
        chargeCount: 2,
        firstDueAt: "2026-11-23T08:00:00.000Z",
        lastDueAt: "2026-11-23T20:00:00.000Z",
      },
      { date: "2026-11-24", amount: "500", chargeCount: 1 },
    ]);
    const wallet = await api.get(path("").slice(0, -1));
    expect(wallet.body.data.pending).toBe("3500");
  });
});

describe("200: holds", () => {
  it("list held money with its reason and date; together they are the held balance, and unbooked money is left out", async () => {
    const { body } = await api.get(path("holds"));
    expect(body.data).toMatchObject([
      {
        object: "wallet_hold",
        chargeId: publicId("charge", double.id),
        refundId: publicId("refund", refundId),
        status: "BEING_REFUNDED",
        reason: "DUPLICATE",
        amount: "900",
        heldSince: "2026-11-21T08:02:00.000Z",
      },
      {
        chargeId: publicId("charge", late.id),
        refundId: null,
        status: "AWAITING_DECISION",
        reason: "LATE_PAYMENT",
        amount: "700",
        heldSince: "2026-11-21T08:01:00.000Z",
      },
    ]);
    const wallet = await api.get(path("").slice(0, -1));
    expect(wallet.body.data.held).toBe("1600");
  });

  it("can be paged by cursor in both directions, from either end", async () => {
    const [first, second] = [publicId("charge", double.id), publicId("charge", late.id)];
    const page = async (query: string) => {
      const { data, meta } = (await api.get(path(`holds?${query}`))).body;
      return [data.map(({ chargeId }: { chargeId: string }) => chargeId), meta.hasMore, meta.nextCursor];
    };
    expect(await page("limit=1")).toEqual([[first], true, first]);
    expect(await page(`limit=1&starting_after=${first}`)).toEqual([[second], false, null]);
    expect(await page(`limit=1&ending_before=${second}`)).toEqual([[first], false, null]);
    expect(await page("sort=createdAt")).toEqual([[second, first], false, null]);
    expect((await api.get(path("holds?starting_after=wal_1"))).status).toBe(400);
  });
});

describe("refusals", () => {
  it.each(["statement", "trial-balance", "ledger", "settlements", "holds"])(
    "401, 403 and 404: %s",
    async (rest) => {
      expect((await api.get(path(rest), "nobody")).status).toBe(401);
      expect((await api.get(path(rest), "other-area")).body.error.code).toBe("INSUFFICIENT_PERMISSIONS");
      expect((await api.get(path(rest), "stranger")).body.error.code).toBe("RESOURCE_NOT_FOUND");
    },
  );
});

it("the examples in the documentation are answers as the schemas describe them", () => {
  for (const [schema, example] of [
    [StatementView, statementExample],
    [TrialBalanceView, trialBalanceExample],
    [SettlementView, settlementExample],
    [HoldView, holdExample],
    [LedgerRecordView, ledgerRecordExample],
  ] as const) {
    const validate = compileBody(schema);
    expect([validate(example), validate.errors]).toEqual([true, null]);
  }
});

describe("a wallet with many entries", () => {
  const COUNT = 21_000;

  /** Written directly into the table: payments of one franc, without fee, and one refund's hold near the beginning. */
  beforeAll(async () => {
    const { merchantNo, walletId } = merchant;
    await database.owner.query({
      text: `
        insert into ledger_transfers (merchant_no, wallet_id, position, id, transaction_id, from_account, to_account, amount,
          currency, type, source_type, source_id, balance_after, created_at)
        select $1, $2, 9 + n, gen_random_uuid(), gen_random_uuid(),
          case when n = 5 then 'available' else 'adjustment' end, case when n = 5 then 'reserved' else 'available' end, 1,
          'XOF', case when n = 5 then 'HOLD' else 'CHARGE' end, case when n = 5 then 'refund' else 'charge' end,
          gen_random_uuid(), 10080 + n - (n >= 5)::int, $3::timestamptz + n * interval '1 second'
        from generate_series(1, $4::int) n`,
      values: [merchantNo, walletId, new Date(at("22T00:00")), COUNT],
    });
    await database.owner.query({
      text: "update wallets set available = available + $3 - 2, reserved = 1, transfer_count = 9 + $3, updated_at = $4 where merchant_no = $1 and id = $2",
      values: [merchantNo, walletId, COUNT, new Date(at("22T06:00"))],
    });
  });

  it("finds rare entries at once, and searches for absent ones page by page", async () => {
    const page = async (query: string) => (await api.get(path(`entries?${query}`))).body;
    const hold = await page("sourceType=refund");
    expect([hold.data.map(({ type }: { type: string }) => type), hold.meta.hasMore]).toEqual([
      ["HOLD"],
      false,
    ]);
    const fees = await page("type=FEE");
    expect([fees.data, fees.meta.hasMore]).toEqual([[], true]);
    const rest = await page(`type=FEE&starting_after=${fees.meta.nextCursor}`);
    expect([rest.data.map(({ amount }: { amount: string }) => amount), rest.meta]).toMatchObject([
      ["100"],
      { hasMore: false, nextCursor: null },
    ]);
    const oldest = await page("type=FEE&sort=createdAt");
    expect([oldest.data.length, oldest.meta.hasMore]).toEqual([1, true]);
    expect(
      (await page(`type=FEE&sort=createdAt&starting_after=${oldest.meta.nextCursor}`)).meta.hasMore,
    ).toBe(false);
  });

  it("reads pages in the middle by their period", async () => {
    const { body } = await api.get(
      path("entries?createdFrom=2026-11-22T01:00:00Z&createdTo=2026-11-22T01:00:03Z&sort=createdAt"),
    );
    expect(body.data.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
      "2026-11-22T01:00:00.000Z",
      "2026-11-22T01:00:01.000Z",
      "2026-11-22T01:00:02.000Z",
    ]);
  });

  it.each([
    ["json", "statement", 20_000],
    ["pdf", "statement", 2_000],
    ["jsonl", "ledger", 20_000],
  ])("400: as %s a %s of all of them, with the period that fits", async (format, report, lineCountMax) => {
    const from = report === "statement" ? "2026-11-22T00:00:00Z" : "2026-11-19T00:00:00Z";
    const query = `${report}?from=${from}&to=2026-11-23T00:00:00Z&format=${format}`;
    const { status, body } = await api.get(path(query));
    expect([status, body.error.code, body.error.details.lineCountMax]).toEqual([
      400,
      "REPORT_TOO_LARGE",
      lineCountMax,
    ]);
    const { coversUntil } = body.error.details;
    const fits = await api.download(path(query.replace(/to=[^&]*/, `to=${coversUntil}`)));
    expect(fits.status).toBe(200);
    if (format === "json") expect(JSON.parse(fits.body.toString()).data.entryCount).toBe(20_000);
  });
});
