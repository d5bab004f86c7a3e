import { useRead } from "../../ui/api/reads.ts";
import type { ReportSummary, Standing } from "../../ui/api/views.ts";
import { useMerchant } from "../../ui/app/scope.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

interface Thing {
  readonly text: string;
  /** Where it is done; null: not in the dashboard. */
  readonly href: string | null;
  readonly act: string;
}

/** What waits for a person of this merchant. What the role may not read is left out. */
export function Attention({ summary }: { readonly summary: ReportSummary | undefined }) {
  const { home: t } = useTexts();
  const root = useRoot();
  const format = useFormat();
  const { merchantId } = useMerchant();
  const standing = useRead<Standing>(`/merchant/merchants/${merchantId}`).data?.data;
  const waiting = useRead<readonly unknown[]>("/payments/payouts?status=PENDING_APPROVAL&pageSize=1").data
    ?.meta?.total;
  const endpoints = useRead<readonly { readonly status: string }[]>(
    `/merchant/merchants/${merchantId}/webhook-endpoints?pageSize=100`,
  ).data?.data;
  const stopped = endpoints?.filter(({ status }) => status === "DISABLED").length ?? 0;
  const unknown = summary?.attempts.unknown ?? 0;
  const blocked = standing?.blockedBy ?? null;
  const things: readonly (Thing | false)[] = [
    blocked !== null && { text: t.blocked[blocked.reason], href: null, act: "" },
    (waiting ?? 0) > 0 && {
      text: t.approvals(waiting ?? 0),
      href: `${root}/payouts?status=PENDING_APPROVAL`,
      act: t.toPayouts,
    },
    unknown > 0 && {
      text: t.unknown(format.count(unknown)),
      href: `${root}/payments?status=IN_RECONCILIATION`,
      act: t.toPayments,
    },
    stopped > 0 && { text: t.endpoints(stopped), href: `${root}/developers/endpoints`, act: t.toEndpoints },
  ];
  const shown = things.filter((thing) => thing !== false);
  if (shown.length === 0) return <p class="quiet">{t.nothingWaits}</p>;
  return (
    <ul class="things">
      {shown.map(({ text, href, act }) => (
        <li key={text}>
          <span>{text}</span> {href !== null && <a href={href}>{act}</a>}
        </li>
      ))}
    </ul>
  );
}
