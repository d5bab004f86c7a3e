import { useRead } from "../../ui/api/reads.ts";
import type { Settlement, Wallet } from "../../ui/api/views.ts";
import { StackedBar } from "../../ui/charts/stack.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { pendingByDay } from "../../ui/reports/pending-days.ts";
import { usePendingName } from "../../ui/reports/pending-words.ts";
import { useTexts } from "../i18n/index.ts";
import { settlementsPath } from "./settlements-path.ts";

/** The parts of a wallet as one bar, pending money by the day on which it becomes available. */
export function WalletBar({ wallet }: { readonly wallet: Wallet }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const pendingName = usePendingName();
  const days = useRead<readonly Settlement[]>(settlementsPath(wallet.id)).data?.data ?? [];
  const parts = [
    [t.available, BigInt(wallet.availableMinor)],
    ...pendingByDay(days, BigInt(wallet.pendingMinor)).map(
      (part, index) => [pendingName(part, index), part.amount] as const,
    ),
    [t.held, BigInt(wallet.heldMinor)],
    [t.reserved, BigInt(wallet.reservedMinor)],
  ] as const;
  return (
    <StackedBar
      label={t.total}
      parts={parts.map(([name, minor]) => ({
        name,
        value: Number(minor),
        text: format.amount(minor.toString(), wallet.currency),
      }))}
    />
  );
}
