import type { MerchantNo } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import type { BeneficiaryDetails, BeneficiaryType } from "./types.ts";

/**
 * A keyed hash of the account that details stand for: equal for the same phone, IBAN or wallet of one merchant, whatever name,
 * operator or bank is written beside it. Details are normalised before. Of two merchants it tells nothing: each has its own.
 */
export function accountMac(
  keyring: Pick<Keyring, "mac">,
  merchantNo: MerchantNo,
  type: BeneficiaryType,
  { phone, iban, walletId }: BeneficiaryDetails,
): Buffer {
  const account = phone ?? iban ?? walletId;
  if (account === null) throw new Error("a beneficiary has an account");
  // The purpose is fixed by the prefix: no phone begins so.
  return keyring.mac("phone", `payout account ${merchantNo} ${type} ${account}`);
}
