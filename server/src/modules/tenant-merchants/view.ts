import { publicId } from "../../kit/ids.ts";
import type { Mode } from "../../kit/payment-terms.ts";
import type { ListedWallet, MerchantRecord } from "../merchants/index.ts";

/** A merchant as operators see it: in one mode, with its dossiers and wallets of both. */
export function tenantMerchantView(
  inEachMode: readonly MerchantRecord[],
  wallets: readonly ListedWallet[],
  mode: Mode,
) {
  const merchant = inEachMode.find((one) => one.mode === mode);
  if (merchant === undefined) throw new Error("a merchant has a number in each mode");
  return {
    object: "merchant" as const,
    id: merchant.id as string,
    mode,
    status: merchant.status,
    messageToMerchant: merchant.messageToMerchant,
    kybStatus: merchant.kybStatus,
    displayName: merchant.displayName,
    legalName: merchant.legalName,
    countryCode: merchant.countryCode,
    locale: merchant.locale,
    logoUrl: merchant.logoUrl,
    branding: { primaryColor: merchant.primaryColor },
    supportEmail: merchant.supportEmail,
    supportPhone: merchant.supportPhone,
    supportWhatsapp: merchant.supportWhatsapp,
    website: merchant.website,
    dossiers: inEachMode.map((one) => ({
      id: publicId("kybDossier", one.dossierId),
      mode: one.mode,
      status: one.kybStatus,
    })),
    wallets: wallets
      .filter(({ merchantId }) => merchantId === merchant.id)
      .map((wallet) => ({
        id: publicId("wallet", wallet.id),
        mode: wallet.mode,
        currency: wallet.currency as string,
        label: wallet.label,
      })),
    version: merchant.version,
    createdAt: new Date(merchant.createdAtMs).toISOString(),
    updatedAt: new Date(merchant.updatedAtMs).toISOString(),
  };
}
export type TenantMerchantView = ReturnType<typeof tenantMerchantView>;
