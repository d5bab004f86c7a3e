import "../../developers/developers.css";
import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import type { ApiKey, CreatedKey } from "../../../ui/api/views.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import type { PageProps } from "../../../ui/app/surface.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Facts } from "../../../ui/parts/facts.tsx";
import { Id } from "../../../ui/parts/id.tsx";
import { Json } from "../../../ui/parts/json.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { EndKeyDialog, RollKeyDialog } from "../../developers/key-acts.tsx";
import { KeyState } from "../../developers/key-state.tsx";
import { usedShare } from "../../developers/key-use.ts";
import { MadeBy } from "../../developers/made-by.tsx";
import { RightsSentence } from "../../developers/rights-sentence.tsx";
import { SecretDialog } from "../../developers/secret.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

/** One API key: what it may do, and how it is replaced and ended. */
export default function KeyPage({ params: { id = "" } }: PageProps) {
  const { keys: t } = useTexts();
  const { merchantId } = useMerchant();
  const root = useRoot();
  const format = useFormat();
  const readAgain = useReadAgain();
  const may = useMay();
  const [open, setOpen] = useState<"roll" | "end" | null>(null);
  const [made, setMade] = useState<CreatedKey | null>(null);
  const list = `/merchant/merchants/${merchantId}/api-keys`;
  const path = `${list}/${encodeURIComponent(id)}`;
  const read = useRead<ApiKey>(path);
  const key = read.data?.data;
  const moment = (instant: string | null) =>
    instant === null ? null : <time dateTime={instant}>{format.moment(instant)}</time>;
  return (
    <Page
      title={key?.name ?? t.one}
      above={<a href={`${root}/developers/keys`}>{t.all}</a>}
      tools={
        key?.status === "ACTIVE" &&
        may("merchant.apikeys.manage") && (
          <>
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen("roll")}>
              {t.roll}
            </button>
            <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => setOpen("end")}>
              {t.end}
            </button>
          </>
        )
      }
    >
      <Shown read={read}>
        {({ data }) => (
          <>
            <Card title={t.may} tools={<KeyState apiKey={data} />}>
              <p>
                <RightsSentence permissions={data.permissions} />
              </p>
              <Facts
                facts={[
                  [t.networks, data.ipAllowlist.length === 0 ? t.everywhere : data.ipAllowlist.join(", ")],
                  [t.pace, t.perSecond(data.requestsPerSecond)],
                  [
                    t.used,
                    t.usedText(format.count(data.requestsLastMinute ?? 0), format.percent(usedShare(data))),
                  ],
                  [t.lastUsed, moment(data.lastUsedAt) ?? t.never],
                  [t.created, moment(data.createdAt)],
                  [t.maker, <MadeBy key="maker" apiKey={data} />],
                  [t.ends, moment(data.expiresAt) ?? t.noEnd],
                  [t.ended, moment(data.revokedAt)],
                  [
                    t.replaces,
                    data.replaces === null ? null : (
                      <a href={`${root}/developers/keys/${data.replaces}`}>{data.replaces}</a>
                    ),
                  ],
                  [t.id, <Id key="id" id={data.id} />],
                ]}
              />
              <p>
                <a href={`${root}/developers/requests?callerId=${data.id}`}>{t.itsRequests}</a>
              </p>
            </Card>
            <Json value={data} />
          </>
        )}
      </Shown>
      {open === "roll" && key !== undefined && (
        <RollKeyDialog
          path={path}
          apiKey={key}
          onClose={() => setOpen(null)}
          onDone={(next) => {
            setOpen(null);
            setMade(next);
            void readAgain(list);
          }}
        />
      )}
      {open === "end" && key !== undefined && (
        <EndKeyDialog
          path={path}
          apiKey={key}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            void readAgain(list);
          }}
        />
      )}
      {made !== null && (
        <SecretDialog
          title={t.made(made.name)}
          secret={made.key}
          text={t.once}
          onClose={() => setMade(null)}
        />
      )}
    </Page>
  );
}
