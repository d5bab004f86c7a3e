import type { DeliveryDetail } from "../../ui/api/views.ts";
import { Card } from "../../ui/parts/card.tsx";
import { useTexts } from "../i18n/index.ts";
import { Code } from "./code.tsx";
import { LanguageChoice, useLanguage } from "./language-choice.tsx";
import { languageNames } from "./snippets.ts";
import { verifyLanguages, verifySnippet } from "./verify-snippets.ts";

/** A program that checks the signature of the last try of this delivery. */
export function Verify({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { endpoints: t } = useTexts();
  const language = useLanguage(verifyLanguages);
  const headers = delivery.attempts.at(-1)?.headers ?? null;
  const { body } = delivery.request;
  if (headers === null || body === null) return null;
  const request = {
    id: headers["webhook-id"],
    timestamp: headers["webhook-timestamp"],
    signature: headers["webhook-signature"],
    body,
  };
  return (
    <Card title={t.verify}>
      <p>{t.verifyText}</p>
      <LanguageChoice offered={verifyLanguages} value={language} />
      <Code text={verifySnippet(language, request)} label={languageNames[language]} />
    </Card>
  );
}
