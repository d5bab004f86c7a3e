import type { PayoutFile } from "../../ui/api/views.ts";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { Ask } from "../parts/ask.tsx";
import { Download } from "./download.tsx";

interface PayoutFileActsProps {
  readonly file: PayoutFile;
  /** What is in it, as people read it. */
  readonly sum: string;
}

/** Letting a file go to the bank, taking it apart again, and taking it to the bank by hand. */
export function PayoutFileActs({ file, sum }: PayoutFileActsProps) {
  const { approvals, payoutFiles: t } = useTexts();
  const mayDownload = useMayAct()("downloadPayoutFile");
  const { id, mode, status, delivery, transferCount, messageId } = file;
  const path = `/tenant/payout-files/${encodeURIComponent(id)}`;
  if (status === "PREPARED")
    return (
      <div class="actions">
        {transferCount > 0 && (
          <Ask
            act="releasePayoutFile"
            label={t.release(sum)}
            text={`${t.releaseText(transferCount, sum)} ${mode === "LIVE" ? t.takesTwo : ""}`}
            path={`${path}/release`}
            done={t.released}
            proposed={approvals.proposed}
            refusals={t.refusals}
          />
        )}
        <Ask
          act="refusePayoutFile"
          label={t.refuse}
          text={t.refuseText}
          fields={[{ name: "note", label: t.note, hint: t.noteHint }]}
          path={`${path}/refuse`}
          done={t.refused}
          refusals={t.refusals}
          isQuiet
        />
      </div>
    );
  const isForHand = delivery === "DOWNLOAD" && (status === "RELEASED" || status === "DOWNLOADED");
  return isForHand && mayDownload ? <Download path={`${path}/download`} name={`${messageId}.xml`} /> : null;
}
