import { createBook, type Entry } from "../../stand-ins/book.ts";
import { createPayerPages } from "../../stand-ins/payer-pages.tsx";
import { type Holder, holders, type StandInDefinition, type StandInWorld } from "../../stand-ins/stand-in.ts";
import { AUTHENTICATION_FAILED } from "./stand-in/cards.ts";
import { errorAnswer } from "./stand-in/errors.ts";
import { signedEvent } from "./stand-in/events.ts";
import { createIdempotency } from "./stand-in/idempotency.ts";
import { detailsOf, intentOf, isPage, refundOf, sessionOf } from "./stand-in/objects.ts";
import { createRoutes } from "./stand-in/routes.ts";

const PORT = 4106;
const EXPIRED = "expired";

export const webhookSecretOf = (holder: Holder) => `whsec_demo_${holder}`;
export const keyOf = (environment: "test" | "live", holder: Holder) => `sk_${environment}_demo_${holder}`;

/**
 * Stripe: PaymentIntents, its own page for cards, 3-D Secure, refunds that fail afterwards, keys that repeat their
 * answer, signed events and the balance. The official client is its test.
 */
export const stripeStandIn: StandInDefinition = {
  name: "stripe",
  port: PORT,
  title: "Stripe",
  methods: ["CARD"],
  accountSettings: (baseUrl, holder) => ({
    secretKey: keyOf("live", holder),
    webhookSecret: webhookSecretOf(holder),
    baseUrl,
  }),
  failureCodes: ["generic_decline", "insufficient_funds", AUTHENTICATION_FAILED, EXPIRED, "canceled"],
  keepsCallbackUrl: true,
  open,
};

function open(world: StandInWorld) {
  const { clock, baseUrl } = world;
  const book = createBook(world);
  const idempotent = createIdempotency();
  let events = 0;

  const pages = createPayerPages({
    book,
    baseUrl,
    title: "Stripe",
    decide: (entry, decision) => {
      const { returnUrl } = detailsOf(entry);
      if (decision === "confirm") {
        book.end(entry, isPage(entry) ? "SUCCESS" : afterApproval(entry));
        return returnUrl;
      }
      if (isPage(entry)) {
        // The page stays open: the payer may take another card.
        book.amend(entry, { lastCode: "generic_decline" });
        return pages.urlOf(entry);
      }
      book.end(entry, { code: AUTHENTICATION_FAILED });
      return returnUrl;
    },
    leaveUrlOf: (entry) => detailsOf(entry).returnUrl,
  });
  const routes = createRoutes({ world, book, pageUrlOf: pages.urlOf });

  /** What follows from time alone: pages that have expired, and refunds that fail afterwards. */
  const pass = (): void => {
    for (const entry of book.list()) {
      const { expiresAt, failsAtMs, failedAtMs } = detailsOf(entry);
      const isOver = expiresAt !== undefined && clock.nowMs() >= Number(expiresAt) * 1_000;
      if (entry.status === "PENDING" && isOver) book.end(entry, { code: EXPIRED });
      if (failsAtMs !== undefined && failedAtMs === undefined && clock.nowMs() >= Number(failsAtMs))
        book.amend(entry, { failedAtMs: failsAtMs });
    }
  };

  const tell = async (entry: Entry, type: string, object: { readonly livemode: boolean }): Promise<void> => {
    events += 1;
    const id = `evt_demo${String(events).padStart(8, "0")}`;
    const holder = entry.holder as Holder;
    await world.send(() => {
      const url = world.callbackUrlOf(holder);
      return signedEvent({ id, type, object, secret: webhookSecretOf(holder), url, nowMs: clock.nowMs() });
    });
  };

  const tellEnd = async (entry: Entry): Promise<void> => {
    const url = pages.urlOf(entry);
    if (entry.kind === "REFUND")
      return tell(entry, "refund.updated", refundOf(entry, routes.intentOfRefund(entry)));
    if (isPage(entry)) {
      const type = entry.status === "SUCCEEDED" ? "completed" : "expired";
      return tell(entry, `checkout.session.${type}`, sessionOf(entry, url));
    }
    const intent = intentOf(entry, url);
    const type = { succeeded: "succeeded", canceled: "canceled" }[intent.status] ?? "payment_failed";
    return tell(entry, `payment_intent.${type}`, intent);
  };

  const report = async (): Promise<void> => {
    pass();
    for (const entry of book.settle()) await tellEnd(entry);
    for (const entry of book.list()) {
      const { failedAtMs, isFailureTold } = detailsOf(entry);
      if (failedAtMs === undefined || isFailureTold !== undefined) continue;
      book.amend(entry, { isFailureTold: "true" });
      await tell(entry, "refund.failed", refundOf(entry, routes.intentOfRefund(entry)));
    }
  };

  const holderOf = (authorization: string | undefined): Holder | null => {
    const key = authorization?.replace(/^Bearer /, "");
    return holders.find((holder) => key === keyOf("test", holder) || key === keyOf("live", holder)) ?? null;
  };

  return {
    book,
    handle: async (request) => {
      const page = pages.handle(request);
      if (page !== null) return page;
      const holder = holderOf(request.headers.authorization);
      if (holder === null) return errorAnswer(401, { type: "invalid_request_error" });
      pass();
      const livemode = request.headers.authorization?.includes("_live_") === true ? "true" : "false";
      return idempotent(holder, request, async () => {
        const answer = routes.handle({ holder, livemode }, request);
        // A callback may come before the answer to the request that caused it.
        if (book.list()[0]?.plan.isFirst === true) await report();
        return answer;
      });
    },
    report,
    close: async () => {},
  } satisfies ReturnType<StandInDefinition["open"]>;
}

/** What follows when the payer has confirmed at the bank. */
function afterApproval(entry: Entry) {
  const { afterApprovalCode } = detailsOf(entry);
  return afterApprovalCode === undefined ? "SUCCESS" : { code: afterApprovalCode };
}
