import { useState } from "preact/hooks";
import { useRead } from "../../ui/api/reads.ts";
import type { Provider, ProviderAccount } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { type Column, Table } from "../../ui/parts/table.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { useAccountChange } from "./account-change.ts";
import { SettingInput } from "./setting-input.tsx";

type Credential = ProviderAccount["credentials"][number];

/** The settings of an account. Of a secret only the last four characters and a fingerprint are known here. */
export function Credentials({ account }: { readonly account: ProviderAccount }) {
  const { providers: t } = useTexts();
  const mayChange = useMayAct()("updateProviderAccount");
  const [replaced, setReplaced] = useState<string | null>(null);
  const columns: readonly Column<Credential>[] = [
    { head: t.setting, cell: ({ name }) => <code>{name}</code>, card: "lead" },
    {
      head: t.state,
      cell: ({ set }) => <Badge tone={set ? "good" : "quiet"} text={set ? t.isSet : t.isNotSet} />,
      card: "side",
    },
    { head: t.value, cell: (credential) => <Value credential={credential} /> },
    {
      head: t.fingerprint,
      cell: ({ fingerprint }) => fingerprint !== null && <code>{fingerprint}</code>,
      card: "quiet",
    },
    ...(mayChange
      ? [
          {
            head: t.change,
            cell: ({ name, set }: Credential) => (
              <button
                type="button"
                class="small quiet"
                aria-label={`${set ? t.replace : t.setIt} ${name}`}
                aria-haspopup="dialog"
                onClick={() => setReplaced(name)}
              >
                {set ? t.replace : t.setIt}
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <p class="quiet">{t.credentialsSay}</p>
      <Table
        caption={t.credentials}
        columns={columns}
        rows={account.credentials}
        keyOf={({ name }) => name}
      />
      {replaced !== null && (
        <ReplaceDialog account={account} name={replaced} onClose={() => setReplaced(null)} />
      )}
    </>
  );
}

function Value({ credential: { value, last4, secret, set } }: { readonly credential: Credential }) {
  if (value !== null) return <span>{value}</span>;
  if (!set || !secret) return null;
  return <code>{last4 === null ? "••••" : `•••• ${last4}`}</code>;
}

interface ReplaceProps {
  readonly account: ProviderAccount;
  readonly name: string;
  readonly onClose: () => void;
}

/** Replaces one setting. It is typed here and never shown again. */
function ReplaceDialog({ account, name, onClose }: ReplaceProps) {
  const { providers: t } = useTexts();
  const { act: words } = useUiTexts();
  const providers = useRead<readonly Provider[]>("/tenant/providers");
  const { act, change } = useAccountChange(account);
  const [value, setValue] = useState("");
  const setting = providers.data?.data
    .find(({ id }) => id === account.provider)
    ?.settings.find((one) => one.name === name);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await change({ settings: { [name]: value } }, t.wasReplaced(name))) onClose();
  };
  return (
    <Dialog title={t.replaceTitle(name)} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{account.mode === "LIVE" ? t.replaceSaysLive : t.replaceSays}</p>
        {setting !== undefined && (
          <SettingInput setting={{ ...setting, required: true }} value={value} onValue={setValue} />
        )}
        <SubmissionProblem act={act} texts={t.problems} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || value === ""}>
            {act.isSending ? words.sending : t.replaceIt(name)}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
