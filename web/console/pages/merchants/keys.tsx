import type { Mode } from "../../../../server/src/kit/payment-terms.ts";
import { useRead } from "../../../ui/api/reads.ts";
import type { ApiKey, Endpoint } from "../../../ui/api/views.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { Badge } from "../../../ui/parts/badge.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { type Column, Table } from "../../../ui/parts/table.tsx";
import { useTexts } from "../../i18n/index.ts";
import { Ask } from "../../parts/ask.tsx";

interface PartProps {
  /** Of the merchant in the API. */
  readonly path: string;
  readonly mode: Mode;
}

/** The merchant's keys in one mode: what they may do in a second, when they end, and the way to end a leaked one. */
export function Keys({ path, mode }: PartProps) {
  const { merchants: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly ApiKey[]>(`${path}/api-keys?mode=${mode}`);
  const columns: readonly Column<ApiKey>[] = [
    {
      head: t.key,
      cell: ({ name, last4 }) => (
        <>
          <bdi>{name}</bdi> <code>…{last4}</code>
        </>
      ),
      card: "lead",
    },
    {
      head: t.state,
      cell: ({ status }) => (
        <Badge tone={status === "ACTIVE" ? "good" : "quiet"} text={t.keyStates[status]} />
      ),
      card: "side",
    },
    {
      head: t.ends,
      cell: ({ expiresAt }) => (expiresAt === null ? t.noEnd : format.moment(expiresAt)),
      card: "quiet",
    },
    {
      head: t.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : format.shortMoment(lastUsedAt)),
      card: "quiet",
    },
    {
      head: t.keyMaker,
      cell: ({ createdBy, createdByName }) =>
        createdBy === "platform" ? t.platform : <bdi>{createdByName ?? createdBy}</bdi>,
    },
    { head: t.limit, cell: ({ requestsPerSecond }) => t.perSecond(format.count(requestsPerSecond)) },
    {
      head: t.help,
      cell: ({ id, name, status }) =>
        status === "ACTIVE" && (
          <Ask
            act="revokeMerchantApiKey"
            label={t.endKey}
            text={t.endKeyText(name)}
            fields={[{ name: "reason", label: t.reason, hint: t.reasonHint }]}
            path={`${path}/api-keys/${id}/revoke?mode=${mode}`}
            done={t.keyEnded}
            isQuiet
          />
        ),
    },
  ];
  return (
    <Card title={t.keys} tools={<Limit path={path} mode={mode} />}>
      <Shown read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t.noKeys}</p>
          ) : (
            <Table caption={t.keys} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Shown>
    </Card>
  );
}

function Limit({ path, mode }: PartProps) {
  const { merchants: t } = useTexts();
  return (
    <Ask
      act="setRequestLimit"
      label={t.setLimit}
      text={t.setLimitText}
      fields={[{ name: "rate", label: t.limit, hint: t.limitHint, isOptional: true, lengthMax: 5 }]}
      path={`${path}/request-limit`}
      method="PUT"
      bodyOf={({ rate }) => ({ mode, requestsPerSecond: rate === undefined ? null : Number(rate) })}
      done={t.limitSet}
      isQuiet
    />
  );
}

/** Where the merchant's events go. */
export function Endpoints({ path, mode }: PartProps) {
  const { merchants: t } = useTexts();
  const format = useFormat();
  const read = useRead<readonly Endpoint[]>(`${path}/endpoints?mode=${mode}`);
  const columns: readonly Column<Endpoint>[] = [
    { head: t.endpoint, cell: ({ url }) => url, card: "lead" },
    {
      head: t.state,
      cell: ({ status, failingSince }) => (
        <Badge
          tone={status === "DISABLED" ? "bad" : failingSince === null ? "good" : "warn"}
          text={
            status === "DISABLED"
              ? t.endpointDisabled
              : failingSince === null
                ? t.endpointGood
                : t.endpointFailing
          }
        />
      ),
      card: "side",
    },
    {
      head: t.failingSince,
      cell: ({ failingSince }) => (failingSince === null ? "" : format.moment(failingSince)),
      card: "quiet",
    },
  ];
  return (
    <Card title={t.endpoints}>
      <Shown read={read}>
        {({ data }) =>
          data.length === 0 ? (
            <p>{t.noEndpoints}</p>
          ) : (
            <Table caption={t.endpoints} columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Shown>
    </Card>
  );
}
