import type { LoggedRequest } from "../../ui/api/views.ts";
import { Badge } from "../../ui/parts/badge.tsx";

/** The status of an answer, with the code of a refusal. */
export function RequestState({ request: { status, errorCode } }: { readonly request: LoggedRequest }) {
  const tone = status >= 500 ? "bad" : status >= 400 ? "warn" : "good";
  return (
    <>
      <Badge tone={tone} text={String(status)} />
      {errorCode !== null && (
        <>
          {" "}
          <code>{errorCode}</code>
        </>
      )}
    </>
  );
}
