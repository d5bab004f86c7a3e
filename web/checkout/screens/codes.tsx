import { amountText } from "../i18n/index.ts";
import type { BankInstructions } from "../ports.ts";
import { qrPath } from "../qr.ts";
import type { SessionView } from "../view.ts";
import { safeUrl } from "../view.ts";
import { Live, Moment, Row, ScreenHead } from "./parts.tsx";

/**
 * The code, large, dark on white in both schemes because scanners need it; and the same code as a link and a picture.
 */
export function QrScreen({ view, payload }: { readonly view: SessionView; readonly payload: string }) {
  const { t, amount, session } = view;
  const url = safeUrl(session.actionUrl);
  return (
    <>
      <ScreenHead mark="wait" heading={t.qr.heading}>
        <p class="lead">{t.qr.lead(amount)}</p>
      </ScreenHead>
      <QrImage payload={payload} label={t.qr.image(amount, session.merchantName)} />
      <Live view={view} text={t.qr.live} />
      <div class="help">
        <h2>{t.qr.samePhone}</h2>
        <p class="buttons">
          {url !== null && (
            <a class="button main" href={url} rel="noreferrer">
              {t.qr.open}
            </a>
          )}
          <a class="button" href={`${view.path}/qr.png`} download>
            {t.qr.download}
          </a>
        </p>
      </div>
      <details>
        <summary>{t.qr.code}</summary>
        <p class="code">{payload}</p>
      </details>
    </>
  );
}

/** A code as a picture in the page: no request, no script. */
export function QrImage({ payload, label }: { readonly payload: string; readonly label: string }) {
  const { size, path } = qrPath(payload);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shape-rendering="crispEdges" />
    </svg>
  );
}

/** The data for the transfer. Each value can be copied; all of it can be printed. */
export function BankScreen({ view, bank }: { readonly view: SessionView; readonly bank: BankInstructions }) {
  const { t, locale, session } = view;
  const simulator = session.mode === "SANDBOX" ? safeUrl(session.sandboxUrl) : null;
  const copy = (value: string, name: string) => ({
    value,
    label: t.bank.copy,
    say: t.bank.copyOf(name),
    done: t.bank.copied,
  });
  const plain = (text: string) => text.replace(/\s/g, "");
  return (
    <>
      <ScreenHead mark="wait" heading={t.bank.heading}>
        <p class="lead">{t.bank.lead}</p>
      </ScreenHead>
      <dl class="rows">
        <Row name={t.bank.amount} strong>
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
        {bank.expiresAt !== null && (
          <Row name={t.bank.before}>
            <Moment locale={locale} iso={bank.expiresAt} />
          </Row>
        )}
      </dl>
      <p id="copied" class="sr" role="status" />
      <Live view={view} text={t.bank.live} />
      <p class="quiet">{t.bank.delay}</p>
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
 * A creditor reference is printed in groups of four (ISO 11649), like an IBAN; another reference is printed unchanged.
 */
function printedReference(reference: string): string {
  return /^RF[0-9]{2}[A-Z0-9]{1,21}$/.test(reference) ? inFours(reference) : reference;
}

function inFours(text: string): string {
  return text.replace(/(.{4})(?=.)/g, "$1 ");
}
