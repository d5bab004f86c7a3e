import { queryOf } from "../../ui/api/request.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

interface EntriesLinkProps {
  /** Of a payment, refund or payout. */
  readonly sourceId: string;
  /** A merchant has one wallet in each currency. */
  readonly currency: string;
}

/** Leads to what the ledger booked of an object, for those who may read wallets. */
export function EntriesLink({ sourceId, currency }: EntriesLinkProps) {
  const { nav } = useTexts();
  const root = useRoot();
  const may = useMay();
  if (!may("merchant.wallets.read")) return null;
  return (
    <a class="button quiet" href={`${root}/balance/entries${queryOf({ currency, sourceId })}`}>
      {nav.entries}
    </a>
  );
}
