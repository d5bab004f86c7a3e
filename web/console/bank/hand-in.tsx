import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useReadAgain } from "../../ui/api/reads.ts";
import { type Upload, useUpload } from "../../ui/api/use-upload.ts";
import type { AccountName, BankFile } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { Sending } from "../../ui/parts/sending.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { bankFilePath, bankFileType, unsendable } from "./chosen-file.ts";

interface HandInProps {
  /** Those that bank files can be handed in for. */
  readonly accounts: readonly AccountName[];
  readonly onClose: () => void;
}

/** Hands in a bank's file, and leads to what became of each of its lines. */
export function HandInBankFile({ accounts, onClose }: HandInProps) {
  const { bankFiles: t } = useTexts();
  const { act: words } = useUiTexts();
  const { route } = useLocation();
  const readAgain = useReadAgain();
  const upload = useUpload<BankFile>();
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? "");
  const [file, setFile] = useState<File | null>(null);
  const wrong = file === null ? null : unsendable(file);
  const isSending = upload.share !== null;
  const told = async (taken: BankFile | null) => {
    if (taken === null) return;
    await readAgain("/tenant/bank-");
    route(`/console/bank/files/${taken.id}`);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (file === null || wrong !== null || isSending) return;
    if (upload.isUnknown) return told(await upload.again());
    const sent = new Blob([file], { type: bankFileType(file.name) });
    await told(await upload.send(bankFilePath(accountId, file.name), sent));
  };
  return (
    <Dialog title={t.handIn} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Choice
          label={t.account}
          value={accountId}
          options={accounts.map(({ id, name }) => [id, name] as const)}
          onChange={setAccountId}
        />
        <Field label={t.file} hint={t.fileHint} error={wrong === null ? null : t.unsendable[wrong]}>
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept=".xml,.csv,.txt,application/xml,text/xml,text/csv"
              required
              disabled={isSending || upload.isUnknown}
              onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
            />
          )}
        </Field>
        {upload.share !== null && (
          <Sending
            share={upload.share}
            name={file?.name ?? t.file}
            texts={{ sending: t.sending, reading: t.reading }}
          />
        )}
        <Refusal upload={upload} />
        <div class="actions">
          <button type="submit" disabled={isSending || file === null || wrong !== null}>
            {isSending ? words.sending : upload.isUnknown ? words.askAgain : t.take}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Why nothing of the file was taken; of one that was taken before, where its result stands. */
function Refusal({ upload }: { readonly upload: Upload<BankFile> }) {
  const { bankFiles: t } = useTexts();
  const { code, details = {} } = upload.problem ?? {};
  const { fileId, reason, code: fault } = details;
  const faults: Readonly<Record<string, string>> = t.faults;
  if (code === "BANK_FILE_ALREADY_TAKEN" && typeof fileId === "string")
    return (
      <div class="problem" role="alert">
        <p>
          {t.takenBefore} <a href={`/console/bank/files/${fileId}`}>{t.whatItGave}</a>
        </p>
      </div>
    );
  if (code === "BANK_FILE_REFUSED" && typeof reason === "string")
    return (
      <div class="problem" role="alert">
        <p>{t.refused}</p>
        {typeof fault === "string" && (
          <p>
            <strong>{faults[fault] ?? fault}</strong> <code>{fault}</code>
          </p>
        )}
        {/* The service's own words say where, in English. */}
        <p lang="en" class="quiet">
          {reason}
        </p>
      </div>
    );
  return <SubmissionProblem act={upload} texts={t.refusals} />;
}
