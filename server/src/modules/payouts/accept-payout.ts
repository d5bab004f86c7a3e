import type { Transaction } from "../../db/database.ts";
import { recordNews } from "../../db/merchant-news.ts";
import { errors } from "../../http/errors.ts";
import type { MerchantActor } from "../../kit/actor.ts";
import { type Id, type MerchantNo, parsePublicId } from "../../kit/ids.ts";
import { parseAmount } from "../../kit/money.ts";
import { post, requireAvailable } from "../ledger/index.ts";
import type { MerchantProfile, MerchantWallet } from "../merchants/index.ts";
import { lockAccount, readWithoutAccount, sumSince } from "./account-store.ts";
import { needsApproval } from "./approval-rules.ts";
import { requirePayable } from "./beneficiary-rules.ts";
import { findBeneficiary } from "./beneficiary-store.ts";
import type { PayoutsDeps } from "./deps.ts";
import { emitPayoutEvent } from "./emit.ts";
import { fillAccounts } from "./jobs/fill-accounts.ts";
import { insertPayout, readApprovalThreshold } from "./payout-store.ts";
import { payoutReservation } from "./postings.ts";
import type { CreatePayoutBody } from "./schemas.ts";
import type { Beneficiary, Payout } from "./types.ts";

/**
 * How long a payout stays PENDING before it is sent: a mistake can be cancelled in that time, but not after sending.
 */
const CANCEL_WINDOW_MS = 5_000;

/** Payouts from a wallet to one account within this time count together against the threshold: 24 hours. */
const SUMMED_MS = 24 * 60 * 60 * 1000;

/** The merchant's wallet of this id. Refuses with RESOURCE_NOT_FOUND. */
export function walletOf({ wallets }: MerchantProfile, text: string): MerchantWallet {
  const walletId = parsePublicId("wallet", text);
  const wallet = wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) throw errors.RESOURCE_NOT_FOUND({ field: "walletId" });
  return wallet;
}

export interface PayoutToAccept {
  readonly profile: MerchantProfile;
  readonly wallet: MerchantWallet;
  readonly id: Id<"payout">;
  readonly createdBy: MerchantActor;
  readonly nowMs: number;
  /** The scenario of the provider simulator; null: chosen by the digits. */
  readonly scenario?: string | null;
}

/**
 * Reserves the money and writes the payout with its event; also returns the number of deliveries. Refuses with
 * RESOURCE_NOT_FOUND, VALIDATION_ERROR (currency), BENEFICIARY_NOT_ACTIVE and INSUFFICIENT_WALLET_BALANCE, after which
 * the transaction can only be rolled back.
 */
export async function acceptPayout(
  tx: Transaction,
  { ids, keyring, coolOffMs }: Pick<PayoutsDeps, "ids" | "keyring" | "coolOffMs">,
  { profile, wallet, id, createdBy, nowMs, scenario = null }: PayoutToAccept,
  body: Omit<CreatePayoutBody, "walletId">,
): Promise<{ readonly payout: Payout; readonly deliveries: number }> {
  const { merchantNo } = profile;
  const beneficiaryId = parsePublicId("beneficiary", body.beneficiaryId);
  const above = await readApprovalThreshold(tx, merchantNo, wallet.id);
  if (beneficiaryId === null) throw errors.RESOURCE_NOT_FOUND({ field: "beneficiaryId" });
  // Payouts to one account are serialized only where they are summed.
  const sameAccount = above === null ? null : await lockSummed(tx, keyring, merchantNo, beneficiaryId);
  // The lock keeps it unchanged until we commit.
  const beneficiary = await findBeneficiary(
    tx,
    merchantNo,
    beneficiaryId,
    sameAccount === null ? "share" : "none",
  );
  if (beneficiary === null) throw errors.RESOURCE_NOT_FOUND({ field: "beneficiaryId" });
  const amount = parseAmount(body.amount, wallet.currency);
  if (amount === null) throw new Error("the schema has checked the amount");
  requireCurrency(beneficiary, wallet.currency);
  requirePayable(beneficiary, profile.mode, nowMs, coolOffMs);
  const sum =
    sameAccount === null ? 0n : await sumSince(tx, merchantNo, sameAccount, wallet.id, nowMs - SUMMED_MS);
  const approvalRequired = needsApproval(above, amount.minor, sum);
  const { shown, name, type } = beneficiary;
  const payout = await insertPayout(tx, {
    merchantNo,
    id,
    walletId: wallet.id,
    beneficiaryId: beneficiary.id,
    createdBy,
    nowMs,
    dueAtMs: nowMs + CANCEL_WINDOW_MS,
    destination: { name, type, ...shown },
    amount: amount.minor,
    currency: wallet.currency,
    reference: body.reference ?? null,
    description: body.description ?? null,
    metadata: body.metadata ?? {},
    scenario,
    approvalRequired,
  });
  const deliveries = await emitPayoutEvent(tx, ids, profile, payout, "payout.created", nowMs);
  if (approvalRequired)
    await recordNews(tx, [
      { merchantNo, kind: "PAYOUT_WAITING", subject: id, actor: createdBy, atMs: nowMs },
    ]);
  // Last, because it locks the wallet: payments of the merchant wait for it.
  await requireAvailable(tx, payout);
  await post(tx, ids, merchantNo, payoutReservation(payout), nowMs);
  return { payout, deliveries };
}

/** Far more than a merchant has; the loop fills in the rest. */
const FILLED_MAX = 1_000;

/** Locks all beneficiaries of the merchant with the same account as this one, and returns their ids. */
async function lockSummed(
  tx: Transaction,
  keyring: PayoutsDeps["keyring"],
  merchantNo: MerchantNo,
  id: Id<"beneficiary">,
): Promise<readonly Id<"beneficiary">[]> {
  await fillAccounts(tx, keyring, await readWithoutAccount(tx, FILLED_MAX, merchantNo));
  return lockAccount(tx, merchantNo, id);
}

function requireCurrency({ currency }: Beneficiary, walletCurrency: string): void {
  if (currency === walletCurrency) return;
  const message = `walletId must be a wallet in the currency of the beneficiary, ${currency}.`;
  throw errors.VALIDATION_ERROR({ fields: [{ path: "walletId", rule: "currency", message }] });
}
