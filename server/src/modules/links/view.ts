import type { Static } from "typebox";
import { type CellCode, codePart } from "../../kit/cell.ts";
import { publicId } from "../../kit/ids.ts";
import { displayMoney, type Locale, money } from "../../kit/money.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import { effectiveStatus, sessionStyleStatus } from "./rules.ts";
import type { LinkSessionView, LinkView, PublicLinkView } from "./schemas.ts";
import { shareOf } from "./share.ts";
import type { LinkDetail, PaymentLink } from "./types.ts";

export interface LinkViewContext {
  readonly profile: MerchantProfile;
  readonly publicUrl: string;
  readonly cell: CellCode | null;
  readonly nowMs: number;
}

function linkUrl({ publicUrl, cell }: Pick<LinkViewContext, "publicUrl" | "cell">, slug: string): string {
  return `${publicUrl}/pay/${codePart(cell)}${slug}`;
}

/** The complete link, for its merchant and for events. */
export function linkView(link: PaymentLink, context: LinkViewContext): Static<typeof LinkView> {
  const { profile, nowMs } = context;
  const { detail } = link;
  const linkStatus = effectiveStatus(link, nowMs);
  const url = linkUrl(context, link.slug);
  const price = priceView(link, profile.locale);
  const { title } = link;
  return {
    object: "payment_link",
    id: publicId("paymentLink", link.id),
    mode: profile.mode,
    reference: link.reference,
    slug: link.slug,
    url,
    share: shareOf(
      { url, title, amountDisplay: price.amountDisplay, merchantName: profile.displayName },
      profile.locale,
    ),
    ...price,
    currency: link.currency,
    title,
    description: link.description,
    status: sessionStyleStatus(linkStatus),
    linkStatus,
    usesCount: link.usesCount,
    maxUses: link.maxUses,
    reusable: link.reusable,
    ...(link.allowedMethods === null ? {} : { allowedMethods: [...link.allowedMethods] }),
    successUrl: detail.successUrl,
    cancelUrl: detail.cancelUrl,
    customFields: customFieldsView(detail),
    inactiveMessage: detail.inactiveMessage,
    metadata: detail.metadata,
    expiresAt: isoOrNull(link.expiresAtMs),
    version: link.version,
    createdAt: iso(link.createdAtMs),
    updatedAt: iso(link.updatedAtMs),
  };
}

function priceView(link: PaymentLink, locale: Locale) {
  const { amount, amountMin, amountMax, amountSuggestions, quantityMin, quantityMax, currency } = link;
  const text = (minor: bigint | null): string | null => (minor === null ? null : minor.toString());
  return {
    amount: text(amount),
    amountDisplay: amount === null ? null : displayMoney(money(amount, currency), locale),
    amountMin: text(amountMin),
    amountMax: text(amountMax),
    amountSuggestions: amountSuggestions === null ? null : amountSuggestions.map(String),
    quantityMin,
    quantityMax,
  };
}

/** What anyone with the address may read. Uses are left out: a merchant's sales are confidential. */
export function publicLinkView(link: PaymentLink, context: LinkViewContext): Static<typeof PublicLinkView> {
  const { profile, nowMs } = context;
  return {
    object: "checkout.payment_link",
    slug: link.slug,
    mode: profile.mode,
    url: linkUrl(context, link.slug),
    linkStatus: effectiveStatus(link, nowMs),
    ...priceView(link, profile.locale),
    currency: link.currency,
    title: link.title,
    description: link.description,
    merchantName: profile.displayName,
    ...(profile.logoUrl === null ? {} : { merchantLogo: profile.logoUrl }),
    locale: profile.locale,
    ...(profile.primaryColor === null ? {} : { branding: { primaryColor: profile.primaryColor } }),
    customFields: customFieldsView(link.detail),
    expiresAt: isoOrNull(link.expiresAtMs),
    version: link.version,
    createdAt: iso(link.createdAtMs),
    updatedAt: iso(link.updatedAtMs),
  };
}

/** What the payer may know of the new session: not the merchant's reference and notes. */
export function linkSessionView(session: Static<typeof LinkSessionView>): Static<typeof LinkSessionView> {
  const { object, id, mode, url, status, amount, amountDisplay, currency, title, description } = session;
  const { quantity, locale, customFields, expiresAt, version, createdAt, updatedAt } = session;
  return {
    object,
    id,
    mode,
    url,
    status,
    amount,
    amountDisplay,
    currency,
    title,
    description,
    ...(quantity === undefined ? {} : { quantity }),
    locale,
    customFields,
    expiresAt,
    version,
    createdAt,
    updatedAt,
  };
}

/** Fields as JSON needs them: mutable copies of the lists. */
export function customFieldsView({ customFields }: LinkDetail) {
  return customFields.map(({ options, ...field }) =>
    options === undefined ? field : { ...field, options: options.map((option) => ({ ...option })) },
  );
}
