import type { Transaction } from "../../db/database.ts";
import { once } from "../../http/idempotency.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import { encodeBase32, type MerchantNo } from "../../kit/ids.ts";
import type { Random } from "../../kit/random.ts";
import type { LinksDeps } from "./deps.ts";
import { emitLinkEvents } from "./emit.ts";
import { linkErrors } from "./errors.ts";
import { readPrice } from "./price.ts";
import { readFields } from "./read-fields.ts";
import { invalid, readUses } from "./rules.ts";
import type { CreateLinkBody } from "./schemas.ts";
import { isReservedSlug, newSlug } from "./slugs.ts";
import { insertLink, takeSlug } from "./store.ts";
import type { LinkKey, PaymentLink } from "./types.ts";
import { linkView } from "./view.ts";

/** Slugs are drawn from 2^50: a second draw is rare, and a tenth means that something is broken. */
const DRAWS_MAX = 10;
const REFERENCE_BYTES = 5;

/**
 * Makes an ACTIVE link. Refuses with VALIDATION_ERROR, MERCHANT_KYB_NOT_APPROVED and PAYMENT_LINK_SLUG_TAKEN; a
 * repeated key returns the first answer. The slug, the link, its event and the key are one transaction.
 */
export function createCreateLink(deps: LinksDeps) {
  const { db, clock, ids, random, keyring, merchants, publicUrl, cell } = deps;
  return async (merchantNo: MerchantNo, body: CreateLinkBody, claim: IdempotencyClaim | null) => {
    const nowMs = clock.nowMs();
    const profile = await merchants.profile(merchantNo);
    const template = readTemplate(body, profile.mode, nowMs, random);
    await merchants.gate(merchantNo);

    const id = ids.next("paymentLink");
    let deliveries = 0;
    const options = { claim, merchantNo, owner: id, nowMs, status: 201 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      const slug = await settleSlug(tx, body.slug, { merchantNo, id }, random);
      const link: PaymentLink = { ...template, merchantNo, id, slug };
      await insertLink(tx, link);
      deliveries = await emitLinkEvents(tx, deps, profile, link, ["payment_link.created"], nowMs);
      return linkView(link, { profile, publicUrl, cell, nowMs });
    });
    if (deliveries > 0) deps.wakeWebhooks();
    return view;
  };
}

function readTemplate(
  body: CreateLinkBody,
  mode: Parameters<typeof readFields>[1],
  nowMs: number,
  random: Random,
): Omit<PaymentLink, "merchantNo" | "id" | "slug"> {
  const { customFields = [], expiresAtMs = null } = readFields(body, mode, nowMs);
  if (body.slug !== undefined && isReservedSlug(body.slug))
    throw invalid("slug", "reserved", "is a reserved word");
  return {
    ...readUses(body.reusable, body.maxUses),
    status: "ACTIVE",
    ...readPrice(body),
    currency: body.currency,
    title: body.title ?? null,
    description: body.description ?? null,
    reference: body.reference ?? `PL-${encodeBase32(random.bytes(REFERENCE_BYTES)).toUpperCase()}`,
    usesCount: 0,
    usesReserved: 0,
    allowedMethods: body.allowedMethods ?? null,
    detail: {
      successUrl: body.successUrl ?? null,
      cancelUrl: body.cancelUrl ?? null,
      customFields,
      metadata: body.metadata ?? {},
      inactiveMessage: body.inactiveMessage ?? null,
    },
    expiresAtMs,
    eventSequence: 1,
    version: 1,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}

async function settleSlug(
  tx: Transaction,
  chosen: string | undefined,
  key: LinkKey,
  random: Random,
): Promise<string> {
  if (chosen !== undefined) {
    if (await takeSlug(tx, chosen, key)) return chosen;
    throw linkErrors.PAYMENT_LINK_SLUG_TAKEN({ slug: chosen });
  }
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const slug = newSlug(random);
    if (await takeSlug(tx, slug, key)) return slug;
  }
  throw new Error(`${DRAWS_MAX} random slugs in a row were taken`);
}
