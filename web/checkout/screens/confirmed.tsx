import type { Locale } from "../../../server/src/kit/money.ts";
import type { PageSession } from "../../../server/src/kit/payer-pages.ts";
import { type Messages, momentText } from "../i18n/index.ts";
import { confirmedLines, isRefunded } from "../receipt.ts";
import { Row, ScreenHead } from "./parts.tsx";

export const confirmedHeading = (session: PageSession, { confirmed, success }: Messages): string =>
  isRefunded(session) ? success.refundedHeading : confirmed.heading;

/** A receipt is genuine: what it must say. Of money that went back, that first. */
export function ConfirmedScreen({
  session,
  t,
  locale,
  amount,
}: {
  readonly session: PageSession;
  readonly t: Messages;
  readonly locale: Locale;
  readonly amount: string;
}) {
  const lines = confirmedLines({ session, receipt: session.receipt, amount, t, locale });
  return (
    <>
      <ScreenHead mark={isRefunded(session) ? "warn" : "done"} heading={confirmedHeading(session, t)}>
        <p class="lead">{isRefunded(session) ? t.confirmed.refunded : t.confirmed.lead}</p>
      </ScreenHead>
      <dl class="rows">
        {lines.map(({ name, value, kind }) => (
          <Row key={name} name={name} strong={kind === "amount"}>
            {kind === "moment" ? momentText(locale, value, session.countryCode) : value}
          </Row>
        ))}
      </dl>
    </>
  );
}
