import { useRead } from "../../ui/api/reads.ts";
import type { ReportSummary } from "../../ui/api/views.ts";
import { useMerchant } from "../../ui/app/scope.tsx";
import { useTexts } from "../i18n/index.ts";
import { useRoot } from "../root.ts";

/** The way to a first paid sandbox payment; what is done is marked. */
export function Guide({ summary }: { readonly summary: ReportSummary }) {
  const { home: t } = useTexts();
  const root = useRoot();
  const { merchantId } = useMerchant();
  const keys = useRead<readonly unknown[]>(`/merchant/merchants/${merchantId}/api-keys?pageSize=1`).data;
  const links = useRead<readonly unknown[]>("/payments/links?pageSize=1").data;
  const { funnel } = summary;
  const steps = [
    {
      isDone: (keys?.data.length ?? 0) > 0,
      text: t.guide.key,
      href: `${root}/developers/keys`,
      act: t.guide.toKeys,
    },
    {
      isDone: (links?.data.length ?? 0) > 0 || funnel.sessions > 0,
      text: t.guide.link,
      href: `${root}/links`,
      act: t.guide.toLinks,
    },
    { isDone: funnel.paid > 0, text: t.guide.pay, href: "/simulator", act: t.guide.toSimulator },
    { isDone: funnel.paid > 0, text: t.guide.look, href: `${root}/payments`, act: t.toPayments },
  ];
  return (
    <ol class="guide">
      {steps.map(({ isDone, text, href, act }) => (
        <li key={text} class={isDone ? "is-done" : undefined}>
          <span>
            {isDone && <span class="hidden">{t.guide.done} </span>}
            {text}
          </span>{" "}
          <a href={href}>{act}</a>
        </li>
      ))}
    </ol>
  );
}
