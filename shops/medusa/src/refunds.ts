import type { Cauris, Refund } from "../../../sdk/js/src/index.ts";

export interface AskedRefund {
  readonly chargeId: string;
  /** Minor units. */
  readonly amount: string;
  /** Medusa's id of its refund. */
  readonly refundId: string;
  /** The refunds that Medusa has recorded: `re_…` by Medusa's id. */
  readonly recorded: unknown;
  readonly nowMs: number;
}

/** The key of a refund's metadata that says which of Medusa's refunds it is. */
const OWNER = "medusaRefund";

/** A refund that was made so recently may still be on its way into Medusa's books, in milliseconds. */
const ON_ITS_WAY_MS = 60_000;

/**
 * Refunds a part of a charge once. Medusa forgets a refund whose answer was lost and makes another one, with another id, when somebody
 * tries again: a refund that the service has and Medusa does not is therefore taken as this one if its amount is the same, and named in
 * the refusal otherwise. Returns all recorded refunds.
 */
export async function createRefund(
  cauris: Cauris,
  { chargeId, amount, refundId, recorded, nowMs }: AskedRefund,
): Promise<Readonly<Record<string, string>>> {
  if (refundId === "") throw new Error("Medusa gave no id of its refund.");
  const before = (recorded ?? {}) as Readonly<Record<string, string>>;
  const known = new Set(Object.values(before));
  for await (const refund of cauris.refunds.list({ chargeId })) {
    if (!isLost(refund, known)) continue;
    if (refund.metadata[OWNER] !== refundId && nowMs - Date.parse(refund.createdAt) < ON_ITS_WAY_MS)
      throw new Error(
        `Another refund of this payment (${refund.id}) was made just now: try again in a minute.`,
      );
    if (refund.amount === amount) return { ...before, [refundId]: refund.id };
    throw new Error(
      `A refund of ${refund.amountDisplay} (${refund.id}) was made, but its answer was lost: repeat that amount first to record it. It is not made twice.`,
    );
  }
  const made = await cauris.refunds.create(
    chargeId,
    { amount, reason: "REQUESTED_BY_PAYER", metadata: { [OWNER]: refundId } },
    { idempotencyKey: `medusa-${refundId}` },
  );
  return { ...before, [refundId]: made.id };
}

/** Made by Medusa, with money on its way or returned, and not in Medusa's books. */
function isLost({ id, metadata, status }: Refund, known: ReadonlySet<string>): boolean {
  return metadata[OWNER] !== undefined && !known.has(id) && status !== "FAILED" && status !== "CANCELLED";
}
