import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Mode } from "../../../server/src/kit/payment-terms.ts";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { AccountName, Statement } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Choice, Field } from "../../ui/parts/field.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";

interface HandInProps {
  readonly mode: Mode;
  readonly accounts: readonly AccountName[];
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Hands in a statement as a file, or has it fetched from the provider. It is compared at once. */
export function HandIn({ mode, accounts, onClose }: HandInProps) {
  const { reconciliation: t } = useTexts();
  const { act: words } = useUiTexts();
  const { route } = useLocation();
  const act = useSubmission<Statement>();
  const readAgain = useReadAgain();
  const [accountId, setAccountId] = useState(accounts[0]?.id ?? "");
  const [from, setFrom] = useState(() => dayOf(Date.now() - DAY_MS));
  const [until, setUntil] = useState(() => dayOf(Date.now() - DAY_MS));
  const [format, setFormat] = useState<"csv" | "provider">("csv");
  const [file, setFile] = useState<File | null>(null);
  const isRight =
    accountId !== "" && from !== "" && until >= from && (format === "provider" || file !== null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isRight) return;
    const body = {
      providerAccountId: accountId,
      mode,
      from: `${from}T00:00:00.000Z`,
      to: new Date(Date.parse(`${until}T00:00:00.000Z`) + DAY_MS).toISOString(),
      format,
      ...(format === "csv" && file !== null ? { content: await file.text() } : {}),
    };
    const answer = await act.send("/tenant/reconciliation/statements", { method: "POST", body });
    if (answer === null) return;
    await readAgain("/tenant/reconciliation");
    route(`/console/reconciliation/${answer.data.id}`);
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
        <div class="cards">
          {(
            [
              [t.from, from, setFrom],
              [t.until, until, setUntil],
            ] as const
          ).map(([label, value, set]) => (
            <Field key={label} label={label} hint={t.utc}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="date"
                  required
                  value={value}
                  onInput={(event) => set(event.currentTarget.value)}
                />
              )}
            </Field>
          ))}
        </div>
        <fieldset>
          <legend>{t.source}</legend>
          {(["csv", "provider"] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="format" checked={format === one} onChange={() => setFormat(one)} />{" "}
              {t.formats[one]}
            </label>
          ))}
        </fieldset>
        {format === "csv" && (
          <Field label={t.file} hint={t.fileHint}>
            {(attributes) => (
              <input
                {...attributes}
                type="file"
                accept=".csv,text/csv"
                required
                onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
              />
            )}
          </Field>
        )}
        <SubmissionProblem act={act} texts={t.problems} />
        <div class="actions">
          <button type="submit" disabled={act.isSending || !isRight}>
            {act.isSending ? words.sending : t.compare}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
