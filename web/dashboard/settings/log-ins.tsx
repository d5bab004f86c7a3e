import { useRead, useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Member, OpenLogIn } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useMerchant } from "../../ui/app/scope.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

interface LogInsDialogProps {
  readonly member: Pick<Member, "id" | "name" | "email">;
  readonly onClose: () => void;
}

/** Where a colleague is logged in, with the ends of one and of all, and the way back for a lost second factor. */
export function LogInsDialog({ member: { id, name, email }, onClose }: LogInsDialogProps) {
  const { team: t } = useTexts();
  const { act: words } = useUiTexts();
  const { merchantId } = useMerchant();
  const announce = useAnnounce();
  const readAgain = useReadAgain();
  const ending = useSubmission<unknown>();
  const recovery = useSubmission<unknown>();
  const own = `/auth/merchant/merchants/${merchantId}/members/${id}`;
  const path = `${own}/sessions`;
  const read = useRead<readonly OpenLogIn[]>(path);
  const end = async (which: string) => {
    if ((await ending.send(which, { method: "DELETE" })) === null) return;
    announce(t.logInsEnded);
    await readAgain(path);
  };
  const sendLink = async () => {
    if ((await recovery.send(`${own}/recovery`, { method: "POST", body: {} })) === null) return;
    announce(t.recoverySent(email));
    onClose();
  };
  return (
    <Dialog title={t.logInsTitle(name)} onClose={onClose}>
      <p>{t.logInsText}</p>
      <Shown read={read} rows={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{t.noLogIn}</p>
          ) : (
            <>
              <ul class="log-ins">
                {data.map((one) => (
                  <OneLogIn
                    key={one.id}
                    logIn={one}
                    isBusy={ending.isSending}
                    onEnd={() => void end(`${path}/${one.id}`)}
                  />
                ))}
              </ul>
              <button type="button" class="danger" disabled={ending.isSending} onClick={() => void end(path)}>
                {t.endLogIns(name)}
              </button>
            </>
          )
        }
      </Shown>
      <SubmissionProblem act={ending} texts={t.problems} />
      <h3>{t.recovery}</h3>
      <p>{t.recoveryText}</p>
      <SubmissionProblem act={recovery} texts={t.problems} />
      <div class="actions">
        <button type="button" class="quiet" disabled={recovery.isSending} onClick={() => void sendLink()}>
          {recovery.isSending ? words.sending : t.sendRecovery(email)}
        </button>
      </div>
    </Dialog>
  );
}

interface OneLogInProps {
  readonly logIn: OpenLogIn;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function OneLogIn({
  logIn: { device, place, countryCode, createdAt, lastSeenAt },
  isBusy,
  onEnd,
}: OneLogInProps) {
  const { team: t } = useTexts();
  const format = useFormat();
  const what = device ?? t.unknownDevice;
  const where = countryCode === null ? place : `${format.country(countryCode)} (${place})`;
  return (
    <li>
      <span>
        <bdi>{what}</bdi> · <bdi>{where}</bdi>
        <small class="quiet">
          {t.logInTimes(format.shortMoment(createdAt), format.shortMoment(lastSeenAt))}
        </small>
      </span>
      <button
        type="button"
        class="quiet small"
        disabled={isBusy}
        aria-label={`${t.endLogIn} ${what}, ${where}`}
        onClick={onEnd}
      >
        {t.endLogIn}
      </button>
    </li>
  );
}
