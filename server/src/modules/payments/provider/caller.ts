import { publicId } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { Logger } from "../../../kit/logger.ts";
import { money } from "../../../kit/money.ts";
import type { CallbackUrls } from "../../../providers/callback-urls.ts";
import type { AccountCalls } from "../../../providers/calls.ts";
import type {
  Payer,
  PaymentOutcome,
  PayoutRequest,
  ProviderAccount,
  QueryOutcome,
  TransferOutcome,
  TransferQueryOutcome,
} from "../../../providers/provider.ts";
import type { Providers } from "../../../providers/registry.ts";
import type { AccountHolder } from "../../../providers/transfer-orders.ts";
import type { Merchants } from "../../merchants/index.ts";
import type { Routing } from "../../routing/index.ts";
import { openPayer, type PayerRecord } from "../payer.ts";
import type { CheckoutSession } from "../session/types.ts";
import type { Charge } from "../types.ts";
import { idsOf, paymentQuestion, type Transfer, transferQuestion } from "./questions.ts";

/** The recipient of a payout. Fields that the rail does not use are null. */
export type Recipient = Pick<
  PayoutRequest,
  "phone" | "operator" | "countryCode" | "iban" | "walletId" | "name"
>;

/**
 * Every call to a provider, built from the row that it is about. Outside any transaction. Nothing here throws: what
 * cannot be determined is `unknown`.
 */
export interface ProviderCaller {
  /** `record`: the sealed payer data of the charge, if the caller still has it in memory. */
  start(session: CheckoutSession, charge: Charge, record?: PayerRecord): Promise<PaymentOutcome>;
  query(charge: Charge): Promise<QueryOutcome>;
  /** Asks the provider to cancel a payment that waits for the payer. `unknown`, with nothing sent, where it cannot. */
  cancel(charge: Charge): Promise<QueryOutcome>;
  /**
   * Refunds a payment or a part of it by its own rail. A refund that was sent before is queried first. `recipient`: the
   * account that the merchant gave for it, if any.
   */
  refund(refund: Transfer, payment: Charge, recipient: AccountHolder | null): Promise<TransferOutcome>;
  /** Only queries a refund, whatever the answer. */
  queryRefund(refund: Transfer, payment: Charge): Promise<TransferQueryOutcome>;
  /**
   * As `refund`. `recipientOf` is called only when it is to be sent: an outcome in its place means that it cannot be.
   */
  payout(payout: Transfer, recipientOf: () => Recipient | TransferOutcome): Promise<TransferOutcome>;
  /** Only queries a payout, whatever the answer. */
  queryPayout(payout: Transfer): Promise<TransferQueryOutcome>;
}

export interface ProviderCallerDeps {
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly merchants: Pick<Merchants, "profile">;
  readonly routing: Pick<Routing, "providerAccount">;
  readonly providers: Providers;
  /** The address for the provider's callbacks about the operation with this own id. */
  readonly callbackUrl: CallbackUrls["of"];
}

type Unknown = { readonly kind: "unknown"; readonly reason: string };
const NOT_FOUND: TransferQueryOutcome = { kind: "not_found" };

export function createProviderCaller(deps: ProviderCallerDeps): ProviderCaller {
  const { keyring, log, routing, providers } = deps;

  /** The account's calls never reject, but looking it up and opening sealed values may. */
  const through = async <Outcome>(
    accountId: string | null,
    operationId: string,
    ask: (calls: AccountCalls, account: ProviderAccount) => Promise<Outcome>,
  ): Promise<Outcome | Unknown> => {
    try {
      if (accountId === null) throw new Error("what has no account is never sent");
      const account = await routing.providerAccount(accountId);
      return await ask(providers.of(account), account);
    } catch (error) {
      log.error("provider.question.failed", { operationId, accountId, error });
      return { kind: "unknown", reason: "the call failed on our side" };
    }
  };

  const throughOf = (charge: Charge) => [charge.providerAccountId, publicId("charge", charge.id)] as const;

  return {
    start: (session, charge, record) =>
      through<PaymentOutcome>(...throughOf(charge), async (calls, account) => {
        const { displayName } = await deps.merchants.profile(charge.merchantNo);
        const { payer, returnUrl, scenario } = record ?? openPayer(keyring, charge, charge.payer);
        const ids = idsOf(charge);
        return calls.start({
          ...ids,
          method: charge.paymentMethod,
          amount: money(charge.amount, charge.currency),
          payer,
          title: session.title,
          merchantName: displayName,
          locale: session.detail.locale,
          returnUrl,
          callbackUrl: deps.callbackUrl(account, ids.ownId),
          expiresAtMs: session.expiresAtMs,
          ...optionsOf(scenario ?? null),
        });
      }),

    query: (charge) =>
      through<QueryOutcome>(...throughOf(charge), (calls) => calls.query(paymentQuestion(keyring, charge))),

    cancel: (charge) =>
      through<QueryOutcome>(...throughOf(charge), async (calls) =>
        calls.provider.capabilities.cancel
          ? calls.cancel(paymentQuestion(keyring, charge))
          : { kind: "unknown", reason: "the provider cannot cancel a payment" },
      ),

    refund: (refund, charge, recipient) =>
      through<TransferOutcome>(refund.accountId, refund.publicId, async (calls, account) => {
        const payment = paymentQuestion(keyring, charge);
        const question = transferQuestion(keyring, refund);
        const known = refund.isNew ? NOT_FOUND : await calls.queryRefund({ ...question, payment });
        if (known.kind !== "not_found") return known;
        const { reference, ownId, amount } = question;
        return calls.refund({
          reference,
          ownId,
          amount,
          payment,
          payer: payerOf(charge),
          ...(recipient === null ? {} : { recipient }),
          callbackUrl: deps.callbackUrl(account, ownId),
          ...optionsOf(refund.scenario),
        });
      }),

    queryRefund: (refund, charge) =>
      through<TransferQueryOutcome>(refund.accountId, refund.publicId, (calls) =>
        calls.queryRefund({
          ...transferQuestion(keyring, refund),
          payment: paymentQuestion(keyring, charge),
        }),
      ),

    queryPayout: (payout) =>
      through<TransferQueryOutcome>(payout.accountId, payout.publicId, (calls) =>
        calls.queryPayout(transferQuestion(keyring, payout)),
      ),

    payout: (payout, recipientOf) =>
      through<TransferOutcome>(payout.accountId, payout.publicId, async (calls, account) => {
        const question = transferQuestion(keyring, payout);
        const known = payout.isNew ? NOT_FOUND : await calls.queryPayout(question);
        if (known.kind !== "not_found") return known;
        const recipient = recipientOf();
        if ("kind" in recipient) return recipient;
        const { reference, ownId, amount } = question;
        return calls.payout({
          reference,
          ownId,
          amount,
          ...recipient,
          callbackUrl: deps.callbackUrl(account, ownId),
          ...optionsOf(payout.scenario),
        });
      }),
  };

  function payerOf(charge: Charge): Payer {
    return openPayer(keyring, charge, charge.payer).payer;
  }
}

function optionsOf(scenario: string | null) {
  return scenario === null ? {} : { providerOptions: { scenario } };
}
