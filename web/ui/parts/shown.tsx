import type { UseQueryResult } from "@tanstack/preact-query";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "../api/request.ts";
import { useUiTexts } from "../app/reader.tsx";
import { Problem } from "./problem.tsx";

/** A short wait shows nothing: a flash of grey is worse than nothing. */
const SKELETON_AFTER_MS = 150;

/** Grey bars for what is being read. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  const { list } = useUiTexts();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class={isShown ? "skeleton" : "skeleton is-waiting"}>
      <span class="hidden">{list.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} class="bar" aria-hidden="true" />
      ))}
    </div>
  );
}

interface ShownProps<Data> {
  readonly read: UseQueryResult<Answer<Data>>;
  readonly rows?: number;
  readonly children: (answer: Answer<Data>) => ComponentChildren;
}

/** What was read: the answer; grey bars before it is there; a problem above what was known when reading again failed. */
export function Shown<Data>({ read, rows, children }: ShownProps<Data>) {
  const { data, error, refetch, isPlaceholderData } = read;
  const problem = error === null ? null : <Problem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return problem ?? <Skeleton {...(rows === undefined ? {} : { rows })} />;
  return (
    <div class={isPlaceholderData ? "shown is-old" : "shown"} aria-busy={isPlaceholderData}>
      {problem}
      {children(data)}
    </div>
  );
}
