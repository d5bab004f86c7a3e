import type { UseQueryResult } from "@tanstack/preact-query";
import { useRead } from "../../ui/api/reads.ts";
import type { Answer } from "../../ui/api/request.ts";
import type { Endpoint, Mention, Paper, ReportSummary, Standing } from "../../ui/api/views.ts";
import { useMay } from "../../ui/app/permissions.tsx";
import { useMerchant } from "../../ui/app/scope.tsx";
import { endingPapers } from "../../ui/dossier/ending.ts";
import { useFormat } from "../../ui/format/index.tsx";
import { useMentionsPath } from "../../ui/notes/path.ts";
import { Problem } from "../../ui/parts/problem.tsx";
import { Skeleton } from "../../ui/parts/shown.tsx";
import { useNow } from "../../ui/reports/now.ts";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

interface Thing {
  readonly text: string;
  /** Where it is done; null: not in the dashboard. */
  readonly href: string | null;
  readonly act: string;
}

/**
 * What waits for a person of this merchant. What the role may not read is left out. Nothing is shown before everything is
 * read: a line that came later would move the others away from under a finger, and "nothing waits" would not be known.
 */
export function Attention({ month }: { readonly month: UseQueryResult<Answer<ReportSummary>> }) {
  const { home: t } = useTexts();
  const root = useRoot();
  const format = useFormat();
  const nowMs = useNow();
  const { merchantId, mode } = useMerchant();
  const may = useMay();
  const standing = useRead<Standing>(`/merchant/merchants/${merchantId}`);
  const approvals = useRead<readonly unknown[]>(
    may("merchant.payouts.read") ? "/payments/payouts?status=PENDING_APPROVAL&pageSize=1" : null,
  );
  const endpoints = useRead<readonly Pick<Endpoint, "status" | "failingSince">[]>(
    may("merchant.webhooks.read") ? `/merchant/merchants/${merchantId}/webhook-endpoints?pageSize=100` : null,
  );
  const papers = useRead<readonly Paper[]>(
    may("merchant.profile.read") ? "/merchant-owner/onboarding/documents?pageSize=100" : null,
  );
  const mentions = useRead<readonly Pick<Mention, "mode">[]>(useMentionsPath());
  const reads = [month, standing, approvals, endpoints, papers, mentions];
  if (reads.some(({ isLoading }) => isLoading)) return <Skeleton rows={2} />;
  const unread = reads.find(({ isLoadingError }) => isLoadingError);
  const all = endpoints.data?.data ?? [];
  const stopped = all.filter(({ status }) => status === "DISABLED").length;
  const failing = all.filter(
    ({ status, failingSince }) => status === "ACTIVE" && failingSince !== null,
  ).length;
  const ending = endingPapers(papers.data?.data ?? [], nowMs).length;
  const named = mentions.data?.data.filter((one) => one.mode === mode).length ?? 0;
  const waiting = approvals.data?.meta?.total ?? 0;
  const unknown = month.data?.data.attempts.unknown ?? 0;
  const blocked = standing.data?.data.blockedBy ?? null;
  const things: readonly (Thing | false)[] = [
    blocked !== null && {
      text: t.blocked[blocked.reason],
      href: blocked.reason === "KYB_NOT_APPROVED" && may("merchant.profile.read") ? `${root}/setup` : null,
      act: t.toSetup,
    },
    named > 0 && { text: t.named(named), href: `${root}?named=1`, act: t.toNotes },
    ending > 0 && { text: t.papers(ending), href: `${root}/setup`, act: t.toSetup },
    waiting > 0 && {
      text: t.approvals(waiting),
      href: `${root}/payouts?status=PENDING_APPROVAL`,
      act: t.toPayouts,
    },
    unknown > 0 && {
      text: t.unknown(format.count(unknown)),
      href: `${root}/payments?status=IN_RECONCILIATION`,
      act: t.toPayments,
    },
    stopped > 0 && { text: t.endpoints(stopped), href: `${root}/developers/endpoints`, act: t.toEndpoints },
    failing > 0 && { text: t.failing(failing), href: `${root}/developers/endpoints`, act: t.toEndpoints },
  ];
  const shown = things.filter((thing) => thing !== false);
  return (
    <>
      {unread !== undefined && <Problem problem={unread.error} onRetry={() => void unread.refetch()} />}
      {shown.length === 0 && unread === undefined && <p class="quiet">{t.nothingWaits}</p>}
      {shown.length > 0 && (
        <ul class="things">
          {shown.map(({ text, href, act }) => (
            <li key={text}>
              <span>{text}</span> {href !== null && <a href={href}>{act}</a>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
