import "../../developers/developers.css";
import { useRead } from "../../../ui/api/reads.ts";
import type { LoggedRequest } from "../../../ui/api/views.ts";
import { useMerchant } from "../../../ui/app/scope.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { RequestState } from "../../developers/request-state.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** One request: who asked, and why it was refused. */
export default function RequestPage({ params: { id = "" } }: PageProps) {
  const { requests: t } = useTexts();
  const { merchantId } = useMerchant();
  const root = useRoot();
  const format = useFormat();
  const read = useRead<LoggedRequest>(`/merchant/merchants/${merchantId}/requests/${encodeURIComponent(id)}`);
  return (
    <Page title={t.request} above={<a href={`${root}/developers/requests`}>{t.all}</a>}>
      <Shown read={read}>
        {({ data }) => (
          <>
            <Card title={`${data.method} ${data.path}`} tools={<RequestState request={data} />}>
              {data.refusedFields.length > 0 && (
                <>
                  <p>{t.refusedFields}</p>
                  <ul>
                    {data.refusedFields.map(({ path, rule }) => (
                      <li key={path}>
                        <code>{path}</code>: {rule}
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {data.requiredPermissions.length > 0 && (
                <p>
                  {t.needed} <code>{data.requiredPermissions.join(", ")}</code>
                </p>
              )}
              <Facts
                facts={[
                  [t.time, format.moment(data.createdAt)],
                  [t.length, format.length(data.durationMs)],
                  [t.caller, <Caller key="caller" caller={data.caller} />],
                  [t.address, data.address],
                  [t.operation, data.operationId],
                  [t.repeat, data.idempotencyReplayed ? t.repeated : null],
                  ["Request-Id", <Id key="id" id={data.id} />],
                ]}
              />
              <p class="quiet">{t.noBody}</p>
            </Card>
            <Json value={data} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Caller({ caller }: Pick<LoggedRequest, "caller">) {
  const root = useRoot();
  const name = caller.name ?? caller.id;
  return caller.kind === "KEY" ? <a href={`${root}/developers/keys/${caller.id}`}>{name}</a> : name;
}
