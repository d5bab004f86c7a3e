import { useState } from "preact/hooks";
import { ApiProblem } from "../../ui/api/problem.ts";
import { useReadAgain } from "../../ui/api/reads.ts";
import { requestFile } from "../../ui/api/request.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useScope } from "../../ui/app/scope.tsx";
import { Problem } from "../../ui/parts/problem.tsx";
import { saveFile } from "../../ui/parts/save-file.ts";
import { useTexts } from "../i18n/index.ts";

interface DownloadProps {
  readonly path: string;
  readonly name: string;
}

/** Saves the file, to be taken to the bank once. Each saving is in the audit log. */
export function Download({ path, name }: DownloadProps) {
  const { payoutFiles: t } = useTexts();
  const { act } = useUiTexts();
  const scope = useScope();
  const readAgain = useReadAgain();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      saveFile(await requestFile(scope, path, "POST"), name);
      await readAgain("/tenant/payout-files");
    } catch (refusal) {
      if (!(refusal instanceof ApiProblem)) throw refusal;
      setProblem(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p class="quiet">{t.downloadSays}</p>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => void save()}>
          {isBusy ? act.sending : t.download}
        </button>
      </div>
      {problem !== null && <Problem problem={problem} />}
    </>
  );
}
