import { expect } from "vitest";
import { systemActor } from "../../src/db/audit.ts";
import { allPermissions } from "../../src/http/permissions.ts";
import type { MerchantNo } from "../../src/kit/ids.ts";
import { type Answer, startTestApp, type TestApp } from "./app.ts";
import { testSeed } from "./seed.ts";

/** A merchant who pays people. The merchant's first key calls by default. */
export interface PayoutSetup {
  readonly test: TestApp;
  /** The wallet in XOF. */
  readonly walletId: string;
  wallet(currency?: string): Promise<Answer["body"]>;
  newKey(merchantNo: MerchantNo, permissions?: readonly string[]): Promise<string>;
  addBeneficiary(body: unknown, apiKey?: string): Promise<Answer>;
  /** A new one with mobile money. */
  beneficiaryId(phone?: string): Promise<string>;
  /** Requests a payout from the wallet in XOF, with a new idempotency key. */
  askPayout(to: string, amount: string, more?: object, apiKey?: string): Promise<Answer>;
  eventsOf(id: string): Promise<readonly { readonly type: string; readonly sequence: number }[]>;
  typesOf(id: string): Promise<readonly string[]>;
}

/** The data of an answer that must be a success. */
export const data = (answer: Answer): Answer["body"] => {
  expect(answer.status, JSON.stringify(answer.body.error)).toBeLessThan(300);
  return answer.body.data;
};
export const code = ({ status, body }: Answer): string => `${status} ${body.error?.code}`;

export const mobile = (phone: string) => ({
  name: "Awa Koné",
  type: "MOBILE_MONEY",
  details: { phone, operator: "MTN" },
  currency: "XOF",
});
export const bank = (iban: string, currency = "XOF") => ({
  name: "SARL Baobab",
  type: "BANK_ACCOUNT",
  details: { iban, bankName: "Banque" },
  currency,
});

export async function openPayoutSetup(): Promise<PayoutSetup> {
  const seed = testSeed();
  console.info(`seed ${seed}`);
  const test = await startTestApp({ seed });
  let unique = 0;

  const wallet: PayoutSetup["wallet"] = async (currency = "XOF") => {
    const wallets: readonly { id: string; currency: string }[] = data(
      await test.request("GET", "/payments/wallets"),
    );
    const found = wallets.find((each) => each.currency === currency);
    if (found === undefined) throw new Error(`there is a wallet in ${currency}`);
    return data(await test.request("GET", `/payments/wallets/${found.id}`));
  };
  const walletId: string = (await wallet()).id;
  const addBeneficiary: PayoutSetup["addBeneficiary"] = (body, apiKey = test.apiKey) =>
    test.request("POST", "/payments/beneficiaries", { body, apiKey });
  const eventsOf: PayoutSetup["eventsOf"] = (id) =>
    test.db.query({
      text: `select type, sequence from events where payload::json -> 'data' ->> 'id' = $1 order by sequence`,
      values: [id],
    });

  return {
    test,
    walletId,
    wallet,
    addBeneficiary,
    eventsOf,
    newKey: async (merchantNo, permissions = allPermissions) => {
      const made = await test.db.transaction((tx) =>
        test.app.access.createApiKey(tx, { merchantNo, name: "second", permissions }, systemActor),
      );
      return made.key.reveal();
    },
    beneficiaryId: async (phone = "+2250500000789") => data(await addBeneficiary(mobile(phone))).id,
    askPayout: (to, amount, more = {}, apiKey = test.apiKey) => {
      unique += 1;
      return test.request("POST", "/payments/payouts", {
        apiKey,
        headers: { "idempotency-key": `payout ${unique}` },
        body: { walletId, beneficiaryId: to, amount, ...more },
      });
    },
    typesOf: async (id) => (await eventsOf(id)).map(({ type }) => type),
  };
}
