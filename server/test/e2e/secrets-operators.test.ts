import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../../src/log/logger.ts";
import { totpCode, totpStep } from "../../src/modules/log-in/totp.ts";
import { type DumpedRow, dumpDatabase } from "../contract/database-dump.ts";
import { type Call, type Contract, type Json, readContract } from "../contract/document.ts";
import {
  createKey,
  createOwner,
  createTenant,
  logIn,
  type Owner,
  type TestLogin,
} from "../contract/estate.ts";
import { startTestApp, type TestApp } from "../harness/app.ts";
import { linkTokenTo } from "../harness/mails.ts";
import { base32Bytes } from "../harness/operators.ts";
import { digitsOf, formsOf, type Needle, shownInLines, shownInRows } from "../harness/secret-search.ts";

/**
 * The same search as for payers' secrets, for management by operators and merchants: log-ins, provider credentials,
 * keys for merchants, dossiers with their documents, people and accounts, payouts, and charges from a merchant's
 * server.
 */
const planted = {
  typedPassword: "a wrong password nobody has",
  firstPassword: "planted hose battery staple",
  newPassword: "planted horse battery staple",
  providerKey: "planted-provider-api-key-77",
  callbackSecret: "planted-callback-secret-78",
  laterSecret: "planted-callback-secret-79",
  director: "Aminata Plantée-Koné",
  directorBirth: "1984-05-17",
  taxId: "PLANT1912345A",
  documentText: "planted text of a certificate",
  fileName: "planted-passport-of-aminata.pdf",
  beneficiaryPhone: "+2250512340789",
  iban: "CI93CI0080111301134291200589",
  directPhone: "+2250712340789",
  confirmPhone: "+2250712341789",
  customerName: "Moussa Planté-Direct",
} as const;

const logged: string[] = [];
const shown: Needle[] = [];
let app: TestApp;
let contract: Contract;
let owner: Owner;
let operator: TestLogin;
let apiKey: string;

beforeAll(async () => {
  const destination = { write: (line: string) => void logged.push(line) };
  app = await startTestApp({ log: createLogger({ level: "debug", format: "json", destination }) });
  contract = await readContract(app);
  const tenantId = await createTenant(app, "planted");
  owner = await createOwner(app, tenantId, "Planted");
  operator = await logIn(app, tenantId, 1);
  apiKey = (await createKey(app, owner.numbers.SANDBOX)).key;
}, 60_000);
afterAll(() => app?.stop());

