import { useState } from "preact/hooks";
import { ApiProblem } from "../../ui/api/problem.ts";
import { requestFile } from "../../ui/api/request.ts";
import { useScope } from "../../ui/app/scope.tsx";
import { About } from "../../ui/parts/about.tsx";
import { Problem } from "../../ui/parts/problem.tsx";
import { saveFile } from "../../ui/parts/save-file.ts";

interface FileButtonProps {
  readonly text: string;
  /** What the file is, where the button stands beside it. */
  readonly about?: string;
  readonly path: string;
  readonly name: string;
}

/** Saves a file of the API; what stands in the way is said below the button. */
export function FileButton({ text, about, path, name }: FileButtonProps) {
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
        <About text={text} about={about} />
      </button>
      {problem !== null && <Problem problem={problem} />}
    </>
  );
}
