import type { App } from "../composition/app.ts";
import type { MerchantId } from "../kit/ids.ts";
import type { Logger } from "../kit/logger.ts";
import { sandboxDocuments } from "../seed/index.ts";
import { pause } from "./pace.ts";
import { type Call, createCall } from "./past.ts";
import { openReceiver } from "./receiver.ts";

export interface TodayDeps {
  readonly app: App;
  readonly log: Logger;
  readonly merchantId: MerchantId;
  readonly walletId: string;
  /** Keys of the merchant in each mode. */
  readonly key: string;
  readonly liveKey: string;
  /** How an operator logs in; null when that is not known here. */
  readonly operator: { readonly email: string; readonly password: string } | null;
  readonly stopping: AbortSignal;
}

/** The silence of a provider after which operators decide, and a bit. */
const SILENCE_SECONDS = 73 * 3_600;
/** For how long the money of some cards is still to come. */
const PENDING_SECONDS = 2 * 86_400;
const PAUSE_MS = 200;
const PATIENCE_ROUNDS = 50;

/**
 * What waits for somebody today, made by the service itself at the real time: a payment that nobody knows the outcome of
 * since three days, money that is held or to come, payouts that wait for approval, an endpoint that has stopped answering,
 * a dossier and a correction that wait for operators.
 */
export async function playToday(deps: TodayDeps): Promise<void> {
  const { app, merchantId, stopping, log } = deps;
  const call = createCall(app, deps.key);
  let n = 0;
  /** Nothing of it should be refused; what is changes only what is there to be seen. */
  const checked =
    (asked: Call): Call =>
    async (method, path, options) => {
      const answer = await asked(method, path, options);
      if (answer.status >= 300) log.warn("demonstration.refused", { method, path, status: answer.status });
      return answer;
    };
  const must = checked(call);
  const pay = async (scenario: string, amount: string, byCard = false): Promise<string | null> => {
    n += 1;
    // A phone is asked only so often.
    const phone = `+22507${String(55_000 + n)}780`;
    const reference = `D-J${String(n).padStart(2, "0")}`;
    const body = { amount, currency: "XOF", title: "Pagne wax, 6 yards", reference };
    const { data } = await must("POST", "/checkout/sessions", { body });
    const paying = byCard
      ? { paymentMethod: "CARD", paymentDetails: { returnUrl: "https://boutique.example/merci" } }
      : { paymentMethod: "MOBILE_MONEY", paymentDetails: { phone, operator: "ORANGE", countryCode: "CI" } };
    const answer = await call("POST", `/checkout/pay/${data.id}/complete`, { body: paying, scenario });
    await pause(PAUSE_MS, stopping);
    return answer.status < 300 ? answer.data.chargeId : null;
  };
  const until = async (isDone: () => Promise<boolean>): Promise<void> => {
    for (let round = 0; round < PATIENCE_ROUNDS && !stopping.aborted; round += 1) {
      if (await isDone()) return;
      await pause(PAUSE_MS, stopping);
    }
  };

  await pay("down", "18000");
  await must("POST", "/sandbox/clock/advance", { body: { seconds: SILENCE_SECONDS } });
  await pay("down", "9000");
  await pay("slow", "12000");
  const heldId = await pay("less", "45000");

  await moveHouse(checked(createCall(app, deps.liveKey)));
  const receiver = await openReceiver();
  try {
    const endpoints = `/merchant/merchants/${merchantId}/webhook-endpoints`;
    // Refused where the service may not send to its own machine: then there are no webhooks to show.
    const endpoint = await call("POST", endpoints, {
      body: { url: receiver.url, events: ["*"], description: "Boutique" },
    });
    if (endpoint.status === 201) {
      await until(async () => {
        const { data } = await call("GET", `${endpoints}/${endpoint.data.id}`);
        return data.verifiedAt !== null;
      });
      for (const amount of ["3500", "12000", "5000", "8500"]) await pay("instant", amount);
      await until(async () => {
        const { data } = await call("GET", `${endpoints}/${endpoint.data.id}/deliveries?status=PENDING`);
        return data.length === 0;
      });
    }
  } finally {
    await receiver.close();
  }
  for (const amount of ["6500", "15000", "1500"]) await pay("instant", amount);
  await pay("no_funds", "45000");
  await actAsOperator(deps, must, heldId, (amount) => pay("instant", amount, true));
}

