import { useState } from "preact/hooks";
import { ApiProblem } from "../../ui/api/problem.ts";
import { requestFile } from "../../ui/api/request.ts";
import { useScope } from "../../ui/app/scope.tsx";
import { saveFile } from "../../ui/parts/export-button.tsx";
import { Problem } from "../../ui/parts/problem.tsx";

interface FileButtonProps {
  readonly text: string;
  readonly path: string;
  readonly name: string;
}

/** Saves a file of the API; what stands in the way is said below the button. */
export function FileButton({ text, path, name }: FileButtonProps) {
  const scope = useScope();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      saveFile(await requestFile(scope, path), name);
    } catch (refusal) {
      if (!(refusal instanceof ApiProblem)) throw refusal;
      setProblem(refusal);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => void save()}>
        {text}
      </button>
      {problem !== null && <Problem problem={problem} />}
    </>
  );
}
