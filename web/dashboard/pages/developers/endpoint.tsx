import "../../developers/developers.css";
import { useRead } from "../../../ui/api/reads.ts";
import type { Endpoint } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { Deliveries } from "../../developers/deliveries.tsx";
import { EndpointActs } from "../../developers/endpoint-acts.tsx";
import { EndpointState, Health } from "../../developers/endpoint-state.tsx";
import { ReplayForm } from "../../developers/replay.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** One endpoint: how it does, what was sent to it, and how to send it again. */
export default function EndpointPage({ params: { id = "" } }: PageProps) {
  const { endpoints: t } = useTexts();
  const { merchantId } = useMerchant();
  const mayManage = useMay()("merchant.webhooks.manage");
  const root = useRoot();
  const format = useFormat();
  const path = `/merchant/merchants/${merchantId}/webhook-endpoints/${encodeURIComponent(id)}`;
  const read = useRead<Endpoint>(path);
  const endpoint = read.data?.data;
  const moment = (instant: string | null) => (instant === null ? null : format.moment(instant));
  return (
    <Page
      title={t.one}
      above={<a href={`${root}/developers/endpoints`}>{t.all}</a>}
      tools={mayManage && endpoint !== undefined && <EndpointActs path={path} endpoint={endpoint} />}
    >
      <Shown read={read}>
        {({ data }) => (
          <Card title={t.address} tools={<EndpointState endpoint={data} />}>
            <p class="address">
              <code>{data.url}</code>
            </p>
            {data.verifiedAt === null && <p>{t.unverified}</p>}
            {data.disabledReason !== null && <p>{t.reasons[data.disabledReason]}</p>}
            <Facts
              facts={[
                [t.events, data.events.includes("*") ? t.everything : data.events.join(", ")],
                [t.order, data.ordered ? t.orderedYes : t.orderedNo],
                [t.verified, moment(data.verifiedAt)],
                [t.twoSecrets, moment(data.previousSecretExpiresAt)],
                [t.note, data.description],
                [t.id, <Id key="id" id={data.id} />],
              ]}
            />
          </Card>
        )}
      </Shown>
      <Card title={t.day}>
        <Health path={path} />
      </Card>
      {mayManage && endpoint?.status === "ACTIVE" && (
        <Card title={t.replay}>
          <ReplayForm path={path} />
        </Card>
      )}
      <Card title={t.sent}>
        <Deliveries path={path} root={`${root}/developers/endpoints/${id}/deliveries`} />
      </Card>
    </Page>
  );
}
