import { useEffect, useState } from "preact/hooks";
import type { ApiProblem } from "../api/problem.ts";
import { request, requestFile, type Scope } from "../api/request.ts";
import { useSubmission } from "../api/submission.tsx";
import type { ListExport } from "../api/views.ts";
import { useReader, useUiTexts } from "../app/reader.tsx";
import { useScope } from "../app/scope.tsx";
import { useFormat } from "../format/index.tsx";
import { Dialog } from "./dialog.tsx";
import { Choice } from "./field.tsx";
import { Problem } from "./problem.tsx";
import { saveFile } from "./save-file.ts";
import { SubmissionProblem } from "./submission-problem.tsx";

const exportsPath = ({ merchantId }: Scope): string =>
  merchantId === null ? "/tenant/exports" : `/merchant/merchants/${merchantId}/exports`;

/** Asks for the form of the file, shows how far it is, and saves it. */
export function ExportDialog({ list, onClose }: { readonly list: string; readonly onClose: () => void }) {
  const { exporting: t, act: words } = useUiTexts();
  const { locale, timeZone } = useReader();
  const scope = useScope();
  const act = useSubmission<ListExport>();
  const cancelling = useSubmission<ListExport>();
  const [form, setForm] = useState("CSV WORDS");
  const [made, setMade] = useState<ListExport | null>(null);
  const path = exportsPath(scope);
  useProgress(scope, path, made, setMade);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const [format, heads] = form.split(" ");
    const body = { list, format, heads, locale, timeZone };
    const answer = await act.send(path, { method: "POST", body });
    if (answer !== null) setMade(answer.data);
  };
  const cancel = async () => {
    const answer = await cancelling.send(`${path}/${made?.id}/cancel`, { method: "POST" });
    if (answer !== null) onClose();
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      {made === null ? (
        <form onSubmit={(event) => void submit(event)}>
          <p>{t.what}</p>
          <Choice label={t.form} value={form} options={Object.entries(t.forms)} onChange={setForm} />
          <SubmissionProblem act={act} texts={t.refusals} />
          <div class="actions">
            <button type="submit" disabled={act.isSending}>
              {act.isSending ? words.sending : t.begin}
            </button>
          </div>
        </form>
      ) : (
        <>
          <Progress made={made} path={`${path}/${made.id}/file`} />
          <SubmissionProblem act={cancelling} />
          {made.status === "PENDING" && (
            <div class="actions">
              <button type="button" class="quiet" onClick={() => void cancel()}>
                {t.stop}
              </button>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

/** How often a long export is asked how far it is. */
const ASKED_EVERY_MS = 1_500;

function useProgress(
  scope: Scope,
  path: string,
  made: ListExport | null,
  setMade: (made: ListExport) => void,
): void {
  useEffect(() => {
    if (made?.status !== "PENDING") return;
    const timer = setTimeout(() => {
      // What cannot be asked now is asked again: the export goes on meanwhile.
      request<ListExport>(scope, `${path}/${made.id}`).then(
        ({ data }) => setMade(data),
        () => setMade({ ...made }),
      );
    }, ASKED_EVERY_MS);
    return () => clearTimeout(timer);
  }, [scope, path, made, setMade]);
}

function Progress({ made, path }: { readonly made: ListExport; readonly path: string }) {
  const { exporting: t } = useUiTexts();
  const format = useFormat();
  const scope = useScope();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const save = () => {
    setProblem(null);
    requestFile(scope, path).then((file) => saveFile(file, made.fileName), setProblem);
  };
  const rows = format.count(made.rowsWritten);
  if (made.status === "READY")
    return (
      <>
        <p role="status">{t.ready(rows)}</p>
        {problem !== null && <Problem problem={problem} />}
        <div class="actions">
          <button type="button" onClick={save}>
            {t.save}
          </button>
        </div>
        <p class="quiet">{t.kept(format.day(made.expiresAt))}</p>
      </>
    );
  if (made.status === "PENDING")
    return (
      <>
        <p role="status">{t.progress(rows, made.rowsTotal === null ? null : format.count(made.rowsTotal))}</p>
        <progress
          aria-label={t.title}
          {...(made.rowsTotal === null ? {} : { value: made.rowsWritten, max: made.rowsTotal })}
        />
        <p class="quiet">{t.goesOn}</p>
      </>
    );
  return (
    <p role="alert">{made.failureCode === null ? t.failures.CANCELLED : t.failures[made.failureCode]}</p>
  );
}
