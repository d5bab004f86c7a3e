import { createEviction } from "../../kit/evict-oldest.ts";
import type { Id, MerchantNo } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import { addressShare, isLoopback } from "./address.ts";
import type { RateLimiter } from "./limiter.ts";
import { limitRefusal, type Verdict } from "./verdict.ts";

/** Who asks a phone to approve a payment, as far as the request shows. */
export interface AskedBy {
  readonly ip: string;
  /** The request's Authorization header, if any. */
  readonly authorization?: string | undefined;
}

/** An attempt that is about to send a prompt to a phone. */
export interface AskedPhone {
  /** Keyed hash of the number. */
  readonly phoneMac: Buffer;
  readonly chargeId: Id<"charge">;
  readonly merchantNo: MerchantNo;
  readonly mode: Mode;
  readonly linkId: Id<"paymentLink"> | null;
  /** Null: the merchant's own server, by its key. */
  readonly by: AskedBy | null;
}

export interface AskedPhones {
  /** Refuses with RATE_LIMITED an attempt that exceeds the limit of its address, link, merchant or phone. */
  count(asked: AskedPhone): Promise<void>;
  /** The payment was approved: the prompt was wanted, so it counts against no limit. */
  approved(paid: Pick<AskedPhone, "chargeId" | "merchantNo" | "linkId">): void;
}

export interface AskedPhonesDeps {
  readonly limiter: Pick<
    RateLimiter,
    "askedByAddress" | "askedByLink" | "askedByMerchant" | "payerPhone" | "giveBack"
  >;
  /** Whether this header is a valid key of this merchant: its server may ask any number of payers. */
  readonly isKeyOf: (authorization: string, ip: string, merchantNo: MerchantNo) => Promise<boolean>;
  /** Called when a link has used up its attempts without success. Must not reject. */
  readonly onLinkAbused: (merchantNo: MerchantNo, linkId: Id<"paymentLink">) => void;
}

/** Attempts whose address is kept until they are approved. */
const ATTEMPTS_MAX = 20_000;

/**
 * Prompts on strangers' phones annoy people and harm the merchant's reputation, so one address, link or merchant cannot
 * send unlimited prompts. The payer's own limit, `payer_phone`, guards one phone; these guard many.
 *
 * An approved payment gives back what it used: a shop, a school or a phone company behind one address is not blocked,
 * while a caller who tries numbers is. It is given back in this process, which is nearly always the one that counted
 * it.
 */
export function createAskedPhones({ limiter, isKeyOf, onLinkAbused }: AskedPhonesDeps): AskedPhones {
  const shares = new Map<Id<"charge">, string>();
  const evict = createEviction(shares, ATTEMPTS_MAX);

  const remember = (chargeId: Id<"charge">, share: string): void => {
    shares.set(chargeId, share);
    evict();
  };

  /** Null: nothing is counted for the address. */
  const ofAddress = async (asked: AskedPhone, { ip, authorization }: AskedBy): Promise<Verdict | null> => {
    // A developer with a sandbox on their own machine is no stranger, and sandbox payers do not exist.
    if (asked.mode === "SANDBOX" && isLoopback(ip)) return null;
    const share = addressShare(ip);
    const verdict = await limiter.askedByAddress(share, asked.phoneMac);
    if (verdict === null || verdict.admitted) {
      if (verdict !== null) remember(asked.chargeId, share);
      return null;
    }
    const isOwn = authorization !== undefined && (await isKeyOf(authorization, ip, asked.merchantNo));
    return isOwn ? null : verdict;
  };

  return {
    count: async (asked) => {
      const { by, merchantNo, linkId, phoneMac } = asked;
      const address = by === null ? null : await ofAddress(asked, by);
      if (address !== null) throw limitRefusal(address);
      if (linkId !== null) {
        const link = await limiter.askedByLink(linkId);
        if (link?.admitted === false) {
          onLinkAbused(merchantNo, linkId);
          throw limitRefusal(link);
        }
      }
      const merchant = await limiter.askedByMerchant(merchantNo);
      if (merchant?.admitted === false) throw limitRefusal(merchant);
      await limiter.payerPhone(phoneMac);
    },
    approved: ({ chargeId, merchantNo, linkId }) => {
      limiter.giveBack("merchant_attempts", String(merchantNo));
      if (linkId !== null) limiter.giveBack("link_attempts", linkId);
      const share = shares.get(chargeId);
      if (share === undefined) return;
      shares.delete(chargeId);
      limiter.giveBack("address_phones", share);
    },
  };
}
