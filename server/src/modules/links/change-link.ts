import type { Transaction } from "../../db/database.ts";
import { errors } from "../../http/errors.ts";
import { once } from "../../http/idempotency.ts";
import type { IdempotencyClaim } from "../../http/route.ts";
import { type MerchantNo, parsePublicId } from "../../kit/ids.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import type { LinksDeps } from "./deps.ts";
import { emitLinkEvents } from "./emit.ts";
import { type ReadFields, readFields } from "./read-fields.ts";
import { decideCancel, decideChange, invalid, type LinkChange, type LinkChanges } from "./rules.ts";
import type { ChangeLinkBody } from "./schemas.ts";
import { lockLink, updateLink } from "./store.ts";
import type { LinkKey, PaymentLink } from "./types.ts";
import { linkView } from "./view.ts";

/** Parses the id of a link. Refuses with RESOURCE_NOT_FOUND, also for another merchant's link. */
export function linkKeyOf(merchantNo: MerchantNo, text: string): LinkKey {
  const id = parsePublicId("paymentLink", text);
  if (id === null) throw errors.RESOURCE_NOT_FOUND();
  return { merchantNo, id };
}

/** Changes and cancellation of a link by its merchant. Neither requires an approved merchant: both only narrow. */
export function createLinkChanger(deps: LinksDeps) {
  const { db, clock, keyring, merchants, publicUrl, cell } = deps;

  /** Locks, decides, writes, emits. Without a change it writes nothing. */
  const write = async (
    tx: Transaction,
    key: LinkKey,
    profile: MerchantProfile,
    nowMs: number,
    decide: (link: PaymentLink) => LinkChange,
  ) => {
    const locked = await lockLink(tx, key);
    if (locked === null) throw errors.RESOURCE_NOT_FOUND();
    const { link, events } = decide(locked);
    if (events.length > 0) await updateLink(tx, link);
    const deliveries = await emitLinkEvents(tx, deps, profile, link, events, nowMs);
    return { view: linkView(link, { profile, publicUrl, cell, nowMs }), deliveries };
  };

  return {
    /** Refuses as `decideChange` does, and with VALIDATION_ERROR and RESOURCE_NOT_FOUND. */
    change: async (merchantNo: MerchantNo, id: string, body: ChangeLinkBody) => {
      const key = linkKeyOf(merchantNo, id);
      checkOneStatus(body);
      const nowMs = clock.nowMs();
      const profile = await merchants.profile(merchantNo);
      const read = readFields(body, profile.mode, nowMs);
      const { view, deliveries } = await db.transaction((tx) =>
        write(tx, key, profile, nowMs, (link) => decideChange(link, changesOf(link, body, read), nowMs)),
      );
      if (deliveries > 0) deps.wakeWebhooks();
      return view;
    },

    /** Refuses as `decideCancel` does, and with RESOURCE_NOT_FOUND. */
    cancel: async (merchantNo: MerchantNo, id: string, claim: IdempotencyClaim | null) => {
      const key = linkKeyOf(merchantNo, id);
      const nowMs = clock.nowMs();
      const profile = await merchants.profile(merchantNo);
      let deliveries = 0;
      const options = { claim, merchantNo, owner: key.id, nowMs, status: 200 } as const;
      const data = await once(db, keyring, options, async (tx) => {
        const written = await write(tx, key, profile, nowMs, (link) => decideCancel(link, nowMs));
        deliveries = written.deliveries;
        return written.view;
      });
      if (deliveries > 0) deps.wakeWebhooks();
      return data;
    },
  };
}

/** `status` is the older name of `linkStatus`: when both are sent they must be equal. Refuses with VALIDATION_ERROR. */
export function checkOneStatus(sent: { readonly linkStatus?: string; readonly status?: string }): void {
  const words = (text: string): string => text.split(",").sort().join();
  if (sent.linkStatus === undefined || sent.status === undefined) return;
  if (words(sent.linkStatus) === words(sent.status)) return;
  throw invalid(
    "status",
    "conflict",
    "is an older name of linkStatus: send one of the two, or the same in both",
  );
}

/**
 * Only fields that were sent: an absent field stays, `null` clears it. `metadata` and `customFields` are replaced as a
 * whole.
 */
function changesOf(
  { detail }: PaymentLink,
  body: ChangeLinkBody,
  { customFields, expiresAtMs }: ReadFields,
): LinkChanges {
  const { title, description, maxUses, allowedMethods, successUrl, cancelUrl, metadata, inactiveMessage } =
    body;
  const status = body.linkStatus ?? body.status;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined ? {} : { status }),
    ...(maxUses === undefined ? {} : { maxUses }),
    ...(allowedMethods === undefined ? {} : { allowedMethods }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
    detail: {
      successUrl: successUrl === undefined ? detail.successUrl : successUrl,
      cancelUrl: cancelUrl === undefined ? detail.cancelUrl : cancelUrl,
      customFields: customFields ?? detail.customFields,
      metadata: metadata ?? detail.metadata,
      inactiveMessage: inactiveMessage === undefined ? detail.inactiveMessage : inactiveMessage,
    },
  };
}
