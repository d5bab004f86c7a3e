import type { AccountCalls } from "../calls.ts";
import type { PaymentOutcome, PaymentQuestion, ProviderReference, StartRequest } from "../provider.ts";
import type { ContractSubject } from "./contract-subject.ts";

/** How a connector's own tests ask it: each request has an id of its own. */
export interface Asking {
  ids(): { readonly reference: ProviderReference; readonly ownId: string };
  request(change?: Partial<StartRequest>): StartRequest;
  /** Starts a payment, and makes the question about it that the service would ask. */
  started(
    one: StartRequest,
  ): Promise<{ readonly outcome: PaymentOutcome; readonly question: PaymentQuestion }>;
  /** The requests that this sends to the provider, as `METHOD path`. */
  sent(act: () => Promise<unknown>): Promise<readonly string[]>;
}

export function createAsking({
  subject,
  calls = () => subject().of(subject().account),
  ownIdOf = (count) => `ref-${count}`,
  like,
}: {
  /** Opened before the first test. */
  readonly subject: () => ContractSubject;
  /** Calls through the subject's account when absent. */
  readonly calls?: () => AccountCalls;
  /** An id in the provider's form. */
  readonly ownIdOf?: (count: number) => string;
  /** What every request has unless it says otherwise. */
  readonly like: Pick<StartRequest, "amount" | "payer">;
}): Asking {
  let count = 0;
  const ids: Asking["ids"] = () => {
    count += 1;
    const ownId = ownIdOf(count);
    return { reference: ownId as ProviderReference, ownId };
  };
  return {
    ids,
    request: (change = {}) => {
      const own = ids();
      return {
        ...own,
        ...like,
        method: "MOBILE_MONEY",
        title: "Panier n° 42 : « thé à la menthe »",
        merchantName: "Maison Akwaba",
        locale: "fr",
        returnUrl: "https://merchant.example/back",
        callbackUrl: subject().callbackUrl(own.ownId),
        expiresAtMs: subject().nowMs() + 60_000,
        ...change,
      };
    },
    started: async (one) => {
      const startedAtMs = subject().nowMs();
      const outcome = await calls().start(one);
      const { reference, ownId, method, amount } = one;
      const handle = "handle" in outcome ? (outcome.handle ?? null) : null;
      return { outcome, question: { reference, ownId, method, amount, startedAtMs, handle } };
    },
    sent: async (act) => {
      const { history } = subject().network;
      const before = history.length;
      await act();
      return subject()
        .network.history.slice(before)
        .map(({ method, path }) => `${method} ${path}`);
    },
  };
}
