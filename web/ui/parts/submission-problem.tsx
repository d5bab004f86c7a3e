import type { Submission } from "../api/submission.tsx";
import { useUiTexts } from "../app/reader.tsx";
import { CopyButton } from "./copy.tsx";
import { problemText } from "./problem.tsx";

interface SubmissionProblemProps {
  readonly act: Pick<Submission<unknown>, "problem" | "isUnknown">;
  /** Texts for the codes of this act, before the common ones. */
  readonly texts?: Readonly<Record<string, string>>;
}

/** What became of an act that did not succeed. An unknown outcome is never called a failure. */
export function SubmissionProblem({ act: { problem, isUnknown }, texts }: SubmissionProblemProps) {
  const words = useUiTexts();
  if (problem === null || problem.code === "PRESENCE_NOT_PROVED") return null;
  return (
    <div class={isUnknown ? "problem is-unknown" : "problem"} role="alert">
      <p>
        {isUnknown && <strong>{words.act.unknownTitle}. </strong>}
        {isUnknown ? words.act.unknownText : (texts?.[problem.code] ?? problemText(words, problem))}
      </p>
      {problem.fields.length > 0 && (
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
