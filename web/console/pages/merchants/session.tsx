import { useRead } from "../../../ui/api/reads.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SessionHead, type UntriedSession } from "../../../ui/payment/session.tsx";
import { useTexts } from "../../i18n/index.ts";
import { modeOf } from "../../parts/mode-of.ts";

/** A merchant's checkout session that nobody has tried to pay: no payment is there yet. */
export default function SessionPage({ params: { id = "", session = "" } }: PageProps) {
  const { payments } = useTexts();
  const { payment: t } = useUiTexts();
  const { query } = useAddress();
  const merchant = `/tenant/merchants/${encodeURIComponent(id)}`;
  const read = useRead<UntriedSession>(
    `${merchant}/sessions/${encodeURIComponent(session)}?mode=${modeOf(query)}`,
  );
  return (
    <Page title={t.session} above={<a href={`/console/payments?mode=${modeOf(query)}`}>{payments.all}</a>}>
      <Shown read={read}>{({ data }) => <SessionHead session={data} />}</Shown>
      <p>
        <a href={`/console/merchants/${id}?mode=${modeOf(query)}`}>{t.merchant}</a>
      </p>
    </Page>
  );
}
