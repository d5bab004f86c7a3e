import type { SessionView } from "../view.ts";

/** Under every screen of an attempt that the payer may leave. A form of its own: it works without the script. */
export function WayOut({ view: { t, session, path, langQuery } }: { readonly view: SessionView }) {
  if (!session.mayLeave) return null;
  const query = langQuery === "" ? "" : `?${langQuery}`;
  return (
    <form class="help" method="post" action={`${path}/leave${query}`} data-busy={t.form.busy}>
      <h2>{session.paymentMethod === "MOBILE_MONEY" ? t.wayOut.wrongNumber : t.wayOut.heading}</h2>
      <p>{session.instructions === null ? t.wayOut.note : t.wayOut.noteTransfer}</p>
      <button type="submit" class="button">
        {t.wayOut.button}
      </button>
    </form>
  );
}

/** Above the form, for a payer who has left an attempt that may still be approved. */
export function LeftNotice({ view: { t, session } }: { readonly view: SessionView }) {
  if (!session.hasLeft) return null;
  return (
    <p class="said" role="status">
      <strong>{t.wayOut.leftHeading}</strong> {t.wayOut.left}
    </p>
  );
}
