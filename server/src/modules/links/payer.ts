import { errors } from "../../http/errors.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import { cellPattern, codePart, withoutCode } from "../../kit/cell.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import type { PayerLinks } from "../../kit/payer-pages.ts";
import { helpOf, type MerchantProfile } from "../merchants/index.ts";
import type { LinksDeps } from "./deps.ts";
import { type ChosenPrice, choosePrice } from "./price.ts";
import { effectiveStatus, refusalOf } from "./rules.ts";
import type { OpenSessionBody } from "./schemas.ts";
import { isSlug } from "./slugs.ts";
import { findLinkBySlug } from "./store.ts";
import type { PaymentLink } from "./types.ts";
import { customFieldsView, linkSessionView, publicLinkView } from "./view.ts";

const MINUTE_MS = 60_000;
/** Default lifetime of a session. One of a link ends with the link at the latest, if checkout allows one so short. */
const SESSION_MS_DEFAULT = 30 * MINUTE_MS;
const SESSION_MS_MIN = 5 * MINUTE_MS;

/** The code of another cell, and what it may have called a slug. */
const ofOtherCell = new RegExp(`^(${cellPattern})_(.+)$`);

/** The payer's side. Reading creates nothing, because mail scanners and previews open links too. */
export function createPayerSide(deps: LinksDeps) {
  const { payersDb: db, clock, keyring, merchants, publicUrl, cell, createSession } = deps;

  /** By what stands in the link's address: the slug, and before it the cell's code, which may be left out at its own host. */
  const linkAt = async (address: string): Promise<PaymentLink | null> => {
    const slug = withoutCode(cell, address) ?? address;
    if (isSlug(slug)) return findLinkBySlug(db, slug);
    const [, code, rest = ""] = ofOtherCell.exec(address) ?? [];
    const link = isSlug(rest) ? await findLinkBySlug(db, rest) : null;
    const hasCome =
      link !== null &&
      keyring.arrivals?.byNumber(link.merchantNo).some(({ ids }) => ids.cell === code) === true;
    return hasCome ? link : null;
  };

  const load = async (
    address: string,
  ): Promise<{ readonly link: PaymentLink; readonly profile: MerchantProfile }> => {
    const link = await linkAt(address);
    if (link === null) throw errors.RESOURCE_NOT_FOUND();
    return { link, profile: await merchants.profile(link.merchantNo) };
  };

  /** Refuses with RESOURCE_NOT_FOUND and, depending on the link's state, with a PAYMENT_LINK_* error. */
  const publicView = async (slug: string) => {
    const { link, profile } = await load(slug);
    const nowMs = clock.nowMs();
    const refusal = refusalOf(link, nowMs);
    if (refusal !== null) throw refusal;
    return publicLinkView(link, { profile, publicUrl, cell, nowMs });
  };

  /**
   * Opens a session of the link for a payer. It uses nothing up: a use is reserved when the payer pays. Refuses as
   * `publicView` and `choosePrice` do, and with MERCHANT_KYB_NOT_APPROVED; a repeated key returns the first answer.
   */
  const openSession = async (slug: string, chosen: OpenSessionBody, idempotency: IdempotencyClaim | null) => {
    const { link, profile } = await load(slug);
    await merchants.gate(link.merchantNo, "payer");
    const nowMs = clock.nowMs();
    const refusal = refusalOf(link, nowMs);
    if (refusal !== null) throw refusal;
    const price = choosePrice(link, chosen, profile.locale);
    const session = await createSession({
      merchantNo: link.merchantNo,
      paymentLinkId: link.id,
      by: null,
      idempotency,
      quantity: price.quantity,
      body: sessionBody(link, price, profile, nowMs),
    });
    return linkSessionView(session);
  };

  const pages: PayerLinks = {
    page: async (slug) => {
      const { link, profile } = await load(slug);
      const nowMs = clock.nowMs();
      const { amount, amountMin, amountMax, amountSuggestions, quantityMin, quantityMax, ...view } =
        publicLinkView(link, { profile, publicUrl, cell, nowMs });
      return {
        slug: `${codePart(cell)}${link.slug}`,
        mode: profile.mode,
        linkStatus: effectiveStatus(link, nowMs),
        price: { amount, amountMin, amountMax, amountSuggestions, quantityMin, quantityMax },
        currency: view.currency,
        title: view.title,
        description: view.description,
        expiresAt: view.expiresAt,
        merchantName: profile.displayName,
        runBy: profile.runBy,
        ...(profile.logoUrl === null ? {} : { logo: { merchantNo: link.merchantNo, url: profile.logoUrl } }),
        ...(profile.primaryColor === null ? {} : { primaryColor: profile.primaryColor }),
        locale: profile.locale,
        help: helpOf(profile),
        inactiveMessage: link.detail.inactiveMessage,
      };
    },
    openSession: async (slug, chosen) => ({ sessionUrl: (await openSession(slug, chosen, null)).url }),
  };

  /** The merchant in whose scope a payer's Idempotency-Key counts; null when the slug is unknown. */
  const merchantNoOf = async (slug: string): Promise<MerchantNo | null> =>
    (await linkAt(slug))?.merchantNo ?? null;

  return { publicView, openSession, merchantNoOf, pages };
}

function sessionBody(
  link: PaymentLink,
  { amount, quantity }: ChosenPrice,
  profile: MerchantProfile,
  nowMs: number,
) {
  const { detail, expiresAtMs } = link;
  const title = link.title ?? profile.displayName;
  const leftMs = expiresAtMs === null ? Number.POSITIVE_INFINITY : expiresAtMs - nowMs;
  const endsWithLink = expiresAtMs !== null && leftMs >= SESSION_MS_MIN && leftMs < SESSION_MS_DEFAULT;
  return {
    amount: amount.toString(),
    currency: link.currency,
    title: quantity === null ? title : `${title} × ${quantity}`,
    reference: link.reference,
    metadata: { ...detail.metadata },
    customFields: customFieldsView(detail),
    ...(link.description === null ? {} : { description: link.description }),
    ...(link.allowedMethods === null ? {} : { allowedMethods: [...link.allowedMethods] }),
    ...(detail.successUrl === null ? {} : { successUrl: detail.successUrl }),
    ...(detail.cancelUrl === null ? {} : { cancelUrl: detail.cancelUrl }),
    ...(endsWithLink ? { expiresAt: new Date(expiresAtMs).toISOString() } : {}),
  };
}
