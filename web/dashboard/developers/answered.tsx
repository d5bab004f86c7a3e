import { useTexts } from "../i18n/index.ts";

interface AnsweredProps {
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** What an endpoint answered, or why there is no answer, with its code. */
export function Answered({ statusCode, error }: AnsweredProps) {
  const { events, endpoints } = useTexts();
  if (statusCode !== null) return <>HTTP {statusCode}</>;
  if (error === null) return <>{endpoints.noAnswer}</>;
  const known: Readonly<Record<string, string>> = events.unanswered;
  return (
    <>
      {known[error]} <code>{error}</code>
    </>
  );
}
