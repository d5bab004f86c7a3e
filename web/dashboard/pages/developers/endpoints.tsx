import "../../developers/developers.css";
import { useState } from "preact/hooks";
import { useReadAgain } from "../../../ui/api/reads.ts";
import type { CreatedEndpoint, Endpoint } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { EndpointState, HealthLine } from "../../developers/endpoint-state.tsx";
import { NewEndpointDialog } from "../../developers/new-endpoint.tsx";
import { SecretDialog } from "../../developers/secret.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** Where events go, and whether they arrive. */
export default function EndpointsPage() {
  const { endpoints: t } = useTexts();
  const { merchantId } = useMerchant();
  const root = useRoot();
  const readAgain = useReadAgain();
  const may = useMay();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedEndpoint | null>(null);
  const path = `/merchant/merchants/${merchantId}/webhook-endpoints`;
  return (
    <Page
      title={t.title}
      tools={
        may("merchant.webhooks.manage") && (
          <button type="button" aria-haspopup="dialog" onClick={() => setMaking(true)}>
            {t.make}
          </button>
        )
      }
    >
      <List<Endpoint>
        caption={t.caption}
        path={path}
        columns={[
          { head: t.address, cell: ({ url }) => <span class="address">{url}</span>, card: "lead" },
          { head: t.state, cell: (endpoint) => <EndpointState endpoint={endpoint} />, card: "side" },
          { head: t.day, cell: ({ id }) => <HealthLine path={`${path}/${id}`} /> },
          {
            head: t.events,
            cell: ({ events }) => (events.includes("*") ? t.everything : t.kinds(events.length)),
            card: "quiet",
          },
          { head: t.note, cell: ({ description }) => description ?? "", card: "quiet" },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/developers/endpoints/${id}`}
        empty={<p>{t.empty}</p>}
      />
      {isMaking && (
        <NewEndpointDialog
          path={path}
          onClose={() => setMaking(false)}
          onDone={(endpoint) => {
            setMaking(false);
            setMade(endpoint);
            void readAgain(path);
          }}
        />
      )}
      {made !== null && (
        <SecretDialog title={t.made} secret={made.secret} text={t.once} onClose={() => setMade(null)} />
      )}
    </Page>
  );
}
