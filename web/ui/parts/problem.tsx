import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { ApiProblem } from "../api/problem.ts";
import { useReader, useUiTexts } from "../app/reader.tsx";
import type { UiTexts } from "../i18n/index.ts";
import { CopyButton } from "./copy.tsx";

/** A refusal in the reader's words: by its code, else by whose fault it is. Pure. */
export function problemText(words: UiTexts, problem: unknown): string {
  const texts: Readonly<Record<string, string>> = words.problem;
  if (!(problem instanceof ApiProblem)) return words.problem.broken;
  // Its code speaks of keys, which the reader has none of.
  if (problem.status === 401) return words.problem.LOGGED_OUT;
  return texts[problem.code] ?? (problem.status >= 500 ? words.problem.fault : words.problem.other);
}

interface ProblemProps {
  readonly problem: unknown;
  readonly onRetry?: () => void;
}

/** What could not be shown, why, what to do, and the request id for whoever is asked for help. */
export function Problem({ problem, onRetry }: ProblemProps) {
  const { words, account } = useReader();
  const isKnown = problem instanceof ApiProblem;
  const accountPath = account.audience === "operator" ? "/console/account" : "/account";
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{words.problem.title}.</strong> {problemText(words, problem)}
      </p>
      {isKnown && problem.code === "SECOND_FACTOR_ENROLMENT_REQUIRED" && (
        <a href={accountPath}>{words.problem.toAccount}</a>
      )}
      {isKnown && problem.requestId !== null && (
        <p class="quiet">
          {words.problem.requestId} <code>{problem.requestId}</code> <CopyButton text={problem.requestId} />
        </p>
      )}
      {onRetry !== undefined && (
        <button type="button" class="small" onClick={onRetry}>
          {words.problem.tryAgain}
        </button>
      )}
    </div>
  );
}

/** Keeps a fault in one part of the page from taking the rest with it. */
export function Boundary({ children }: { readonly children: ComponentChildren }) {
  const words = useUiTexts();
  const [error, reset] = useErrorBoundary((fault) => reportError(fault));
  if (error === undefined) return children;
  return (
    <div class="problem" role="alert">
      <p>{words.problem.broken}</p>
      <button type="button" class="small" onClick={reset}>
        {words.problem.tryAgain}
      </button>
    </div>
  );
}
