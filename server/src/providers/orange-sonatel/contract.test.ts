import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { money } from "../../kit/money.ts";
import type { IncomingCallback } from "../callback.ts";
import type { Payer, PayoutRequest, StartRequest } from "../provider.ts";
import { createAsking } from "../testing/asking.ts";
import type { ContractSubject, Wish } from "../testing/contract-subject.ts";
import { describeProviderContract } from "../testing/contract-suite.ts";
import { createCredentialList } from "../testing/credential-list.ts";
import { hmacForgeries } from "../testing/forgeries.ts";
import { nobody } from "../testing/questions.ts";
import { openStandInAccounts, type StandInAccounts } from "../testing/stand-in-accounts.ts";
import { createSonatelConnector, SIGNATURE_HEADER, signatureScheme } from "./connector.ts";
import { sonatelStandIn } from "./stand-in.ts";

const suffixes: Partial<Record<Wish, string>> = {
  SUCCESS: "789",
  PENDING: "129",
  CALLBACK_TWICE: "179",
  CALLBACK_FIRST: "269",
  SLOW_DRIP: "299",
  PAYMENT_NOT_CONFIRMED: "039",
  INSUFFICIENT_FUNDS: "049",
  PAYER_NOT_FOUND: "029",
  LIMIT_EXCEEDED: "019",
  INVALID_RECIPIENT: "089",
  INVALID_AMOUNT: "099",
  PROVIDER_UNAVAILABLE: "169",
  PAYMENT_CANCELLED: "119",
  RISK_BLOCKED: "149",
  UNKNOWN: "069",
};
const amounts: Partial<Record<Wish, bigint>> = { AMOUNT_OUT_OF_BOUNDS: 9n };
const francs = (minor: bigint) => money(minor, "XOF");
const payer = (suffix: string): Payer => ({
  ...nobody,
  phone: `+221771234${suffix}`,
  operator: "ORANGE",
  countryCode: "SN",
  otp: "123456",
});

async function open(): Promise<ContractSubject & StandInAccounts> {
  const accounts = await openStandInAccounts(sonatelStandIn, createSonatelConnector(createCredentialList()), {
    refused: { clientSecret: "not-a-secret" },
  });
  const secret = accounts.account.settings.callbackSecret ?? "";
  return {
    ...accounts,
    forgeries: (callback) => [
      ...hmacForgeries(callback, { header: SIGNATURE_HEADER, scheme: signatureScheme, secret }),
      ...withOtherKeys(callback),
    ],
    lateMs: 15 * 60_000,
    lostStart: "FOUND",
    lostTransfer: "UNKNOWN",
    refundsUnlimited: true,
    paymentLike: (wish) => {
      const minor = amounts[wish];
      const suffix = suffixes[wish] ?? (minor === undefined ? null : "789");
      if (suffix === null) return null;
      return { method: "MOBILE_MONEY", amount: francs(minor ?? 12_000n), payer: payer(suffix) };
    },
    payoutLike: (wish) => {
      const suffix = suffixes[wish];
      return suffix === undefined ? null : payoutTo(suffix);
    },
    moved: async (kind, ownId) =>
      accounts.standIn.book
        .list()
        .filter((one) => one.kind === (kind === "REFUND" ? "PAYOUT" : kind) && one.status === "SUCCEEDED")
        .filter(({ reference }) => reference === ownId)
        .map(({ amount }) => amount),
  };
}

function payoutTo(suffix: string): Omit<PayoutRequest, "reference" | "ownId" | "callbackUrl"> {
  const { phone, operator, countryCode } = payer(suffix);
  return {
    phone,
    operator,
    countryCode,
    name: "Awa Ndiaye",
    amount: francs(12_000n),
    iban: null,
    walletId: null,
  };
}

/** Another key in `Authorization`, or none. */
function withOtherKeys(callback: IncomingCallback): readonly IncomingCallback[] {
  const { headers } = callback;
  const { authorization: _key, ...withoutKey } = headers;
  return [
    { ...callback, headers: { ...headers, authorization: "Basic another" } },
    { ...callback, headers: withoutKey },
  ];
}

describeProviderContract("Orange Sonatel", createSonatelConnector(createCredentialList()), open);

