import { expect, test } from "vitest";
import { createTestKeyring } from "../../../test/harness/keyring.ts";
import type { MerchantNo } from "../../kit/ids.ts";
import { accountMac } from "./account-mac.ts";
import { readDetails } from "./beneficiary-rules.ts";
import type { BeneficiaryType } from "./types.ts";

const keyring = createTestKeyring();
const macOf = (type: BeneficiaryType, input: Readonly<Record<string, string>>, merchantNo = 1): string =>
  accountMac(keyring, merchantNo as MerchantNo, type, readDetails(type, input, "XOF").details).toString(
    "hex",
  );

test.each<[string, BeneficiaryType, Record<string, string>, Record<string, string>]>([
  [
    "a phone, however it is written",
    "MOBILE_MONEY",
    { phone: "+2250500000789", operator: "MTN" },
    { phone: "05 00 00 07 89", countryCode: "CI", operator: "MTN" },
  ],
  [
    "a phone, whichever operator",
    "MOBILE_MONEY",
    { phone: "+2250500000789", operator: "MTN" },
    { phone: "+2250500000789", operator: "ORANGE" },
  ],
  [
    "an IBAN, whatever its bank is called",
    "BANK_ACCOUNT",
    { iban: "CI93CI0080111301134291200589" },
    { iban: "ci93 ci00 8011 1301 1342 9120 0589", bankName: "Banque" },
  ],
  ["a wallet", "WALLET", { walletId: "pw_1" }, { walletId: "pw_1" }],
])("%s is one account of a merchant", (_name, type, left, right) => {
  expect(macOf(type, left)).toBe(macOf(type, right));
});

test("other accounts, other types and other merchants have nothing in common", () => {
  const all = [
    macOf("WALLET", { walletId: "+2250500000789" }),
    macOf("MOBILE_MONEY", { phone: "+2250500000789", operator: "MTN" }),
    macOf("MOBILE_MONEY", { phone: "+2250500000789", operator: "MTN" }, 2),
    macOf("MOBILE_MONEY", { phone: "+2250500000788", operator: "MTN" }),
    macOf("BANK_ACCOUNT", { iban: "CI93CI0080111301134291200589" }),
  ];
  expect(new Set(all).size).toBe(all.length);
  for (const mac of all) expect(mac).toHaveLength(64);
});
