import { useTexts } from "../i18n/index.ts";
import { Code } from "./code.tsx";
import { type Call, callSnippet } from "./snippets.ts";

/** The call that a button makes, for a program that is to do the same. */
export function ShownCall({ call }: { readonly call: Call }) {
  const { simulator: t } = useTexts();
  const place = { baseUrl: `${location.origin}/api/v1`, apiKey: null };
  return (
    <details class="call">
      <summary>{t.call}</summary>
      <Code text={callSnippet("curl", call, place)} label={`${call.method} ${call.path}`} />
    </details>
  );
}
