import type { Condition } from "../../db/list.ts";
import { checkBankAccount } from "../../kit/bank-account.ts";
import { type MerchantNo, parsePublicId } from "../../kit/ids.ts";
import type { Keyring } from "../../kit/keyring.ts";
import { searchedPhone } from "../../kit/phone.ts";
import { accountMac } from "./account-mac.ts";
import type { BeneficiaryDetails, BeneficiaryType } from "./types.ts";

export interface NamedContext {
  readonly keyring: Pick<Keyring, "mac">;
  readonly merchantNo: MerchantNo;
  /** The country for phones in national form. */
  readonly countryCode: string;
}

/** A query of the ids of the beneficiaries that `text` names: id, reference, phone, IBAN or wallet. Index probes only. */
export function beneficiariesNamed(context: NamedContext, text: string): Condition {
  const { merchantNo } = context;
  const beneficiaries = (merchant: string) =>
    `select b.id from beneficiaries b where b.merchant_no = ${merchant}`;
  const id = parsePublicId("beneficiary", text);
  if (id !== null) return (bind) => `${beneficiaries(bind(merchantNo))} and b.id = ${bind(id)}::uuid`;
  const macs = accountMacs(context, searchedPhone(text, context.countryCode), text);
  return (bind) => {
    const merchant = bind(merchantNo);
    return `${beneficiaries(merchant)} and b.reference = ${bind(text)}::text
      union ${beneficiaries(merchant)} and b.account_mac = any(${bind(macs)}::bytea[])`;
  };
}

/** A query of the ids of the payouts that `text` names: by their own names, or by those of their beneficiary. */
export function payoutsNamed(context: NamedContext, text: string): Condition {
  const { merchantNo } = context;
  const payouts = (merchant: string) => `select p.id from payouts p where p.merchant_no = ${merchant}`;
  const id = parsePublicId("payout", text);
  if (id !== null) return (bind) => `${payouts(bind(merchantNo))} and p.id = ${bind(id)}::uuid`;
  const beneficiaries = beneficiariesNamed(context, text);
  return (bind) => {
    const merchant = bind(merchantNo);
    const value = bind(text);
    return `${payouts(merchant)} and p.provider_transaction_id = ${value}::text
      union ${payouts(merchant)} and p.reference = ${value}::text
      union ${payouts(merchant)} and p.beneficiary_id = any(array(${beneficiaries(bind)}))`;
  };
}

const NO_DETAILS: BeneficiaryDetails = {
  phone: null,
  operator: null,
  countryCode: null,
  iban: null,
  bankName: null,
  walletId: null,
};

/** Hashes of the accounts of one merchant that the text may be: `phone`, which it was read as, an IBAN, or a wallet. */
export function accountMacs(
  { keyring, merchantNo }: Pick<NamedContext, "keyring" | "merchantNo">,
  phone: string | null,
  text: string,
): readonly Buffer[] {
  const macOf = (type: BeneficiaryType, details: Partial<BeneficiaryDetails>) =>
    accountMac(keyring, merchantNo, type, { ...NO_DETAILS, ...details });
  const iban = checkBankAccount(text)?.iban;
  return [
    ...(phone === null ? [] : [macOf("MOBILE_MONEY", { phone })]),
    ...(iban === undefined ? [] : [macOf("BANK_ACCOUNT", { iban })]),
    macOf("WALLET", { walletId: text }),
  ];
}
