import type { MerchantProfile } from "./types.ts";

/** What payers read about reaching the merchant. */
export function helpOf({ contact }: Pick<MerchantProfile, "contact">) {
  return { phone: contact.supportPhone, whatsapp: contact.supportWhatsapp, email: contact.supportEmail };
}
