import "./balance.css";
import type { Wallet } from "../../ui/api/views.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";

/** The four parts of a wallet, each with what it means. */
export function WalletParts({ wallet }: { readonly wallet: Wallet }) {
  const { balance: t } = useTexts();
  const format = useFormat();
  const parts = [
    [t.available, wallet.availableMinor, t.availableText],
    [t.pending, wallet.pendingMinor, t.pendingText],
    [t.held, wallet.heldMinor, t.heldText],
    [t.reserved, wallet.reservedMinor, t.reservedText],
  ] as const;
  return (
    <dl class="wallet-parts">
      {parts.map(([term, minor, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <strong>{format.amount(minor, wallet.currency)}</strong>
            <span class="quiet">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
