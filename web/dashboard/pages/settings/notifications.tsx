import { useState } from "preact/hooks";
import { useRead, useReadAgain } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { NotificationSettings } from "../../../ui/api/views.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { useAnnounce } from "../../../ui/parts/announcer.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { Shown } from "../../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { useTexts } from "../../i18n/index.ts";

type Setting = NonNullable<NotificationSettings["live"]>[number];

/** Which mails the reader gets about this merchant, in this mode. Nobody chooses for somebody else. */
export default function NotificationsPage() {
  const { notifications: t } = useTexts();
  const { merchantId, mode } = useMerchant();
  const path = `/auth/merchant/merchants/${merchantId}/notifications`;
  const read = useRead<NotificationSettings>(path);
  return (
    <Page title={t.title}>
      <Card title={t.mails}>
        <p>{t.intro}</p>
        <Shown read={read}>
          {({ data }) => {
            const settings = (mode === "LIVE" ? data.live : data.sandbox) ?? [];
            if (settings.length === 0) return <p class="empty">{t.none}</p>;
            const field = mode === "LIVE" ? "live" : "sandbox";
            // What was saved, here or elsewhere, is where the form begins again.
            const saved = settings.map(({ kind, on }) => `${kind} ${on}`).join(" ");
            return <Switches key={saved} path={path} field={field} settings={settings} />;
          }}
        </Shown>
      </Card>
    </Page>
  );
}

interface SwitchesProps {
  readonly path: string;
  readonly field: "live" | "sandbox";
  readonly settings: readonly Setting[];
}

function Switches({ path, field, settings }: SwitchesProps) {
  const { notifications: t } = useTexts();
  const { act: words } = useUiTexts();
  const act = useSubmission();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const [chosen, setChosen] = useState<Readonly<Partial<Record<Setting["kind"], boolean>>>>({});
  const changed = settings.filter(({ kind, on }) => (chosen[kind] ?? on) !== on);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (changed.length === 0) return;
    const body = { [field]: Object.fromEntries(changed.map(({ kind, on }) => [kind, !on])) };
    if ((await act.send(path, { method: "PATCH", body })) === null) return;
    announce(t.saved);
    await readAgain(path);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <ul class="switches">
        {settings.map(({ kind, on, canSwitchOff }) => (
          <li key={kind}>
            <label>
              <input
                type="checkbox"
                checked={chosen[kind] ?? on}
                disabled={!canSwitchOff}
                onChange={(event) => setChosen({ ...chosen, [kind]: event.currentTarget.checked })}
              />
              <span>
                {t.kinds[kind]}
                {!canSwitchOff && <small class="quiet">{t.always}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <SubmissionProblem act={act} />
      <div class="actions">
        <button type="submit" disabled={changed.length === 0 || act.isSending}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.save}
        </button>
      </div>
    </form>
  );
}
