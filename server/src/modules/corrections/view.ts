import type { Static } from "typebox";
import { publicId } from "../../kit/ids.ts";
import { displayMoney, type Locale, money } from "../../kit/money.ts";
import { iso, isoOrNull } from "../payments/index.ts";
import type { CorrectionView } from "./schemas.ts";
import type { Correction } from "./types.ts";

export function correctionView(correction: Correction, locale: Locale): Static<typeof CorrectionView> {
  const { amount, currency } = correction;
  return {
    object: "ledger_correction",
    id: publicId("ledgerCorrection", correction.id),
    mode: correction.mode,
    merchantId: correction.merchantId,
    walletId: publicId("wallet", correction.walletId),
    direction: correction.direction,
    amount: amount.toString(),
    amountDisplay: displayMoney(money(amount, currency), locale),
    currency,
    reason: correction.reason,
    evidence: correction.evidence,
    status: correction.status,
    proposedBy: publicId("operator", correction.proposedBy),
    decidedBy: correction.decidedBy === null ? null : publicId("operator", correction.decidedBy),
    decidedAt: isoOrNull(correction.decidedAtMs),
    version: correction.version,
    createdAt: iso(correction.createdAtMs),
    updatedAt: iso(correction.updatedAtMs),
  };
}
