import type { PageHelp } from "../../../server/src/kit/payer-pages.ts";
import type { Messages } from "../i18n/index.ts";
import { writtenPhone } from "../phone-hints.ts";
import type { SessionView } from "../view.ts";
import { Moment, SaidAfter } from "./parts.tsx";

/** How to reach the merchant, on every page that knows it; nothing when the merchant gave no address. */
export function HelpLine({
  t,
  merchantName,
  help,
  reference,
}: {
  readonly t: Messages;
  readonly merchantName: string;
  readonly help: PageHelp;
  /** Goes into the message that WhatsApp and the mail program open with. */
  readonly reference: string | null;
}) {
  const { phone, whatsapp, email } = help;
  if (phone === null && whatsapp === null && email === null) return null;
  const about = reference === null ? "" : encodeURIComponent(t.help.about(reference));
  return (
    <div class="contact">
      <p>
        {t.help.heading} <strong>{merchantName}</strong>
      </p>
      <p class="ways">
        {phone !== null && <a href={`tel:${phone}`}>{writtenPhone(phone)}</a>}
        {whatsapp !== null && (
          <a
            href={`https://wa.me/${whatsapp.slice(1)}${about === "" ? "" : `?text=${about}`}`}
            rel="noreferrer"
          >
            WhatsApp
          </a>
        )}
        {email !== null && (
          <a
            href={`mailto:${encodeURIComponent(email).replace("%40", "@")}${about === "" ? "" : `?subject=${about}`}`}
          >
            {email}
          </a>
        )}
      </p>
    </div>
  );
}

const MINUTE_MS = 60_000;
/** A payer who has waited this long may leave: nothing depends on the page, in milliseconds. */
const MAY_CLOSE_AFTER_MS = 15 * MINUTE_MS;

/**
 * What a payer tells the merchant about an attempt: its short reference, and since when it is under way. After a quarter of
 * an hour also that the page may be closed; with the script it appears while the page is open.
 */
export function AttemptFacts({ view }: { readonly view: SessionView }) {
  const { t, session } = view;
  const { shortReference, startedAt, nowMs, status, instructions } = session;
  if (shortReference === null || status === "SUCCEEDED" || session.lateMoney !== null) return null;
  return (
    <>
      {startedAt !== null && instructions === null && (
        <SaidAfter ms={Date.parse(startedAt) + MAY_CLOSE_AFTER_MS - nowMs}>{t.help.mayClose}</SaidAfter>
      )}
      <p class="quiet">
        {t.help.reference} <strong class="code">{shortReference}</strong>
        {startedAt !== null && (
          <>
            {" "}
            · <Moment view={view} iso={startedAt} words={t.sinceWords} />
          </>
        )}
      </p>
    </>
  );
}
