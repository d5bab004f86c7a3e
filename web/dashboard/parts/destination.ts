import type { Payout } from "../../ui/api/views.ts";

/** Where a payout goes, on one line: name, operator and masked number. Pure. */
export function destinationText({
  name,
  operator,
  phone,
  iban,
  bankName,
  walletId,
}: Payout["destination"]): string {
  const account = [operator ?? bankName, phone ?? iban ?? walletId].filter((part) => part !== null).join(" ");
  return account === "" ? name : `${name} · ${account}`;
}
