import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../ui/api/reads.ts";
import type { AccountName } from "../../ui/api/views.ts";

interface AccountNames {
  /** Empty while they are read. */
  readonly accounts: readonly AccountName[];
  /** The name of an account; its id while names are read. */
  readonly nameOf: (id: string) => string;
}

/** The accounts at providers by name, as everybody may see them who compares books. */
export function useAccountNames(mode: Mode): AccountNames {
  const read = useRead<readonly AccountName[]>(`/tenant/reconciliation/accounts?mode=${mode}`);
  const accounts = read.data?.data ?? [];
  return { accounts, nameOf: (id) => accounts.find((account) => account.id === id)?.name ?? id };
}
