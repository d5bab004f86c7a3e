import { displayMoney } from "../../../kit/money.ts";
import { bankAccountOf } from "../bank.ts";
import type { Operation } from "../operation.ts";
import { transferKinds } from "../payer.ts";
import { type Language, labels } from "./labels/index.ts";
import { Problem, renderDocument } from "./layout.tsx";

/** The payer's bank: a transfer is found by its reference and then sent, correctly or not. */
export function renderBankPage(page: {
  readonly operation: Operation | null;
  readonly typed: string | null;
  readonly language: Language;
  readonly said: "SENT" | "NOT_MATCHED" | null;
  readonly publicUrl: string;
}): string {
  const { operation, typed, language, said, publicUrl } = page;
  const say = labels[language];
  const reference = operation?.transferReference ?? typed ?? "";
  return renderDocument({
    title: say.bankTitle,
    brand: say.bank,
    look: "bank",
    language,
    hrefIn: (lang) => `${publicUrl}/bank?${new URLSearchParams({ reference, lang })}`,
    guideHref: `${publicUrl}?lang=${language}`,
    children: (
      <>
        {said === "SENT" ? (
          <p class="news" role="status">
            {say.sent}
          </p>
        ) : null}
        {said === "NOT_MATCHED" ? <Problem text={say.notMatched} /> : null}
        {operation === null && typed !== null && typed !== "" ? <Problem text={say.noReference} /> : null}
        <form method="get" action={`${publicUrl}/bank`}>
          <input type="hidden" name="lang" value={language} />
          <label for="reference">{say.reference}</label>
          <input
            id="reference"
            name="reference"
            value={reference}
            maxLength={32}
            required
            autocomplete="off"
          />
          <button type="submit" class="quiet">
            {say.search}
          </button>
        </form>
        {operation === null ? null : (
          <Transfer operation={operation} language={language} publicUrl={publicUrl} />
        )}
      </>
    ),
  });
}

function Transfer(props: {
  readonly operation: Operation;
  readonly language: Language;
  readonly publicUrl: string;
}) {
  const { operation, language, publicUrl } = props;
  const { amount: minor, currency, country, merchantName, status, transferReference } = operation;
  const say = labels[language];
  const account = bankAccountOf(country, currency);
  const open = status === "WAITING" || status === "FAILED";
  return (
    <>
      <dl class="box">
        {merchantName === "" ? null : (
          <>
            <dt>{say.merchant}</dt>
            <dd>{merchantName}</dd>
          </>
        )}
        <dt>{say.amount}</dt>
        <dd class="amount">{displayMoney({ minor, currency }, language)}</dd>
        <dt>IBAN</dt>
        <dd>
          <code>{account.iban.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        </dd>
        <dt>{say.status}</dt>
        <dd>{status === "WAITING" ? say.waiting : status === "SUCCEEDED" ? say.succeeded : say.failed}</dd>
      </dl>
      {open ? (
        <form method="post" action={`${publicUrl}/bank?lang=${language}`}>
          <input type="hidden" name="reference" value={transferReference ?? ""} />
          <p class="soft">{say.bankHint}</p>
          {transferKinds.map((kind, index) => (
            <button key={kind} type="submit" name="entry" value={kind} class={index === 0 ? "" : "quiet"}>
              {say[kind]}
            </button>
          ))}
        </form>
      ) : null}
    </>
  );
}
