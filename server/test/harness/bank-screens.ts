import type { Page } from "playwright-core";
import { expect } from "vitest";
import { bundledPermissions, type operatorRoles } from "../../src/modules/operators/roles.ts";
import { type Screens, startScreens } from "./screens.ts";

/** The console with an account at a bank, and something of everything that its pages are for. */
export interface BankScreens {
  readonly screens: Screens;
  /** The account at the bank, in the sandbox. */
  readonly bankId: string;
  /** A simulator's account, of which two settlements are on their way. */
  readonly accountId: string;
  /** Of a payment by transfer of 1 200 that waits for its money, what its payer was told to write. */
  readonly paymentReference: string;
  /** A released payment file with two payouts, of 1 100 and 1 800. */
  readonly payoutFile: { readonly messageId: string; readonly references: readonly string[] };
  operate(method: string, path: string, body?: unknown): Promise<Answered>;
  entryOf(bankReference: string, mode?: "SANDBOX" | "LIVE"): Promise<Answered>;
  /** Entries that the bank tells, by their own numbers. */
  tell(entries: readonly object[], accountId?: string): Promise<void>;
  /** What the person who is logged in may do, for a while: the permissions of one role. */
  withRole(role: (typeof operatorRoles)[number], use: () => Promise<void>): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many routes.
type Answered = any;

const bankSettings = {
  bankName: "Banque du Golfe",
  accountHolder: "CAURIS SA",
  iban: "CI93CI0080111301134291200589",
  bic: "BGOLCIAB",
  currency: "XOF",
};

/** An account at a bank, as operators make it. */
export const bankAccount = (mode: "SANDBOX" | "LIVE", subTenantId: string, name: string) => ({
  mode,
  subTenantId,
  provider: "bank_transfer",
  name,
  methods: ["BANK_TRANSFER"],
  settings: bankSettings,
});

export async function openBankScreens(): Promise<BankScreens> {
  const screens = await startScreens();
  const { test } = screens;
  let unique = 0;
  const call = async (apiKey: string | null, method: string, path: string, body?: unknown) => {
    unique += 1;
    const answer = await test.request(method, path, {
      apiKey,
      headers: { "idempotency-key": `bank ${unique}` },
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, `${path} ${JSON.stringify(answer.body.error)}`).toBeLessThan(300);
    return answer.body.data;
  };
  const operate: BankScreens["operate"] = async (method, path, body) =>
    call((await test.operator()).token, method, path, body);
  const merchant = (method: string, path: string, body?: unknown) => call(test.apiKey, method, path, body);
  const pay = async (amount: string, paying: object) => {
    const session = await merchant("POST", "/checkout/sessions", {
      amount,
      currency: "XOF",
      title: "Commande",
    });
    const told = await call(null, "POST", `/checkout/pay/${session.id}/complete`, paying);
    await test.advance(6_000);
    return told;
  };

  const [{ id: accountId }] = await operate("GET", "/tenant/provider-accounts?mode=SANDBOX");
  const phone = { phone: "+2250500000789", operator: "MTN", countryCode: "CI" };
  await pay("12000", { paymentMethod: "MOBILE_MONEY", paymentDetails: phone });
  await operate("POST", "/tenant/reconciliation/statements", {
    providerAccountId: accountId,
    mode: "SANDBOX",
    from: "2026-11-02T00:00:00.000Z",
    to: "2026-11-03T00:00:00.000Z",
    format: "lines",
    lines: ["WAVE-71", "WAVE-72"].map((reference) => ({
      type: "SETTLEMENT",
      reference,
      transactionId: reference,
      status: "SUCCEEDED",
      amount: "4925",
      currency: "XOF",
      occurredAt: "2026-11-02T10:00:00.000Z",
    })),
  });

  const { id: subTenantId } = await operate("POST", "/tenant/sub-tenants", { name: "Banque" });
  const account = bankAccount("SANDBOX", subTenantId, "Compte courant");
  const { id: bankId } = await operate("POST", "/tenant/provider-accounts", account);
  const rule = { mode: "SANDBOX", method: "BANK_TRANSFER", subTenantId, currency: "XOF", priority: 1 };
  await operate("POST", "/tenant/routing/rules", rule);
  const { instructions } = await pay("1200", { paymentMethod: "BANK_TRANSFER", paymentDetails: {} });

  const wallets: readonly Answered[] = await merchant("GET", "/payments/wallets");
  const walletId = wallets.find(({ currency }) => currency === "XOF").id;
  const beneficiary = await merchant("POST", "/payments/beneficiaries", {
    name: "SARL Baobab",
    type: "BANK_ACCOUNT",
    details: { iban: "SN08SN0100152000048500003035", bankName: "Banque" },
    currency: "XOF",
  });
  for (const amount of ["1100", "1800"])
    await merchant("POST", "/payments/payouts", { walletId, beneficiaryId: beneficiary.id, amount });
  await test.advance(10_000, 10_000);
  const file = await operate("POST", "/tenant/payout-files", { providerAccountId: bankId });
  await operate("POST", `/tenant/payout-files/${file.id}/release`, {});
  const orders: readonly Answered[] = await operate("GET", `/tenant/transfer-orders?fileId=${file.id}`);
  const references = ["1100", "1800"].map((amount) => orders.find((one) => one.amount === amount).reference);

  return {
    screens,
    bankId,
    accountId,
    paymentReference: instructions.reference,
    payoutFile: { messageId: file.messageId, references },
    operate,
    entryOf: async (bankReference, mode = "SANDBOX") => {
      const entries: readonly Answered[] = await operate(
        "GET",
        `/tenant/bank-entries?mode=${mode}&pageSize=100`,
      );
      return entries.find((one) => one.bankReference === bankReference);
    },
    tell: async (entries, providerAccountId = bankId) => {
      const told = entries.map((entry) => ({ currency: "XOF", bookedOn: "2026-11-21", ...entry }));
      await operate("POST", "/tenant/bank-entries", { providerAccountId, entries: told });
    },
    withRole: async (role, use) => {
      const { email } = await test.operator();
      const permit = (permissions: readonly string[]) =>
        test.owner.query({
          text: "update operators set permissions = $2 where email = $1",
          values: [email, permissions],
        });
      const [before] = await test.owner.query<{ permissions: readonly string[] }>({
        text: "select permissions from operators where email = $1",
        values: [email],
      });
      await permit(bundledPermissions({ role }) ?? []);
      try {
        await use();
      } finally {
        await permit(before?.permissions ?? []);
      }
    },
  };
}

/** Waits until the page has said this. */
export const said = (page: Page, text: string): Promise<void> =>
  page.locator(".notice", { hasText: text }).waitFor();
