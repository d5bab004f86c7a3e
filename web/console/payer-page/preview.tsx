import { useTexts } from "../i18n/index.ts";
import "./payer-page.css";

interface PreviewProps {
  /** Empty: the tenant's own name, which the form does not know while another one is set. */
  readonly name: string;
  readonly licence: string;
  readonly hasTerms: boolean;
  readonly hasPrivacy: boolean;
}

/** The foot of the payer's page as it will be, while the form is filled in. */
export function PayerPagePreview({ name, licence, hasTerms, hasPrivacy }: PreviewProps) {
  const { payerPage: t } = useTexts();
  const links = [hasTerms ? t.termsLink : null, hasPrivacy ? t.privacyLink : null].filter(
    (words) => words !== null,
  );
  return (
    <figure class="payer-page-preview">
      <figcaption>{t.preview}</figcaption>
      <p>{t.runBy(name === "" ? "…" : name)}</p>
      {licence !== "" && <p>{licence}</p>}
      {links.length > 0 && (
        <p class="payer-page-links">
          {links.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      )}
    </figure>
  );
}
