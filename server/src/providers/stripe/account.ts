import { HttpOutError } from "../../kit/http-out.ts";
import {
  type AccountProblem,
  type AccountTest,
  type BalanceOutcome,
  OutcomeUnknown,
  type ProviderCall,
} from "../provider.ts";
import { fromStripeAmount } from "./amounts.ts";
import { ask, WRONG_ENVIRONMENT } from "./client.ts";

/** What the account can pay out now, in each of its currencies. Money that Stripe still holds back is not in it. */
export async function balance(call: ProviderCall): Promise<BalanceOutcome> {
  const asked = await ask(call, (stripe) => stripe.balance.retrieve());
  if (asked.kind === "refused") return { kind: "unavailable", reason: asked.code ?? `http_${asked.status}` };
  const { available } = asked.answer;
  if (!Array.isArray(available)) return { kind: "unavailable", reason: "unreadable" };
  const balances = available.flatMap(({ amount, currency }) => {
    const money = fromStripeAmount(amount, currency);
    return money === null ? [] : [{ available: money, wallet: null }];
  });
  return { kind: "balances", balances };
}

/** Asks for the balance, which every key may read that can serve payments. */
export async function test(call: ProviderCall): Promise<AccountTest> {
  const asked = await ask(call, (stripe) => stripe.balance.retrieve()).catch(networkProblem);
  if (asked.kind === "problem") return asked;
  const isLive = call.account.mode === "LIVE";
  if (asked.kind === "answered") {
    const { livemode } = asked.answer;
    if (typeof livemode !== "boolean") return problem("UNEXPECTED_ANSWER", "That was no answer of Stripe's.");
    return livemode === isLive ? { kind: "passed" } : wrongEnvironment(isLive);
  }
  if (asked.code === WRONG_ENVIRONMENT) return wrongEnvironment(isLive);
  if (asked.status === 401)
    return problem("KEY_REFUSED", "Stripe refuses the secret key. Copy it again from Stripe's dashboard.");
  if (asked.status === 403) {
    const sentence =
      "Stripe accepts the key, but it may not read the balance. A restricted key needs: Balance read, Balance transactions read, Checkout Sessions write, PaymentIntents write, Refunds write.";
    return problem("NOT_PERMITTED", sentence);
  }
  return problem("UNEXPECTED_ANSWER", `Stripe refuses the request (${asked.code ?? asked.status}).`);
}

function problem(kind: AccountProblem, sentence: string): AccountTest & { readonly kind: "problem" } {
  return { kind: "problem", problem: kind, sentence };
}

function wrongEnvironment(isLive: boolean): AccountTest {
  const sentence = isLive
    ? "The key is a test key, and this account is live. Enter a key that begins with sk_live_ or rk_live_."
    : "The key is a live key, and this account is of the sandbox. Enter a key that begins with sk_test_ or rk_test_.";
  return problem("WRONG_ENVIRONMENT", sentence);
}

function networkProblem(error: unknown): AccountTest & { readonly kind: "problem" } {
  if (error instanceof HttpOutError && error.reason === "tls")
    return problem("CERTIFICATE", "The certificate of the other side is not valid. Check baseUrl.");
  if (error instanceof HttpOutError)
    return problem(
      "UNREACHABLE",
      `Stripe cannot be reached (${error.reason}). Check baseUrl and the firewall.`,
    );
  if (error instanceof OutcomeUnknown)
    return problem("UNEXPECTED_ANSWER", `That was no clear answer of Stripe's (${error.reason}). Try again.`);
  throw error;
}