/** The merchant has moved house: the legal change waits for an operator's review. */
async function moveHouse(call: Call): Promise<void> {
  const base = "/merchant-owner/onboarding";
  const proof = sandboxDocuments().find(({ type }) => type === "PROOF_OF_ADDRESS");
  if (proof === undefined) return;
  const { type, fileName, content } = proof;
  const { data } = await call("POST", `${base}/documents`, {
    body: { type, fileName, contentType: "application/pdf", content: content.toString("base64") },
  });
  await call("PATCH", `${base}/profile/material-change`, {
    body: {
      registeredAddress: { line1: "Boulevard de Marseille", city: "Abidjan", countryCode: "CI" },
      reason: "Déménagement de la boutique",
      documents: [data.id],
    },
  });
}

/**
 * Cards that were paid while the platform kept their money for two days: the merchant's wallet has money to come. The
 * price is as it was afterwards, so that the own merchant's cards are available at once, as before.
 */
async function payPending(
  call: Call,
  token: string,
  payByCard: (amount: string) => Promise<unknown>,
): Promise<void> {
  const of = { mode: "SANDBOX", method: "CARD", currency: "XOF" };
  const fees = await call("GET", `/tenant/fees?${new URLSearchParams(of)}`, { token });
  const fee = fees.data?.[0];
  if (fee === undefined) return;
  const { basisPoints, fixed, minimum, maximum } = fee;
  const keepFor = (settlementDelaySeconds: number) =>
    call("PUT", "/tenant/fees", {
      body: { ...of, basisPoints, fixed, minimum, maximum, settlementDelaySeconds },
      token,
    });
  await keepFor(PENDING_SECONDS);
  try {
    for (const amount of ["21000", "34500", "12000"]) await payByCard(amount);
  } finally {
    await keepFor(fee.settlementDelaySeconds);
  }
}

/** A note, a correction that another operator has to confirm, money to come, and a threshold above which payouts wait. */
async function actAsOperator(
  { merchantId, walletId, operator }: TodayDeps,
  call: Call,
  heldId: string | null,
  payByCard: (amount: string) => Promise<unknown>,
): Promise<void> {
  if (operator === null) return;
  const { email, password } = operator;
  const logIn = await call("POST", "/tenant/sessions", { body: { email, password }, token: null });
  if (logIn.status !== 201) return;
  const { token } = logIn.data;
  if (heldId !== null) {
    const text = "La cliente a payé la moitié par erreur. Elle rappelle demain matin.";
    await call("POST", `/tenant/notes/${heldId}`, { body: { text }, token });
  }
  await call("POST", "/tenant/ledger/corrections", {
    body: {
      merchantId,
      mode: "SANDBOX",
      walletId,
      direction: "CREDIT",
      amount: "1500",
      reason: "Frais comptés deux fois : dossier 4713",
      evidence: "Courriel du marchand",
    },
    token,
  });
  await payPending(call, token, payByCard);
  await call("PATCH", `/tenant/wallets/${walletId}/payout-approval`, { body: { above: "50000" }, token });
  const { data: payees } = await call("GET", "/payments/beneficiaries?limit=10");
  for (const amount of ["75000", "120000"]) {
    const beneficiaryId = payees[0]?.id;
    if (beneficiaryId !== undefined)
      await call("POST", "/payments/payouts", {
        body: { walletId, beneficiaryId, amount, reference: "Fournisseur de tissus" },
      });
  }
}
