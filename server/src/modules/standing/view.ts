import { defaultLimits } from "../../http/limits/index.ts";
import type { Caller } from "../../http/route.ts";
import { formatActor } from "../../kit/actor.ts";
import type { CellCode } from "../../kit/cell.ts";
import { type Id, publicId } from "../../kit/ids.ts";
import type { OwnMerchant } from "../members/index.ts";
import type { MerchantRecord } from "../merchants/index.ts";
import type { FeeSchedule } from "../routing/index.ts";
import type { Block } from "./gate.ts";

interface OwnMode {
  readonly part: NonNullable<OwnMerchant["parts"][keyof OwnMerchant["parts"]]>;
  readonly record: MerchantRecord;
  readonly block: Block | null;
}

/** A merchant in the list of those that a person works for. `movedTo`: the cell that it lives in now; null: this one. */
export function ownMerchantView(
  inEachMode: readonly MerchantRecord[],
  modes: readonly OwnMode[],
  movedTo: { readonly cell: CellCode | null } | null,
) {
  const shown = inEachMode.find(({ mode }) => mode === "LIVE") ?? inEachMode[0];
  if (shown === undefined) throw new Error("who works for a merchant works for one of its tenant");
  return {
    object: "own_merchant" as const,
    id: shown.id as string,
    displayName: shown.displayName,
    legalName: shown.legalName,
    countryCode: shown.countryCode,
    logoUrl: shown.logoUrl,
    status: shown.status,
    messageToMerchant: shown.messageToMerchant,
    movedTo,
    modes: modes.map(({ part, record, block }) => ({
      mode: record.mode,
      role: part.role,
      permissions: [...part.permissions],
      waiting: [...part.waiting],
      kybStatus: record.kybStatus,
      open: block === null,
      blockedBy: block,
    })),
  };
}

/** Who is asking, and for whom. */
export function callerView(
  { actor, mode, merchantId, permissions }: Caller,
  { name, merchantName }: { readonly name: string | null; readonly merchantName: string },
) {
  return {
    object: "caller" as const,
    kind: actor.kind === "key" ? ("KEY" as const) : ("PERSON" as const),
    id: formatActor(actor),
    name,
    mode,
    merchantId: merchantId as string,
    merchantName,
    permissions: [...permissions],
  };
}

export interface StandingFacts {
  readonly merchant: MerchantRecord;
  readonly block: Block | null;
  readonly wallets: readonly {
    readonly walletId: Id<"wallet">;
    readonly label: string;
    readonly currency: string;
    readonly above: bigint | null;
  }[];
  readonly fees: readonly FeeSchedule[];
  /** Null: the default of the mode. */
  readonly requestsPerSecond: number | null;
}

/** A merchant as its own people and keys see it, in one mode. */
export function standingView({ merchant, block, wallets, fees, requestsPerSecond }: StandingFacts) {
  return {
    object: "merchant_standing" as const,
    id: merchant.id as string,
    mode: merchant.mode,
    displayName: merchant.displayName,
    legalName: merchant.legalName,
    countryCode: merchant.countryCode,
    locale: merchant.locale,
    logoUrl: merchant.logoUrl,
    branding: { primaryColor: merchant.primaryColor },
    status: merchant.status,
    messageToMerchant: merchant.messageToMerchant,
    kybStatus: merchant.kybStatus,
    open: block === null,
    blockedBy: block,
    wallets: wallets.map(({ walletId, label, currency, above }) => ({
      id: publicId("wallet", walletId),
      label,
      currency,
      payoutApprovalAbove: above?.toString() ?? null,
    })),
    fees: fees.map((fee) => ({
      method: fee.method,
      currency: fee.currency as string,
      basisPoints: fee.basisPoints,
      fixed: fee.fixed.toString(),
      minimum: fee.minimum.toString(),
      maximum: fee.maximum?.toString() ?? null,
      settlementDelaySeconds: fee.settlementDelaySeconds,
      effectiveFrom: new Date(fee.effectiveFromMs).toISOString(),
    })),
    limits: {
      requestsPerSecond: requestsPerSecond ?? defaultLimits.apiKey[merchant.mode].perSecond,
    },
    version: merchant.version,
    createdAt: new Date(merchant.createdAtMs).toISOString(),
    updatedAt: new Date(merchant.updatedAtMs).toISOString(),
  };
}
