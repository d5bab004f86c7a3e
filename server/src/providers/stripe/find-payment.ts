import type { Stripe } from "stripe";
import { OutcomeUnknown, type PaymentQuestion, type ProviderCall } from "../provider.ts";
import { EXPANDED_INTENT } from "./checkout-sessions.ts";
import { answerOf, ask } from "./client.ts";
import { referenceIn, searchFor } from "./metadata.ts";
import { EXPANDED_CHARGE } from "./payment-intents.ts";

/** Stripe's objects of one of our payments: a page, or a payment with a card that was given before. */
export type Found =
  | { readonly kind: "session"; readonly session: Stripe.Checkout.Session }
  | { readonly kind: "intent"; readonly intent: Stripe.PaymentIntent }
  | { readonly kind: "none" };

const PAGE_SIZE = 100;
const PAGES_MAX = 5;
/** Their clock may be behind ours. */
const SKEW_SECONDS = 300;
/** Before this a start call may still be under way, and "not there" only means "not yet". */
export const START_MS_MAX = 15_000;

/**
 * Finds a payment by the number that its handle holds; otherwise by our reference. Lists are complete at once, while
 * Stripe's search may be a minute behind: so a list decides that a payment is not there, and the search helps only
 * where too many were made since. Throws `OutcomeUnknown` when Stripe gave no definite answer.
 */
export async function findPayment(call: ProviderCall, question: PaymentQuestion): Promise<Found> {
  const { handle } = question;
  if (handle?.session !== undefined) return sessionById(call, handle.session);
  if (handle?.paymentIntent !== undefined) return intentById(call, handle.paymentIntent);
  // Pages first: a payment on one has a reference too, and its failure is not final while the page is open.
  return findByReference(call, question);
}

/** As `findPayment`, but says "none" only when no start call can be under way any more. */
export async function findForOutcome(call: ProviderCall, question: PaymentQuestion): Promise<Found> {
  const found = await findPayment(call, question);
  if (found.kind === "none" && call.nowMs < question.startedAtMs + START_MS_MAX)
    throw new OutcomeUnknown("not_found_yet");
  return found;
}

async function sessionById(call: ProviderCall, id: string): Promise<Found> {
  const asked = await ask(call, (stripe) =>
    stripe.checkout.sessions.retrieve(id, { expand: [EXPANDED_INTENT] }),
  );
  const session = answerOf(asked) ?? hidden();
  return { kind: "session", session };
}

async function intentById(call: ProviderCall, id: string): Promise<Found> {
  const asked = await ask(call, (stripe) =>
    stripe.paymentIntents.retrieve(id, { expand: [EXPANDED_CHARGE] }),
  );
  const intent = answerOf(asked) ?? hidden();
  return { kind: "intent", intent };
}

/**
 * Stripe gave us this number. If it does not know it now, the key is another account's: a payment that the payer has
 * seen is not unpaid because of that.
 */
function hidden(): never {
  throw new OutcomeUnknown("number_not_known", { alarm: true });
}

async function findByReference(call: ProviderCall, question: PaymentQuestion): Promise<Found> {
  const { reference, startedAtMs } = question;
  const created = { gte: Math.floor(startedAtMs / 1_000) - SKEW_SECONDS };
  const isIt = (metadata: Stripe.Metadata | null) => referenceIn(metadata) === reference;

  const session = await findListed(
    (page) => ask(call, (stripe) => stripe.checkout.sessions.list({ created, ...page })),
    ({ metadata }) => isIt(metadata),
  );
  if (session.one !== null) return sessionById(call, session.one.id);
  const intent = await findListed(
    (page) => ask(call, (stripe) => stripe.paymentIntents.list({ created, ...page })),
    ({ metadata }) => isIt(metadata),
  );
  if (intent.one !== null) return intentById(call, intent.one.id);
  if (session.isWhole && intent.isWhole) return { kind: "none" };
  return findBySearch(call, question);
}

/** Where the lists are too long to read. What the search does not find may still be there. */
async function findBySearch(call: ProviderCall, { reference }: PaymentQuestion): Promise<Found> {
  const found = answerOf(
    await ask(call, (stripe) => stripe.paymentIntents.search({ query: searchFor(reference), limit: 1 })),
  );
  const intent = found?.data[0];
  if (intent === undefined) throw new OutcomeUnknown("too_many_to_read");
  const pages = answerOf(
    await ask(call, (stripe) => stripe.checkout.sessions.list({ payment_intent: intent.id, limit: 1 })),
  );
  const session = pages?.data[0];
  return session === undefined ? intentById(call, intent.id) : sessionById(call, session.id);
}

type Page = { readonly limit: number; readonly starting_after?: string };

interface Listed<One> {
  readonly one: One | null;
  /** The list was read to its end. */
  readonly isWhole: boolean;
}

/** Reads a list, newest first, until `isIt` is true of an object. */
export async function findListed<One extends { readonly id: string }>(
  list: (page: Page) => Promise<Parameters<typeof answerOf<Stripe.ApiList<One>>>[0]>,
  isIt: (one: One) => boolean,
): Promise<Listed<One>> {
  let after: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = await list({
      limit: PAGE_SIZE,
      ...(after === undefined ? {} : { starting_after: after }),
    });
    const found = answerOf(asked);
    if (found === null) return { one: null, isWhole: true };
    if (found.object !== "list" || !Array.isArray(found.data)) throw new OutcomeUnknown("unreadable");
    const one = found.data.find(isIt);
    if (one !== undefined) return { one, isWhole: false };
    after = found.data.at(-1)?.id;
    if (!found.has_more || after === undefined) return { one: null, isWhole: true };
  }
  return { one: null, isWhole: false };
}
