import type { Refusal } from "../../kit/errors.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { LinkWriterDeps } from "./deps.ts";
import { emitLinkEvents } from "./emit.ts";
import { linkErrors } from "./errors.ts";
import { type LinkEventName, refusalOf } from "./rules.ts";
import { exhaustLink, expireLink, findLink, isToBeExhausted, noteAbuse } from "./store.ts";
import type { LinkKey } from "./types.ts";

/** As long as the window of the limit `link_attempts`. */
const ABUSE_WINDOW_MS = 10 * 60_000;
/** Links whose last report is cached, so that refusals do not query the database each time. */
const TOLD_MAX = 10_000;

/** Checkout's interface to the uses of links; checkout itself reserves, counts and releases them. */
export function createLinkHooks(deps: LinkWriterDeps) {
  const { db, clock, log } = deps;
  const ends = createLinkEnds(deps);
  const toldAtMs = new Map<Id<"paymentLink">, number>();
  return {
    /**
     * Why an attempt found no room: the error of the link's state. An ACTIVE link is full of attempts in flight, and
     * the payer gets the same message; if one of them fails, there is room again.
     */
    linkRefusal: async (merchantNo: MerchantNo, linkId: Id<"paymentLink">): Promise<Refusal> => {
      const link = await findLink(db, { merchantNo, id: linkId });
      if (link === null) return linkErrors.PAYMENT_LINK_NOT_ACTIVE();
      return (
        refusalOf(link, clock.nowMs()) ??
        linkErrors.PAYMENT_LINK_MAX_USES_REACHED({
          linkStatus: "ACTIVE",
          inactiveMessage: link.detail.inactiveMessage,
          reason: "USES_RESERVED",
        })
      );
    },

    /**
     * Call after a commit that counted a use: writes EXHAUSTED and its event when it was the last, once however often
     * it is called. The payment is booked already, so it never rejects: the sweeper completes what is left.
     */
    onLinkUsed: async (merchantNo: MerchantNo, linkId: Id<"paymentLink">): Promise<void> => {
      const key: LinkKey = { merchantNo, id: linkId };
      try {
        if (await isToBeExhausted(db, key)) await ends.exhaust(key);
      } catch (error) {
        log.warn("link.exhausted.late", { linkId, error });
      }
    },

    /**
     * This link is used to send prompts to strangers' phones: the merchant gets an event, once per `ABUSE_WINDOW_MS`
     * across processes. No caller waits for it, so it never rejects: the next refused attempt reports again.
     */
    onLinkAbused: (merchantNo: MerchantNo, linkId: Id<"paymentLink">): void => {
      const nowMs = clock.nowMs();
      const since = toldAtMs.get(linkId);
      if (since !== undefined && nowMs - since < ABUSE_WINDOW_MS) return;
      if (toldAtMs.size >= TOLD_MAX) toldAtMs.clear();
      toldAtMs.set(linkId, nowMs);
      log.warn("link.abused", { merchantNo, linkId });
      ends.abused({ merchantNo, id: linkId }).catch((error: unknown) => {
        toldAtMs.delete(linkId);
        log.error("link.abused.late", { linkId, error });
      });
    },
  };
}

/** Writes an end by time or uses. Each returns whether this call wrote it. */
export function createLinkEnds(deps: LinkWriterDeps) {
  const { db, clock, merchants } = deps;
  const end = async (key: LinkKey, write: typeof exhaustLink, type: LinkEventName): Promise<boolean> => {
    // Read before the transaction, so that no second connection is needed while holding the link's lock.
    const profile = await merchants.profile(key.merchantNo);
    const nowMs = clock.nowMs();
    const deliveries = await db.transaction(async (tx) => {
      const link = await write(tx, key, nowMs);
      return link === null ? null : emitLinkEvents(tx, deps, profile, link, [type], nowMs);
    });
    if (deliveries !== null && deliveries > 0) deps.wakeWebhooks();
    return deliveries !== null;
  };
  return {
    exhaust: (key: LinkKey) => end(key, exhaustLink, "payment_link.exhausted"),
    /** Not an end: the link continues, and only the event is written. */
    abused: (key: LinkKey) =>
      end(key, (tx, one, nowMs) => noteAbuse(tx, one, nowMs, nowMs - ABUSE_WINDOW_MS), "payment_link.abused"),
    expire: (key: LinkKey) => end(key, expireLink, "payment_link.expired"),
  };
}