let calls = 0;
/** Calls as the merchant, or as the operator; returns `data`, and fails with anything but success. */
async function call(id: string, { body, params, apiKey: token }: Call = {}): Promise<Json> {
  const operation = contract.operation(id);
  calls += 1;
  const answer = await contract.call(operation, {
    apiKey: token ?? (operation.auth === "operator" ? operator.token : apiKey),
    params: { merchantId: owner.merchantId, ...params },
    ...(body === undefined ? {} : { body }),
    ...(operation.idempotency === "none" ? {} : { headers: { "idempotency-key": `planted ${calls}` } }),
  });
  expect(answer.status, `${id} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body.data;
}
const exampleOf = (id: string): Json => contract.operation(id).bodyExample;

describe("journeys with planted secrets", () => {
  it("operators log in, fail to, are added and change their passwords", async () => {
    const wrong = { email: operator.email, password: planted.typedPassword };
    expect((await contract.call("logInOperator", { apiKey: null, body: wrong })).status).toBe(401);
    await call("createOperator", {
      body: { email: "planted@new.example", name: "New", permissions: ["tenant.team.read"] },
    });
    const invitation = await linkTokenTo(app, "planted@new.example", "/invite");
    shown.push(["an invitation", [...formsOf(invitation), invitation.slice(8)]]);
    await call("acceptOperatorInvitation", { body: { token: invitation, password: planted.firstPassword } });
    const login = { email: "planted@new.example", password: planted.firstPassword };
    const { token } = (await contract.call("logInOperator", { apiKey: null, body: login })).body.data;
    await call("changeOwnPassword", {
      apiKey: token,
      body: { currentPassword: planted.firstPassword, newPassword: planted.newPassword },
    });
    const { secret } = await call("beginOwnSecondFactor", {
      apiKey: token,
      body: { password: planted.newPassword },
    });
    const totp = totpCode(base32Bytes(secret), totpStep(app.clock.nowMs()));
    const { recoveryCodes } = await call("confirmOwnSecondFactor", { apiKey: token, body: { totp } });
    const [recoveryCode, another] = recoveryCodes;
    await call("logInOperator", {
      body: { email: login.email, password: planted.newPassword, recoveryCode },
    });
    shown.push(["the secret of a second factor", formsOf(secret)]);
    for (const code of [recoveryCode, another])
      shown.push(["a recovery code", [...formsOf(code), code.replaceAll("-", "")]]);
    shown.push(["an operator's token", [...formsOf(token), token.slice(7)]]);
    shown.push(["the operator's token", [...formsOf(operator.token), operator.token.slice(7)]]);
    shown.push(["the operator's password", formsOf(operator.password)]);
  });
  it("provider credentials are set, changed and tried", async () => {
    const subTenant = await call("createSubTenant", { body: { name: "Planted entity" } });
    const account = await call("createProviderAccount", {
      body: {
        ...exampleOf("createProviderAccount"),
        subTenantId: subTenant.id,
        settings: { apiKey: planted.providerKey, callbackSecret: planted.callbackSecret },
      },
    });
    expect(JSON.stringify(account)).not.toContain(planted.providerKey);
    const params = { id: account.id };
    await call("updateProviderAccount", {
      params,
      body: { settings: { callbackSecret: planted.laterSecret } },
    });
    await contract.call("testProviderAccount", { apiKey: operator.token, params });
  });
  it("a key is handed over, made, rolled", async () => {
    const { id: merchantId } = await call("createMerchant", { body: exampleOf("createMerchant") });
    const offered = await call("handOverApiKey", {
      params: { merchantId },
      body: exampleOf("handOverApiKey"),
    });
    const token = offered.claim.url.split("/").at(-1);
    shown.push(["a link to a live key", [...formsOf(token), token.slice(10)]]);
    const handed = await call("claimApiKey", { body: { token } });
    const made = await call("createApiKey", {
      body: { name: "Planted", permissions: ["merchant.charges.read"] },
    });
    const rolled = await call("rollApiKey", { params: { keyId: made.id } });
    for (const { key } of [handed, made, rolled])
      shown.push([`key ${key.slice(-4)}`, [...formsOf(key), key.slice(15)]]);
  });
  it("a dossier with people, an account and a document is written and read", async () => {
    const merchant = await call("createMerchant", { body: exampleOf("createMerchant") });
    const { merchantId = merchant.id } = merchant;
    const handed = await call("handOverApiKey", {
      params: { merchantId },
      body: { ...exampleOf("handOverApiKey"), mode: "SANDBOX" },
    });
    shown.push(["a new merchant's key", formsOf(handed.key)]);
    const example = exampleOf("updateOnboardingDossier");
    const person = {
      ...example.directors[0],
      fullName: planted.director,
      dateOfBirth: planted.directorBirth,
    };
    await call("updateOnboardingDossier", {
      apiKey: handed.key,
      body: {
        ...example,
        taxId: planted.taxId,
        directors: [person],
        settlementAccount: { ...example.settlementAccount, iban: planted.iban },
      },
    });
    const upload = exampleOf("uploadKybDocument");
    const pdf = Buffer.from(upload.content, "base64")
      .toString("latin1")
      .replace("1 0 obj", `% ${planted.documentText}\n1 0 obj`);
    await call("uploadKybDocument", {
      apiKey: handed.key,
      body: { ...upload, fileName: planted.fileName, content: Buffer.from(pdf, "latin1").toString("base64") },
    });
    const read = await call("getOnboardingDossier", { apiKey: handed.key });
    expect(JSON.stringify(read)).toContain(planted.director);
  });
  it("beneficiaries are paid, by phone and by account", async () => {
    const byPhone = await call("createBeneficiary", {
      body: {
        ...exampleOf("createBeneficiary"),
        details: { phone: planted.beneficiaryPhone, operator: "MTN", countryCode: "CI" },
      },
    });
    const byAccount = await call("createBeneficiary", {
      body: { name: "Shop", type: "BANK_ACCOUNT", currency: "XOF", details: { iban: planted.iban } },
    });
    expect([byPhone.status, byAccount.status]).toEqual(["ACTIVE", "ACTIVE"]);
    await call("createCharge", {
      body: {
        ...exampleOf("createCharge"),
        amount: "50000",
        paymentDetails: { phone: planted.directPhone, operator: "ORANGE", countryCode: "CI" },
      },
    });
    const intent = await call("createPaymentIntent", {
      body: {
        ...exampleOf("createPaymentIntent"),
        customer: { name: planted.customerName, phone: planted.confirmPhone },
      },
    });
    await call("confirmPaymentIntent", {
      params: { id: intent.id },
      body: {
        paymentMethod: "MOBILE_MONEY",
        paymentDetails: { phone: planted.confirmPhone, operator: "ORANGE", countryCode: "CI" },
      },
    });
    await app.advance(10_000);
    const wallets: readonly Json[] = await call("listWallets");
    const walletId = wallets.find(({ currency }) => currency === "XOF").id;
    for (const { id: beneficiaryId } of [byPhone, byAccount])
      await call("createPayout", { body: { walletId, beneficiaryId, amount: "1000" } });
    await app.advance(30_000);
    const payouts: readonly Json[] = await call("listPayouts");
    expect(payouts.map(({ status }) => status)).toEqual(["PAID", "PAID"]);
    const charges: readonly Json[] = await call("listCharges");
    expect(charges.map(({ status }) => status)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
  });
  it("secrets are sent where they do not belong", async () => {
    for (const path of [
      `/tenant/operators?token=${operator.token}`,
      `/tenant/${operator.token}`,
      `/payments/beneficiaries?phone=${encodeURIComponent(planted.beneficiaryPhone)}`,
      `/tenant/audit?action=${planted.providerKey}&key=${planted.providerKey}`,
    ]) {
      expect((await app.request("GET", path, { apiKey: operator.token })).status).toBeGreaterThanOrEqual(400);
    }
    // A text that is searched for may be one as well.
    const search = `/tenant/audit?q=${planted.providerKey}`;
    expect((await app.request("GET", search, { apiKey: operator.token })).status).toBe(200);
    const wrong = { email: operator.password, password: { text: operator.password } };
    expect((await app.request("POST", "/tenant/sessions", { apiKey: null, body: wrong })).status).toBe(400);
  });
});

describe("afterwards", () => {
  let rows: readonly DumpedRow[];
  beforeAll(async () => {
    await app.advance(10 * 60_000, 60_000);
    rows = await dumpDatabase(app.owner);
  }, 60_000);

  const needles = (): readonly Needle[] => [
    ...shown,
    ...Object.entries(planted)
      .filter(([name]) => !/Phone|Birth|iban/.test(name))
      .map(([name, text]): Needle => [name, formsOf(text)]),
    ["director's birth", [planted.directorBirth]],
    [
      "IBAN",
      [...formsOf(planted.iban), planted.iban.replace(/(.{4})/g, "$1 ").trim(), planted.iban.slice(9, 21)],
    ],
    ...[planted.beneficiaryPhone, planted.directPhone, planted.confirmPhone].map(
      (phone): Needle => [`phone ${phone}`, [...digitsOf(phone), ...formsOf(phone)]],
    ),
  ];

  it("there was something to find", () => {
    expect(shown.length).toBeGreaterThanOrEqual(8);
    expect(rows.length).toBeGreaterThan(100);
    for (const table of ["operators", "log_in_sessions", "provider_accounts", "kyb_documents", "payouts"])
      expect(rows.map((row) => row.table)).toContain(`public.${table}`);
    expect(logged.length).toBeGreaterThan(30);
    const known = shownInRows([["e-mail", formsOf("planted@new.example")]], rows);
    expect(known.some((found) => found.startsWith("e-mail in public.operators"))).toBe(true);
  });
  it("no row of any table shows one", () => {
    // Events keep what they told the merchant of its customer.
    const keptIn = ([name]: Needle) => (name === "customerName" ? ["public.events"] : []);
    expect(shownInRows(needles(), rows, keptIn)).toEqual([]);
  });
  it("no line of the log shows one", () => {
    expect(shownInLines(needles(), logged)).toEqual([]);
  });
});
