import type { Surface } from "../../../web/frame/surfaces.ts";
import { uploadBody } from "../harness/onboarding.ts";
import { addOne, openLogIn } from "../harness/people.ts";
import { plantSums } from "../harness/planted-sums.ts";
import { startHooksReceiver } from "../harness/sandbox-world.ts";
import { type Screens, startScreens } from "../harness/screens.ts";
import { workPlants } from "../harness/work-plants.ts";
import { createPayer, mtn } from "../simulation/payer.ts";

/** A text for a field that takes at most so many signs; `usual` stands where texts are harmless. */
export type TextFor = (usual: string, most: number) => string;

/** Every page of a surface: its path in `pages.ts`, and where it is. Throws when a page with a value in its path has no object here. */
export function placesOf(
  world: Pick<World, "dashboard" | "console">,
  { folder, pages }: Pick<Surface, "folder" | "pages">,
): readonly (readonly [path: string, place: string])[] {
  const known = world[folder];
  return pages.map(({ path }) => {
    const place = known[path] ?? path;
    if (place.includes(":"))
      throw new Error(`The world of server/test/screens/world.ts has nothing for ${path}.`);
    return [path, place] as const;
  });
}

/** One merchant with something of every kind that a page shows, and where each page finds it. */
export interface World {
  readonly screens: Screens;
  /** By the path of the page: the path below the surface's root. */
  readonly dashboard: Readonly<Record<string, string>>;
  readonly console: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const DAYS_OF_SUMS = 36;
const SLOW_STEP_MS = 60_000;

/** Opens the application and fills it over the API, so that every text has passed the checks of its field. */
export async function openWorld(text: TextFor): Promise<World> {
  const screens = await startScreens();
  const hooks = await startHooksReceiver();
  const { test } = screens;
  const [first, second] = [(await test.operator()).token, (await test.operator("second")).token];
  const merchant = `/merchant/merchants/${test.merchantId}`;
  const payer = createPayer(test);
  let unique = 0;

  const call = async (method: string, path: string, body?: unknown, apiKey: string = test.apiKey) => {
    unique += 1;
    const answer = await test.request(method, path, {
      apiKey,
      headers: { "idempotency-key": `world ${unique}` },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body.error)}`);
    return answer.body.data;
  };
  const get = (path: string, apiKey?: string) => call("GET", path, undefined, apiKey);
  const pay = async (ending: string, amount: string, number: number) => {
    const session = await call("POST", "/checkout/sessions", {
      amount,
      currency: "XOF",
      title: text("Pagne wax", 200),
      description: text("Deux pagnes, livraison comprise", 500),
      reference: text(`CMD-${number}`, 64),
      customer: { name: text("Awa Koné", 120), email: "awa@payers.example" },
      metadata: { note: text("au comptoir", 200) },
    });
    const { data } = (await payer.complete(session.id, mtn(ending, number))).body;
    await test.advance(6_000);
    return { chargeId: String(data.chargeId), intentId: String(data.paymentIntentId) };
  };

  const endpoint = await call("POST", `${merchant}/webhook-endpoints`, {
    url: hooks.url,
    events: ["*"],
    description: text("Boutique en ligne", 500),
  });
  await call("PATCH", "/merchant-owner/onboarding/profile/operational", {
    displayName: text("Maison Akwaba", 100),
  });
  const untried = await call("POST", "/checkout/sessions", {
    amount: "900",
    currency: "XOF",
    title: text("Pagne wax", 200),
    reference: text("CMD-0", 64),
  });
  const paid = await pay("789", "25000", 1);
  for (const [index, ending] of ["789", "049", "309"].entries())
    await pay(ending, `${7_000 + index}`, 2 + index);
  const held = await pay("219", "600000", 6);
  const other = await pay("219", "6000", 7);
  await call("POST", `/payments/charges/${paid.chargeId}/refunds`, {
    amount: "1500",
    reason: "OTHER",
    note: text("Un article manquait", 500),
  });
  const link = await call("POST", "/payments/links", {
    amount: "5000",
    currency: "XOF",
    title: text("Inscription", 200),
    description: text("Cours du samedi", 500),
    reference: text("COURS", 64),
    reusable: true,
  });

  const wallets: readonly { id: string; currency: string }[] = await get("/payments/wallets");
  const walletId = wallets.find(({ currency }) => currency === "XOF")?.id ?? "";
  const beneficiary = await call("POST", "/payments/beneficiaries", {
    name: text("Awa Koné", 140),
    type: "MOBILE_MONEY",
    details: { phone: "+2250500000789", operator: "MTN" },
    currency: "XOF",
    reference: text("FOURNISSEUR-1", 64),
  });
  const payoutText = { reference: text("SALAIRE-1", 64), description: text("Salaire", 140) };
  await call("POST", "/payments/payouts", {
    walletId,
    beneficiaryId: beneficiary.id,
    amount: "1000",
    ...payoutText,
  });
  const { id: bankId } = await call("POST", "/tenant/sub-tenants", { name: text("Banque", 100) }, first);
  const bank = await call(
    "POST",
    "/tenant/provider-accounts",
    {
      mode: "SANDBOX",
      subTenantId: bankId,
      provider: "bank_transfer",
      name: text("Compte courant", 100),
      methods: ["BANK_TRANSFER"],
      settings: {
        bankName: "Banque du Golfe",
        accountHolder: "CAURIS SA",
        iban: "CI93CI0080111301134291200589",
        bic: "BGOLCIAB",
        currency: "XOF",
      },
    },
    first,
  );
  // Two payouts to a bank's account: one is in a file, and one waits for the next.
  const toBank = {
    mode: "SANDBOX",
    method: "BANK_TRANSFER",
    subTenantId: bankId,
    currency: "XOF",
    priority: 1,
  };
  await call("POST", "/tenant/routing/rules", toBank, first);
  const supplier = await call("POST", "/payments/beneficiaries", {
    name: text("SARL Baobab", 140),
    type: "BANK_ACCOUNT",
    details: { iban: "SN08SN0100152000048500003035", bankName: "Banque" },
    currency: "XOF",
  });
  const payOut = async (amount: string) => {
    await call("POST", "/payments/payouts", { walletId, beneficiaryId: supplier.id, amount, ...payoutText });
    await test.advance(10_000, 10_000);
  };
  await payOut("900");
  const payoutFile = await call("POST", "/tenant/payout-files", { providerAccountId: bank.id }, first);
  await payOut("800");
  // From here on payouts wait for a second person.
  await call("PATCH", `/payments/wallets/${walletId}/payout-approval`, { above: "1000" });
  const waiting = await call("POST", "/payments/payouts", {
    walletId,
    beneficiaryId: beneficiary.id,
    amount: "1200",
    ...payoutText,
  });
  const batch = await call("POST", "/payments/payouts/batches", {
    walletId,
    reference: text("SALAIRES", 64),
    rows: ["500", "600"].map((amount) => ({ beneficiaryId: beneficiary.id, amount, ...payoutText })),
  });
  await test.advance(SLOW_STEP_MS, SLOW_STEP_MS);

  const key = await call("POST", `${merchant}/api-keys`, {
    name: text("Caisse", 100),
    permissions: ["merchant.checkout.manage", "merchant.payments.read"],
  });
  const [delivery] = await get(`${merchant}/webhook-endpoints/${endpoint.id}/deliveries`);
  const [event] = await get(`${merchant}/events?type=payment.succeeded`);
  const refused = await test.request("POST", "/checkout/sessions", {
    body: { currency: "XOF", [text("montant", 60)]: 1 },
  });

  const unknown = await pay("329", "9000", 8);
  // While the change is under review the merchant cannot transact, so it comes after every payment.
  const paper = await call("POST", "/merchant-owner/onboarding/documents", {
    ...uploadBody("REGISTRATION_CERTIFICATE"),
    fileName: `${text("rccm", 190)}.pdf`,
  });
  await call("PATCH", "/merchant-owner/onboarding/profile/material-change", {
    documents: [paper.id],
    legalName: text("Akwaba Commerce SARL", 200),
    reason: text("La société a changé de nom", 500),
  });
  const dossier = await get("/merchant-owner/onboarding");
  // The bank's account takes no balances.
  const account = (await get("/tenant/provider-accounts?mode=SANDBOX", first)).find(
    ({ provider }: { readonly provider: string }) => provider === "simulator",
  );
  await call(
    "POST",
    "/tenant/outages",
    {
      mode: "SANDBOX",
      method: "MOBILE_MONEY",
      operator: "MOOV",
      status: "DEGRADED",
      reason: text("Panne annoncée", 500),
    },
    first,
  );
  const statement = await call(
    "POST",
    "/tenant/reconciliation/statements",
    {
      providerAccountId: account.id,
      mode: "SANDBOX",
      from: "2026-11-01T00:00:00.000Z",
      to: new Date(test.clock.nowMs()).toISOString(),
      format: "lines",
      lines: [
        ...[0, 1].map((index) => ({
          type: "PAYMENT",
          reference: text(`inconnu-${index}`, 90) + index,
          status: "SUCCEEDED",
          amount: `${7_000 + index}`,
          currency: "XOF",
          occurredAt: "2026-11-02T10:00:00.000Z",
        })),
        // On its way to our bank: its arrival can be booked.
        {
          type: "SETTLEMENT",
          reference: "VERSEMENT-71",
          transactionId: "VERSEMENT-71",
          status: "SUCCEEDED",
          amount: "4925",
          currency: "XOF",
          occurredAt: "2026-11-02T11:00:00.000Z",
        },
      ],
    },
    first,
  );
  const entries = [
    {
      direction: "CREDIT",
      amount: "4800",
      currency: "XOF",
      bookedOn: "2026-11-21",
      bankReference: "BNK-7",
      text: text("VIREMENT RECU", 500),
      counterpartyName: text("Awa Koné", 140),
    },
  ];
  await call("POST", "/tenant/bank-entries", { providerAccountId: bank.id, entries }, first);
  const [difference] = await get(`/tenant/reconciliation/differences?statementId=${statement.id}`, first);
  const [bankEntry] = await get("/tenant/bank-entries?mode=SANDBOX", first);
  await call(
    "POST",
    `/tenant/held-money/${other.chargeId}/release`,
    {
      reason: text("Le client accepte le montant", 500),
      evidence: text("Lettre 4711", 1_000),
    },
    second,
  );
  const correction = await call(
    "POST",
    "/tenant/ledger/corrections",
    {
      merchantId: test.merchantId,
      mode: "SANDBOX",
      walletId,
      direction: "CREDIT",
      amount: "5000",
      reason: text("Frais pris deux fois", 500),
      evidence: text("Relevé du 12", 1_000),
    },
    second,
  );
  const member = await call(
    "POST",
    "/tenant/operators",
    {
      email: "colleague@operators.example",
      name: text("Koffi Yao", 100),
      role: "SUPPORT",
    },
    first,
  );
  // A colleague who is logged in somewhere, for owners to see.
  await openLogIn(test, await addOne(test, "SUPPORT"));
  // Only a rule that is switched off can be deleted.
  await call(
    "POST",
    "/tenant/routing/rules",
    {
      mode: "SANDBOX",
      method: "CARD",
      currency: "USD",
      subTenantId: account.subTenantId,
      priority: 900,
      enabled: false,
    },
    first,
  );
  for (const plant of ["ENDPOINT_DISABLED", "PROVIDER_ALARM", "STATEMENT_GAP", "BALANCE_GAP"] as const)
    await workPlants(test)[plant]();
  await plantSums(test, test.merchantNo, DAYS_OF_SUMS);
  await test.drain();
  // Not sent yet: it can be cancelled.
  const waitingRefund = await call("POST", `/payments/charges/${paid.chargeId}/refunds`, {
    amount: "1200",
    reason: "REQUESTED_BY_PAYER",
    note: text("Taille trop petite", 500),
  });

  return {
    screens,
    dashboard: {
      "payments/:id": `payments/${paid.intentId}`,
      "links/:id": `links/${link.id}`,
      "refunds/:id": `refunds/${waitingRefund.id}`,
      "payouts/:id": `payouts/${waiting.id}`,
      "payouts/batches/:id": `payouts/batches/${batch.id}`,
      "beneficiaries/:id": `beneficiaries/${beneficiary.id}`,
      "balance/:walletId": `balance/${walletId}`,
      "developers/keys/:id": `developers/keys/${key.id}`,
      "developers/endpoints/:id": `developers/endpoints/${endpoint.id}`,
      "developers/endpoints/:id/deliveries/:deliveryId": `developers/endpoints/${endpoint.id}/deliveries/${delivery.id}`,
      "developers/events/:id": `developers/events/${event.id}`,
      "developers/requests/:id": `developers/requests/${refused.headers.get("request-id")}`,
      search: "search?q=CMD",
    },
    console: {
      "payments/:id": `payments/${paid.chargeId}`,
      "merchants/:id": `merchants/${test.merchantId}`,
      "merchants/:id/sessions/:session": `merchants/${test.merchantId}/sessions/${untried.id}?mode=SANDBOX`,
      "kyb/:id": `kyb/${dossier.id}`,
      "team/:id": `team/${member.id}`,
      "approvals/:id": `approvals/${correction.id}`,
      "held/:id": `held/${held.chargeId}`,
      "unknown/:id": `unknown/${unknown.chargeId}`,
      "providers/:id": `providers/${account.id}`,
      "reconciliation/differences/:id": `reconciliation/differences/${difference.id}`,
      "reconciliation/:statement": `reconciliation/${statement.id}`,
      "bank/payout-files/:id": `bank/payout-files/${payoutFile.id}`,
      "bank/files/:id": `bank/files/${bankEntry.fileId}`,
      "bank/:id": `bank/${bankEntry.id}`,
      search: "search?q=CMD",
    },
    stop: async () => {
      await screens.stop();
      hooks.close();
    },
  };
}
