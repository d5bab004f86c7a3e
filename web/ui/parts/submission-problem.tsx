import type { Submission } from "../api/submission.tsx";
import { useUiTexts } from "../app/reader.tsx";
import { CopyButton } from "./copy.tsx";
import { problemText } from "./problem.tsx";

interface SubmissionProblemProps {
  readonly act: Pick<Submission<unknown>, "problem" | "isUnknown">;
  /** Texts for the codes of this act, before the common ones. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The form says beside each field what is wrong with it. */
  readonly withoutFields?: boolean;
}

/** What to say beside the field of this name in a request that was refused; null: nothing is wrong with it. */
export function useRefusalOf({
  problem,
}: Pick<Submission<unknown>, "problem">): (name: string) => string | null {
  const { problem: words } = useUiTexts();
  return (name) =>
    problem?.fields.some(({ path }) => path.split(".").at(-1) === name) === true ? words.refusedValue : null;
}

/** What became of an act that did not succeed. An unknown outcome is never called a failure. */
export function SubmissionProblem({
  act: { problem, isUnknown },
  texts,
  withoutFields = false,
}: SubmissionProblemProps) {
  const words = useUiTexts();
  if (problem === null || problem.code === "PRESENCE_NOT_PROVED") return null;
  return (
    <div class={isUnknown ? "problem is-unknown" : "problem"} role="alert">
      <p>
        {isUnknown && <strong>{words.act.unknownTitle}. </strong>}
        {isUnknown ? words.act.unknownText : (texts?.[problem.code] ?? problemText(words, problem))}
      </p>
      {problem.fields.length > 0 && !withoutFields && (
        <ul>
          {problem.fields.map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {problem.requestId !== null && (
        <p class="quiet">
          {words.problem.requestId} <code>{problem.requestId}</code> <CopyButton text={problem.requestId} />
        </p>
      )}
    </div>
  );
}
