import type { ComponentChildren } from "preact";
import type { BankInstructions } from "../../../server/src/kit/payer-pages.ts";
import { amountText, amountToPaste } from "../i18n/index.ts";
import { safeUrl } from "../safe-url.ts";
import type { SessionView } from "../view.ts";
import { Live, Moment, Row, ScreenHead } from "./parts.tsx";

/** Where to send the transfer. Each value can be copied; all of it can be printed. */
export function BankScreen({ view, bank }: { readonly view: SessionView; readonly bank: BankInstructions }) {
  const { t, session } = view;
  const simulator = session.mode === "SANDBOX" ? safeUrl(session.sandboxUrl) : null;
  return (
    <>
      <ScreenHead mark="wait" heading={t.bank.heading}>
        <p class="lead">{t.bank.lead}</p>
      </ScreenHead>
      <TransferRows view={view} bank={bank}>
        {bank.expiresAt !== null && (
          <Row name={t.bank.before}>
            <Moment view={view} iso={bank.expiresAt} />
          </Row>
        )}
      </TransferRows>
      <Live view={view} text={t.bank.live} />
      <div class="help">
        <h2>{t.bank.sent}</h2>
        <p>
          <strong>{t.bank.notAgain}</strong> {t.bank.delay}
        </p>
      </div>
      <p class="buttons">
        {simulator !== null && (
          <a class="button" href={simulator} rel="noreferrer">
            {t.bank.simulate}
          </a>
        )}
        <button type="button" class="button" hidden data-print>
          {t.bank.print}
        </button>
      </p>
    </>
  );
}

/**
 * For a payer who may have ordered the transfer before its time was over: not to order it again, and where it was to go,
 * to compare with the bank's confirmation.
 */
export function TransferSent({
  view,
  bank,
}: {
  readonly view: SessionView;
  readonly bank: BankInstructions;
}) {
  const { t } = view;
  return (
    <div class="help">
      <h2>{t.bank.sent}</h2>
      <p>
        <strong>{t.bank.notAgain}</strong> {t.bank.recognised}
      </p>
      <TransferRows view={view} bank={bank} />
      <Live view={view} text={t.bank.stillAwaited} />
    </div>
  );
}

function TransferRows({
  view,
  bank,
  children,
}: {
  readonly view: SessionView;
  readonly bank: BankInstructions;
  readonly children?: ComponentChildren;
}) {
  const { t, locale } = view;
  const copy = (value: string, name: string) => ({
    value,
    label: t.bank.copy,
    say: t.bank.copyOf(name),
    done: t.bank.copied,
  });
  const plain = (text: string) => text.replace(/\s/g, "");
  return (
    <>
      <dl class="rows">
        <Row
          name={t.bank.amount}
          strong
          copy={copy(amountToPaste(locale, bank.amount, bank.currency), t.bank.amount)}
        >
          {amountText(locale, bank.amount, bank.currency)}
        </Row>
        <Row name={t.bank.reference} strong copy={copy(bank.reference, t.bank.reference)}>
          <span class="code">{printedReference(bank.reference)}</span>
        </Row>
        <Row name={t.bank.accountHolder} copy={copy(bank.accountHolder, t.bank.accountHolder)}>
          {bank.accountHolder}
        </Row>
        <Row name={t.bank.iban} copy={copy(plain(bank.iban), t.bank.iban)}>
          <span class="code">{inFours(plain(bank.iban))}</span>
        </Row>
        <Row name={t.bank.bic} copy={copy(bank.bic, t.bank.bic)}>
          <span class="code">{bank.bic}</span>
        </Row>
        <Row name={t.bank.bankName}>{bank.bankName}</Row>
        {children}
      </dl>
      <p id="copied" class="sr" role="status" />
    </>
  );
}

/**
 * A creditor reference is printed in groups of four (ISO 11649), like an IBAN; another reference is printed unchanged.
 */
export function printedReference(reference: string): string {
  return /^RF[0-9]{2}[A-Z0-9]{1,21}$/.test(reference) ? inFours(reference) : reference;
}

function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, "$1 ");
}
