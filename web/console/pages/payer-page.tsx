import { useRead } from "../../ui/api/reads.ts";
import type { PayerPage } from "../../ui/api/views.ts";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Proposals } from "../approvals/proposals.tsx";
import { useTexts } from "../i18n/index.ts";
import { ModeLinks, useMode } from "../parts/mode.tsx";
import { PayerPageForm } from "../payer-page/form.tsx";

/** Who runs the payer's page, in one mode at a time. */
export default function PayerPagePage() {
  const { payerPage: t } = useTexts();
  const mode = useMode();
  const read = useRead<PayerPage>(`/tenant/payer-page?mode=${mode}`);
  return (
    <Page title={t.title} tools={<ModeLinks />}>
      <Shown read={read} rows={5}>
        {/* What is typed belongs to one mode, and to the version that was read. */}
        {({ data }) => <PayerPageForm key={`${data.mode} ${data.version}`} page={data} />}
      </Shown>
      <Proposals subject={null} kinds={["SET_PAYER_PAGE"]} />
    </Page>
  );
}
