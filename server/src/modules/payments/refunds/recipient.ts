import { writeAudit } from "../../../db/audit.ts";
import { errors } from "../../../http/errors.ts";
import { once } from "../../../http/idempotency.ts";
import type { Caller, IdempotencyClaim } from "../../../http/route.ts";
import { readAccountNumber } from "../../../kit/bank-account.ts";
import { parsePublicId, publicId } from "../../../kit/ids.ts";
import type { Keyring } from "../../../kit/keyring.ts";
import type { AccountHolder } from "../../../providers/transfer-orders.ts";
import type { RefundsDeps } from "./deps.ts";
import { refundErrors } from "./errors.ts";
import type { RecipientBody, RefundView } from "./schemas.ts";
import { giveRecipient, readRefunds } from "./store.ts";
import type { Refund } from "./types.ts";
import { refundView } from "./view.ts";

const contextOf = ({ merchantNo, id }: Pick<Refund, "merchantNo" | "id">): string =>
  `refunds.recipient ${merchantNo} ${id}`;

/** The account that the merchant gave for a refund; null: none was given. Throws when it was altered. */
export function openRecipient(
  keyring: Keyring,
  refund: Pick<Refund, "merchantNo" | "id" | "recipient">,
): AccountHolder | null {
  const { recipient } = refund;
  return recipient === null ? null : JSON.parse(keyring.open(recipient, contextOf(refund)).toString("utf8"));
}

/** The part of a request that giving an account needs. */
export interface RecipientRequest {
  readonly caller: Pick<Caller, "merchantNo" | "actor">;
  readonly requestId: string;
  readonly ip: string;
  readonly claim: IdempotencyClaim | null;
}

/**
 * Gives the account to which a refund by transfer goes, where the bank did not tell which one paid. Refuses with
 * RESOURCE_NOT_FOUND, REFUND_NEEDS_NO_ACCOUNT, and VALIDATION_ERROR an account number whose check digits are wrong. The
 * number is kept sealed, and is never shown again.
 */
export function createGiveRecipient(
  { db, clock, ids, keyring, merchants }: RefundsDeps,
  /** Called after a commit that made a refund due. */
  wakeWorker: () => void,
) {
  return async (
    { caller, requestId, ip, claim }: RecipientRequest,
    text: string,
    { iban, holderName }: RecipientBody,
  ): Promise<RefundView> => {
    const { merchantNo, actor } = caller;
    const id = parsePublicId("refund", text);
    if (id === null) throw errors.RESOURCE_NOT_FOUND();
    const account = readAccountNumber(iban);
    if (account === null) {
      const message = "iban must be an IBAN or an account number (RIB) with right check digits.";
      throw errors.VALIDATION_ERROR({ fields: [{ path: "iban", rule: "account", message }] });
    }
    const profile = await merchants.profile(merchantNo);
    const nowMs = clock.nowMs();
    const options = { claim, merchantNo, owner: id, nowMs, status: 200 } as const;
    const view = await once(db, keyring, options, async (tx) => {
      const recipient: AccountHolder = { name: holderName, account };
      const sealed = keyring.seal(JSON.stringify(recipient), contextOf({ merchantNo, id }));
      const given = await giveRecipient(tx, merchantNo, id, sealed, nowMs);
      if (given === null) {
        const [refund] = await readRefunds(tx, merchantNo, [id]);
        if (refund === undefined) throw errors.RESOURCE_NOT_FOUND();
        throw refundErrors.REFUND_NEEDS_NO_ACCOUNT({ status: refund.status });
      }
      await writeAudit(tx, ids, nowMs, {
        tenantId: profile.tenantId,
        merchantNo,
        actor: { ...actor, requestId, ip },
        action: "refund.account_given",
        subject: publicId("refund", id),
      });
      return refundView(given, profile);
    });
    wakeWorker();
    return view;
  };
}
