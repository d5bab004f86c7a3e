import "../../developers/developers.css";
import { useState } from "preact/hooks";
import { useReadAgain } from "../../../ui/api/reads.ts";
import type { ApiKey, CreatedKey } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useMay } from "../../../ui/app/permissions.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { useFormat } from "../../../ui/format/index.tsx";
import { List } from "../../../ui/parts/list.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { KeyState } from "../../developers/key-state.tsx";
import { usedShare } from "../../developers/key-use.ts";
import { MadeBy } from "../../developers/made-by.tsx";
import { NewKeyDialog } from "../../developers/new-key.tsx";
import { RightsSentence } from "../../developers/rights-sentence.tsx";
import { SecretDialog } from "../../developers/secret.tsx";
import { useTexts } from "../../i18n/index.ts";
import { useRoot } from "../../root.ts";

const statuses = ["ACTIVE", "EXPIRED", "REVOKED"] as const;

/** The merchant's API keys in this mode: what each may do, when it was last used, when it ends. */
export default function KeysPage() {
  const { keys: t } = useTexts();
  const { merchantId } = useMerchant();
  const { query } = useAddress();
  const root = useRoot();
  const format = useFormat();
  const readAgain = useReadAgain();
  const may = useMay();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedKey | null>(null);
  const path = `/merchant/merchants/${merchantId}/api-keys`;
  const when = (instant: string | null, none: string) =>
    instant === null ? (
      <span class="whole">{none}</span>
    ) : (
      <time class="whole" dateTime={instant}>
        {format.shortMoment(instant)}
      </time>
    );
  return (
    <Page
      title={t.title}
      tools={
        may("merchant.apikeys.manage") && (
          <button type="button" aria-haspopup="dialog" onClick={() => setMaking(true)}>
            {t.make}
          </button>
        )
      }
    >
      <List<ApiKey>
        caption={t.caption}
        path={path}
        query={{ status: query.status }}
        filters={[
          {
            kind: "choice",
            name: "status",
            label: t.state,
            options: statuses.map((status) => [status, t.states[status]]),
          },
        ]}
        columns={[
          {
            head: t.name,
            cell: ({ name, last4 }) => (
              <>
                <bdi>{name}</bdi> <code class="whole">…{last4}</code>
              </>
            ),
            card: "lead",
          },
          { head: t.state, cell: (key) => <KeyState apiKey={key} />, card: "side" },
          { head: t.may, cell: ({ permissions }) => <RightsSentence permissions={permissions} /> },
          { head: t.maker, cell: (key) => <MadeBy apiKey={key} /> },
          { head: t.used, cell: (key) => format.percent(usedShare(key)), isNumber: true },
          { head: t.lastUsed, cell: ({ lastUsedAt }) => when(lastUsedAt, t.never) },
          { head: t.ends, cell: ({ expiresAt }) => when(expiresAt, t.noEnd) },
        ]}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `${root}/developers/keys/${id}`}
        empty={<p>{t.empty}</p>}
      />
      {isMaking && (
        <NewKeyDialog
          path={path}
          onClose={() => setMaking(false)}
          onDone={(key) => {
            setMaking(false);
            setMade(key);
            void readAgain(path);
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
