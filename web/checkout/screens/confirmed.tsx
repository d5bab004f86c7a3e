import type { Locale } from "../../../server/src/kit/money.ts";
import type { PageSession } from "../../../server/src/kit/payer-pages.ts";
import { type Messages, momentText } from "../i18n/index.ts";
import { confirmedLines } from "../receipt.ts";
import { Row, ScreenHead } from "./parts.tsx";

/** A receipt is genuine: what it must say. */
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
      <ScreenHead mark="done" heading={t.confirmed.heading}>
        <p class="lead">{t.confirmed.lead}</p>
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
