import type { Transaction } from "../../db/database.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { emitEvents } from "../webhooks/index.ts";
import type { LinkWriterDeps } from "./deps.ts";
import type { LinkEventName } from "./rules.ts";
import type { PaymentLink } from "./types.ts";
import { linkView } from "./view.ts";

/**
 * Writes the events of a change, in its transaction; `link` is the link after it, whose `eventSequence` already counts
 * them. Returns the number of deliveries.
 */
export function emitLinkEvents(
  tx: Transaction,
  { ids, publicUrl, cell }: Pick<LinkWriterDeps, "ids" | "publicUrl" | "cell">,
  profile: MerchantProfile,
  link: PaymentLink,
  types: readonly LinkEventName[],
  nowMs: number,
): Promise<number> {
  const data = linkView(link, { profile, publicUrl, cell, nowMs });
  return emitEvents(
    tx,
    types.map((type, index) => ({
      merchantNo: link.merchantNo,
      merchantId: profile.merchantId,
      mode: profile.mode,
      id: ids.next("event"),
      type,
      subjectId: link.id,
      sequence: link.eventSequence - types.length + index + 1,
      timestampMs: nowMs,
      data,
    })),
  );
}
