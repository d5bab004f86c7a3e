import type { Static } from "typebox";
import { formatActor } from "../../kit/actor.ts";
import { publicId } from "../../kit/ids.ts";
import { displayMoney, money } from "../../kit/money.ts";
import type { MerchantProfile } from "../merchants/index.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import type { BeneficiaryView, PayoutView } from "./schemas.ts";
import type { Beneficiary, Payout } from "./types.ts";

type Owner = Pick<MerchantProfile, "mode" | "merchantId" | "locale">;

export function beneficiaryView(beneficiary: Beneficiary, owner: Owner): Static<typeof BeneficiaryView> {
  const { name, type, shown, currency, status, rejectionReason, reference, metadata, version } = beneficiary;
  return {
    object: "beneficiary",
    id: publicId("beneficiary", beneficiary.id),
    mode: owner.mode,
    merchantId: owner.merchantId,
    name,
    type,
    // Details stored before wallets could be paid have no `walletId`.
    details: { ...shown, walletId: shown.walletId ?? null },
    currency,
    status,
    nameCheck: beneficiary.nameCheck,
    approvedBy: beneficiary.approvedBy === null ? null : formatActor(beneficiary.approvedBy),
    registeredName: beneficiary.registeredName,
    rejectionReason,
    warnings: [...beneficiary.warnings],
    payoutsAllowedFrom: isoOrNull(beneficiary.payoutsAllowedFromMs),
    reference,
    metadata,
    version,
    createdAt: iso(beneficiary.createdAtMs),
    updatedAt: iso(beneficiary.updatedAtMs),
  };
}

export function payoutView(payout: Payout, owner: Owner): Static<typeof PayoutView> {
  const { amount, currency, provider, approvedBy } = payout;
  return {
    object: "payout",
    id: publicId("payout", payout.id),
    mode: owner.mode,
    merchantId: owner.merchantId,
    walletId: publicId("wallet", payout.walletId),
    beneficiaryId: publicId("beneficiary", payout.beneficiaryId),
    destination: { ...payout.destination, walletId: payout.destination.walletId ?? null },
    amount: amount.toString(),
    amountDisplay: displayMoney(money(amount, currency), owner.locale),
    currency,
    status: payout.status,
    reference: payout.reference,
    description: payout.description,
    metadata: payout.metadata,
    approvalRequired: payout.approvalRequired,
    createdBy: formatActor(payout.createdBy),
    approvedBy: approvedBy === null ? null : formatActor(approvedBy),
    provider: provider === null ? null : { name: provider, transactionId: payout.providerTransactionId },
    failureCode: payout.failureCode,
    approvedAt: isoOrNull(payout.approvedAtMs),
    queuedAt: isoOrNull(payout.queuedAtMs),
    sentAt: isoOrNull(payout.sentAtMs),
    paidAt: isoOrNull(payout.paidAtMs),
    failedAt: isoOrNull(payout.failedAtMs),
    reversedAt: isoOrNull(payout.reversedAtMs),
    cancelledAt: isoOrNull(payout.cancelledAtMs),
    version: payout.version,
    createdAt: iso(payout.createdAtMs),
    updatedAt: iso(payout.updatedAtMs),
  };
}
