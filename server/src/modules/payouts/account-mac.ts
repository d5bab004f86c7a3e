import type { MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { BeneficiaryDetails, BeneficiaryType } from "./types.ts";

/**
 * A keyed hash of the account in the details: equal for the same phone, IBAN or wallet of one merchant, whatever name,
 * operator or bank is given with it. Details are normalised before. Hashes of two merchants cannot be compared: each
 * merchant has its own.
 */
export function accountMac(
  keyring: Pick<Keyring, "mac">,
  merchantNo: MerchantNo,
  type: BeneficiaryType,
  { phone, iban, walletId }: BeneficiaryDetails,
): Buffer {
  const account = phone ?? iban ?? walletId;
  if (account === null) throw new Error("a beneficiary has an account");
  // This uses the keyed hash of phones; the prefix separates the two, since no phone begins like it.
  return keyring.mac("phone", `payout account ${merchantNo} ${type} ${account}`);
}