describe("Orange Sonatel", () => {
  let subject: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    subject = await open();
  });
  afterAll(async () => {
    await subject?.close();
  });
  const calls = () => subject.of(subject.account);
  const asking = createAsking({
    subject: () => subject,
    like: { amount: francs(12_000n), payer: payer("789") },
  });
  const { ids, started, sent: asked } = asking;
  const request = (change: Partial<StartRequest> = {}) =>
    asking.request({ expiresAtMs: subject.nowMs() + 600_000, ...change });
  const code = (minor = 12_000n): StartRequest =>
    request({ method: "QR", amount: francs(minor), payer: { ...nobody, qrScheme: "ORANGE" } });
  const failed = (failureCode: string, providerCode: string) => ({
    kind: "failed",
    failureCode,
    providerCode,
  });

  describe("a code to scan", () => {
    it("is Orange's short link, with the deep link for the phone that shows it, and lasts", async () => {
      const { outcome, question } = await started(code(12_129n));
      const nextStep = {
        kind: "DISPLAY_QR",
        qrPayload: expect.stringContaining("/s/MP"),
        actionUrl: expect.stringContaining("/payer-page/"),
      };
      expect(outcome).toMatchObject({ kind: "pending", nextStep });
      await subject.advance(30_000);
      expect(await calls().query(question)).toMatchObject({ kind: "pending", nextStep });
    });

    it("is paid, and refunded to the number that has paid it", async () => {
      const { question } = await started(code());
      await subject.advance(3_000);
      const paid = await calls().query(question);
      expect(paid).toMatchObject({ kind: "succeeded", amount: francs(12_000n) });
      const handle = paid.kind === "succeeded" ? (paid.handle ?? null) : null;
      expect(handle).toMatchObject({ customer: "771234567" });
      for (const payment of [{ ...question, handle }, question]) {
        const refund = { ...ids(), amount: francs(5_000n), payment, payer: nobody, callbackUrl: "" };
        expect((await calls().refund(refund)).kind).toBe("pending");
        await subject.advance(3_000);
        const answer = await calls().queryRefund({ ...refund, startedAtMs: subject.nowMs(), handle: null });
        expect(answer).toMatchObject({ kind: "succeeded", amount: francs(5_000n) });
      }
    });

    it("that nobody pays ends two minutes after its validity", async () => {
      const { question } = await started(code(12_129n));
      await subject.advance(600_000 + 119_000);
      expect((await calls().query(question)).kind).toBe("pending");
      await subject.advance(2_000);
      expect(await calls().query(question)).toMatchObject(failed("PAYMENT_CANCELLED", "CODE_EXPIRED"));
    });

    it("whose answer was lost took nothing, once the start cannot be on its way any more", async () => {
      subject.network.failNext("TIMEOUT_AFTER");
      const { outcome, question } = await started(code(12_129n));
      expect(outcome.kind).toBe("unknown");
      expect((await calls().query(question)).kind).toBe("unknown");
      await subject.advance(16_000);
      expect(await calls().query(question)).toMatchObject(failed("PROVIDER_UNAVAILABLE", "CODE_LOST"));
    });

    it("of less than ten francs is not made", async () => {
      const requests = await asked(async () =>
        expect((await started(code(9n))).outcome).toMatchObject(
          failed("AMOUNT_OUT_OF_BOUNDS", "BELOW_10_XOF"),
        ),
      );
      expect(requests).toEqual([]);
      expect((await started(code(10n))).outcome.kind).toBe("pending");
    });
  });

  describe("a payment by password", () => {
    it.each([
      ["without a password", { otp: null }, failed("PAYMENT_NOT_CONFIRMED", "NO_OTP")],
      [
        "from a foreign number",
        { phone: "+2250700000789" },
        failed("PAYER_NOT_FOUND", "NOT_A_NUMBER_OF_SENEGAL"),
      ],
    ])("%s is not sent", async (_title, change, outcome) => {
      const one = request({ payer: { ...payer("789"), ...change } });
      expect(await asked(async () => expect(await calls().start(one)).toEqual(outcome))).toEqual([]);
    });

    it("with a password that Orange does not know is not confirmed", async () => {
      const one = request({ payer: { ...payer("789"), otp: "000000" } });
      expect(await calls().start(one)).toMatchObject(failed("PAYMENT_NOT_CONFIRMED", "2051"));
    });

    it("whose outcome is open (51) is not repeated: it is found by our reference", async () => {
      const { outcome, question } = await started(request({ payer: payer("519") }));
      expect(outcome).toEqual({ kind: "unknown", reason: "http_500_51" });
      await subject.advance(3_000);
      expect(await calls().query(question)).toMatchObject({ kind: "succeeded" });
    });

    it("takes the amount from Orange's book, also when it succeeds at once", async () => {
      const one = request({ payer: payer("269") });
      const requests = await asked(async () =>
        expect(await calls().start(one)).toMatchObject({ kind: "succeeded", amount: one.amount }),
      );
      expect(requests.at(-1)).toBe("GET /api/eWallet/v1/transactions");
      subject.standIn.faults.next("WRONG_AMOUNT");
      const other = await calls().start(request({ payer: payer("269") }));
      expect(other).toMatchObject({ kind: "succeeded", amount: francs(11_999n) });
    });

    it.each([
      ["118", "UNKNOWN", "REJECTED", undefined],
      ["199", "UNKNOWN", "7777", true],
    ])("from …%s fails with %s (%s)", async (suffix, failureCode, providerCode, alarm) => {
      const { outcome: first, question } = await started(request({ payer: payer(suffix) }));
      await subject.advance(3_000);
      const outcome = first.kind === "failed" ? first : await calls().query(question);
      expect(outcome).toMatchObject(failed(failureCode, providerCode));
      expect("alarm" in outcome ? outcome.alarm : undefined).toBe(alarm);
    });
  });

  describe("tokens", () => {
    it("serve many calls, and are renewed before their 299 s end, and once after a 401", async () => {
      await calls().start(request());
      const tokens = async (make: () => Promise<unknown>) =>
        (await asked(make)).filter((one) => one === "POST /oauth/v1/token").length;
      expect(await tokens(() => Promise.all([1, 2, 3].map(() => calls().start(request()))))).toBe(0);
      subject.standIn.faults.next("EXPIRED_TOKEN");
      expect(await tokens(() => calls().start(request()))).toBe(1);
      await subject.advance(240_000);
      expect(await tokens(() => calls().start(request()))).toBe(1);
    });

    it("that are refused fail a start, leave a query unknown, and are told to operators", async () => {
      const stranger = subject.of(subject.stranger);
      const { question } = await started(request());
      expect(await stranger.start(request())).toMatchObject({
        ...failed("PROVIDER_UNAVAILABLE", "token_http_401"),
        alarm: true,
      });
      expect(await stranger.query(question)).toMatchObject({ kind: "unknown", reason: "token_http_401" });
      const payout = { ...ids(), ...payoutTo("789"), callbackUrl: "" };
      expect(await stranger.payout(payout)).toMatchObject({
        ...failed("PROVIDER_UNAVAILABLE", "NO_ACCESS"),
        alarm: true,
      });
    });
  });

  describe("cash-in", () => {
    const payout = (suffix: string) => ({ ...ids(), ...payoutTo(suffix), callbackUrl: "" });

    it("fetches the public key once, and once more when Orange has revoked it", async () => {
      await calls().payout(payout("789"));
      expect(await asked(() => calls().payout(payout("789")))).toEqual(["POST /api/eWallet/v1/cashins"]);
      const requests = await asked(async () =>
        expect((await calls().payout(payout("403"))).kind).toBe("pending"),
      );
      expect(requests).toEqual([
        "POST /api/eWallet/v1/cashins",
        "GET /api/account/v1/publicKeys",
        "POST /api/eWallet/v1/cashins",
      ]);
    });

    it("with a PIN that Orange refused is not sent again, until the setting changes", async () => {
      const { settings } = subject.account;
      const wrong = subject.of({ ...subject.account, settings: { ...settings, retailerPin: "1111" } });
      expect(await wrong.payout(payout("789"))).toMatchObject({
        ...failed("PAYMENT_NOT_CONFIRMED", "2011"),
        alarm: true,
      });
      const requests = await asked(async () => {
        for (let round = 0; round < 3; round += 1) {
          expect(await wrong.payout(payout("789"))).toMatchObject({
            ...failed("PROVIDER_UNAVAILABLE", "PIN_WAS_REFUSED"),
            alarm: true,
          });
        }
      });
      expect(requests).toEqual([]);
      expect((await calls().payout(payout("789"))).kind).toBe("pending");
    });

    it("with a wrong PIN is sent once, however many are made at once", async () => {
      const { settings } = subject.account;
      const wrong = subject.of({ ...subject.account, settings: { ...settings, retailerPin: "2222" } });
      let outcomes: readonly unknown[] = [];
      const requests = await asked(async () => {
        outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => wrong.payout(payout("789"))));
      });
      expect(requests.filter((one) => one.endsWith("/cashins"))).toHaveLength(1);
      const codes = outcomes.map((one) => (one as { providerCode: string }).providerCode);
      expect(codes.toSorted()).toEqual([
        expect.stringMatching(/^201[12]$/),
        ...Array(4).fill("PIN_WAS_REFUSED"),
      ]);
    });

    it("needs the retailer's number and PIN, and a number of Senegal", async () => {
      const { retailerPin: _pin, ...settings } = subject.account.settings;
      const without = subject.of({ ...subject.account, settings });
      expect(await without.payout(payout("789"))).toMatchObject(
        failed("PROVIDER_UNAVAILABLE", "NO_RETAILER"),
      );
      const foreign = { ...payout("789"), phone: "+2250700000789" };
      expect(await calls().payout(foreign)).toMatchObject(
        failed("INVALID_RECIPIENT", "NOT_A_NUMBER_OF_SENEGAL"),
      );
    });

    it("whose outcome is open (51) is not repeated: it is found by our reference", async () => {
      const one = payout("519");
      expect((await calls().payout(one)).kind).toBe("unknown");
      await subject.advance(3_000);
      const question = { ...one, startedAtMs: subject.nowMs(), handle: null };
      expect(await calls().queryPayout(question)).toMatchObject({ kind: "succeeded" });
      expect(await subject.moved("PAYOUT", one.ownId)).toHaveLength(1);
    });

    it("fails when its key cannot be had, because nothing was sent", async () => {
      const other = subject.of(subject.otherAccount);
      await subject.advance(3_600_001);
      await other.query({ ...(await started(request())).question });
      subject.network.failNext("TIMEOUT_BEFORE");
      expect(await other.payout(payout("789"))).toMatchObject(failed("PROVIDER_UNAVAILABLE", "NO_ACCESS"));
    });
  });
});
