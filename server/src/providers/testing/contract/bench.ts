import { describe, expect, it } from "vitest";
import type { Fault } from "../../../../test/harness/faulty-http.ts";
import type { FailureCode } from "../../../kit/payment-terms.ts";
import { createSeededRandom } from "../../../kit/random.ts";
import type { AccountCalls } from "../../calls.ts";
import { newOwnId } from "../../own-id.ts";
import type {
  PaymentOutcome,
  PaymentQuestion,
  ProviderHandle,
  ProviderReference,
  ProviderTerms,
  QueryOutcome,
  StartRequest,
} from "../../provider.ts";
import type { ContractSubject, Wish } from "../contract-subject.ts";

/** Longer than any provider of the suite needs to settle what it accepted. */
export const SETTLED_MS = 10_000;
const SEED = 20_261_122;
export const nothingSent: readonly Fault[] = ["TIMEOUT_BEFORE", "RESET_BEFORE", "REFUSED"];
export const answerLost: readonly Fault[] = ["TIMEOUT_AFTER", "RESET_AFTER", "ERROR_500", "GARBAGE"];

/** What a provider does not offer has no test at all, rather than a skipped one. */
export const itIf =
  (offered: boolean) =>
  (title: string, body: () => Promise<void>): void => {
    if (offered) it(title, body);
  };
export const describeIf =
  (offered: boolean) =>
  (title: string, body: () => void): void => {
    if (offered) describe(title, body);
  };

type Outcome = { readonly kind: string; readonly handle?: ProviderHandle };

/** What the tests of the contract share: a connector with its provider, and what the service would remember. */
export interface ContractBench {
  readonly terms: ProviderTerms;
  readonly can: ProviderTerms["capabilities"];
  /** Opened before the first test. */
  readonly subject: ContractSubject;
  newIds(): { readonly reference: ProviderReference; readonly ownId: string };
  /** The start of a payment with this behaviour; null where the provider's sandbox cannot do it. */
  request(wish: Wish): StartRequest | null;
  /** A payment that nobody started. */
  unsent(): StartRequest;
  calls(): AccountCalls;
  start(one: StartRequest): Promise<PaymentOutcome>;
  query(one: StartRequest): Promise<QueryOutcome>;
  questionOf(one: StartRequest): PaymentQuestion;
  /** A query so late that the provider's "not found" is final. */
  lateQuestionOf(one: StartRequest): PaymentQuestion;
  /** A payment that was started, settled and found. */
  paid(): Promise<StartRequest>;
  /** What a query says, when it is final, of a payment that the provider does not know. */
  unheardOf(): object;
  /** What a query says of a refund or payout that the provider does not know. */
  noTransfer(): object;
  /** Remembers the handle and the failure code of an answer about this operation, as the service does. */
  kept<Told extends Outcome>(ownId: string, told: Promise<Told>): Promise<Told>;
  /** What the service would have stored for each operation: its last handle. */
  readonly handles: ReadonlyMap<string, ProviderHandle>;
  /** Failure codes that came out of any call. */
  readonly given: ReadonlySet<FailureCode>;
}

export function createContractBench(terms: ProviderTerms, subject: () => ContractSubject): ContractBench {
  const random = createSeededRandom(SEED);
  const handles = new Map<string, ProviderHandle>();
  const given = new Set<FailureCode>();
  const startedAtMs = new Map<string, number>();
  let count = 0;

  const newIds: ContractBench["newIds"] = () => {
    count += 1;
    const reference = `0193f000-0000-7000-8000-${String(count).padStart(12, "0")}` as ProviderReference;
    return { reference, ownId: newOwnId(terms.referenceForm, random) ?? reference };
  };
  const request: ContractBench["request"] = (wish) => {
    const wished = subject().paymentLike(wish);
    if (wished === null) return null;
    const ids = newIds();
    return {
      ...wished,
      ...ids,
      title: "Commande n° 42 : « thé à la menthe »",
      merchantName: "Maison Akwaba",
      locale: "fr",
      returnUrl: "https://merchant.example/back?session=1",
      callbackUrl: subject().callbackUrl(ids.ownId),
      expiresAtMs: subject().nowMs() + 30 * 60_000,
    };
  };
  const calls = () => subject().of(subject().account);
  const kept: ContractBench["kept"] = async (ownId, told) => {
    const outcome = await told;
    if (outcome.handle !== undefined) handles.set(ownId, outcome.handle);
    if ("failureCode" in outcome) given.add(outcome.failureCode as FailureCode);
    return outcome;
  };
  const start: ContractBench["start"] = (one) => {
    if (!startedAtMs.has(one.ownId)) startedAtMs.set(one.ownId, subject().nowMs());
    return kept(one.ownId, calls().start(one));
  };
  const questionOf: ContractBench["questionOf"] = ({ reference, ownId, method, amount }) => ({
    reference,
    ownId,
    method,
    amount,
    startedAtMs: startedAtMs.get(ownId) ?? subject().nowMs(),
    handle: handles.get(ownId) ?? null,
  });
  const query: ContractBench["query"] = (one) => kept(one.ownId, calls().query(questionOf(one)));

  return {
    terms,
    can: terms.capabilities,
    get subject() {
      return subject();
    },
    newIds,
    request,
    unsent: () => required(request("SUCCESS")),
    calls,
    start,
    query,
    questionOf,
    lateQuestionOf: (one) => ({ ...questionOf(one), startedAtMs: subject().nowMs() - subject().lateMs }),
    paid: async () => {
      const one = required(request("SUCCESS"));
      await start(one);
      await subject().advance(SETTLED_MS);
      await expect(query(one)).resolves.toMatchObject({ kind: "succeeded" });
      return one;
    },
    unheardOf: () =>
      subject().lostStart === undefined
        ? { kind: "not_found" }
        : { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE" },
    noTransfer: () => ({ kind: subject().lostTransfer === undefined ? "not_found" : "unknown" }),
    kept,
    handles,
    given,
  };
}

/** The value of a wish that this suite requires. */
export function required<T>(value: T | null): T {
  if (value === null)
    throw new Error("the provider's sandbox has no such behaviour, and the contract needs it");
  return value;
}

/**
 * A verdict that identifies the operation: by our reference or by its own id, and, if the message says it, with its
 * kind.
 */
export function naming(
  subject: "payment" | "payout",
  { reference, ownId }: Pick<StartRequest, "reference" | "ownId">,
) {
  return {
    kind: "accepted",
    subject: expect.toBeOneOf([subject, null]),
    names: expect.toBeOneOf([
      { by: "reference", value: reference },
      { by: "own_id", value: ownId },
    ]),
  };
}
