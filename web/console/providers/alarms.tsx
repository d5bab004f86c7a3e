import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Alarm } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";

/** What needs a person at this account. Shows nothing while nothing does. */
export function Alarms({ id }: { readonly id: string }) {
  const { providers: t } = useTexts();
  const read = useRead<readonly Alarm[]>(
    `/tenant/provider-alarms?accountId=${encodeURIComponent(id)}&state=OPEN&pageSize=50`,
  );
  const open = read.data?.data ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={t.alarms}>
      <ul class="alarms">
        {open.map((alarm) => (
          <AlarmRow key={alarm.id} alarm={alarm} />
        ))}
      </ul>
    </Card>
  );
}

function AlarmRow({ alarm }: { readonly alarm: Alarm }) {
  const { providers: t } = useTexts();
  const { act: words } = useUiTexts();
  const format = useFormat();
  const may = useMayAct();
  const act = useSubmission();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const acknowledge = async () => {
    const answer = await act.send(`/tenant/provider-alarms/${alarm.id}/acknowledge`, { method: "POST" });
    if (answer === null) return;
    announce(t.acknowledged);
    await readAgain("/tenant/provider-alarms");
  };
  return (
    <li>
      <p>
        <strong>{t.alarmKinds[alarm.kind]}</strong> <code>{alarm.code}</code>
      </p>
      <p>{t.alarmSays[alarm.kind]}</p>
      <p class="quiet">{t.seen(alarm.occurrences, format.moment(alarm.lastSeenAt))}</p>
      {may("acknowledgeProviderAlarm") && (
        <button type="button" class="small" disabled={act.isSending} onClick={() => void acknowledge()}>
          {act.isSending ? words.sending : t.acknowledge}
        </button>
      )}
      <SubmissionProblem act={act} />
    </li>
  );
}
