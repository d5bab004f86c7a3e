import { useRead } from "../../ui/api/reads.ts";
import type { UnresolvedPayment } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import type { PageProps } from "../../ui/app/surface.tsx";
import { useFormat } from "../../ui/format/index.tsx";
import { Notes } from "../../ui/notes/later.ts";
import { Card } from "../../ui/parts/card.tsx";
import { Facts } from "../../ui/parts/facts.tsx";
import { Page } from "../../ui/parts/page.tsx";
import { Shown } from "../../ui/parts/shown.tsx";
import { Choices } from "../deciding/choices.tsx";
import { Decisions } from "../deciding/decisions.tsx";
import { unresolvedEffect } from "../deciding/effects.ts";
import { isOver, Over } from "../deciding/over.tsx";
import { useTexts } from "../i18n/index.ts";
import { AskProvider } from "../parts/ask-provider.tsx";
import { HolderCard } from "../parts/holding.ts";

/** A payment, refund or payout whose provider does not say what became of it: asked again, and decided after 72 hours. */
export default function UnknownPage({ params: { id = "" } }: PageProps) {
  const { deciding: t, nav } = useTexts();
  const path = `/tenant/unresolved-payments/${encodeURIComponent(id)}`;
  const read = useRead<UnresolvedPayment>(path);
  const isKnown = isOver(read.error);
  return (
    <Page title={t.unknown.title} above={<a href="/console/work">{nav.work}</a>}>
      {isKnown ? (
        <Over id={id} text={t.unknown.over} />
      ) : (
        <Shown read={read} rows={6}>
          {({ data }) => (
            <div class="shown">
              <Known payment={data} />
              <HolderCard id={`UNKNOWN_PAYMENT:${id}`} />
            </div>
          )}
        </Shown>
      )}
      <AskProvider id={id} isKnown={isKnown} />
      {read.data !== undefined && !isKnown && read.data.data.openDecisionId === null && (
        <SettleChoices payment={read.data.data} path={path} />
      )}
      <Decisions subjectId={id} />
      <Notes subjectId={id} />
    </Page>
  );
}

/** What is known: what was sent, to whom, and how often it was asked about. */
function Known({ payment }: { readonly payment: UnresolvedPayment }) {
  const { deciding: t } = useTexts();
  const { frame, payment: words } = useUiTexts();
  const format = useFormat();
  const isReversed = payment.type === "REFUND" && payment.status === "FAILED";
  return (
    <Card title={t.unknown.types[payment.type](format.amount(payment.amount, payment.currency))}>
      <p>
        <strong>{isReversed ? t.unknown.reversed : t.unknown.tell[payment.type]}</strong>
      </p>
      <Facts
        facts={[
          [words.operator, payment.operator],
          [
            words.merchant,
            <a key="merchant" href={`/console/merchants/${payment.merchantId}?mode=${payment.mode}`}>
              {payment.merchantName ?? payment.merchantId}
            </a>,
          ],
          [frame.mode, frame[payment.mode]],
          [t.unknown.since, `${format.moment(payment.since)} (${format.length(payment.ageSeconds * 1_000)})`],
          [t.unknown.asked, isReversed ? null : t.unknown.times(payment.askedTimes)],
          [t.unknown.next, payment.nextCheckAt === null ? null : format.moment(payment.nextCheckAt)],
          [
            t.payment,
            <a key="payment" href={`/console/payments/${payment.id}`}>
              {t.toPayment}
            </a>,
          ],
        ]}
      />
    </Card>
  );
}

/** What can be decided, or how long it takes until something can. */
function SettleChoices({ payment, path }: { readonly payment: UnresolvedPayment; readonly path: string }) {
  const { deciding: t } = useTexts();
  const format = useFormat();
  const { since, decidableAt, ageSeconds } = payment;
  if (!payment.needsDecision) {
    // By the service's clock, because this one may be wrong.
    const leftMs = Date.parse(decidableAt) - Date.parse(since) - ageSeconds * 1_000;
    return (
      <Card title={t.decide}>
        <p>{t.unknown.notYet(format.moment(decidableAt), format.length(leftMs))}</p>
      </Card>
    );
  }
  const choices = payment.possibleDecisions.flatMap((kind) => {
    const effect = unresolvedEffect(payment, kind);
    return effect === undefined ? [] : [{ kind, effect }];
  });
  return (
    <Choices
      path={path}
      amount={format.amount(payment.amount, payment.currency)}
      choices={choices}
      needsSecond
    />
  );
}
