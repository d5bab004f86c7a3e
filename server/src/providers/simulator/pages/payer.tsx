import type { ComponentChildren } from "preact";
import { displayMoney } from "../../../kit/money.ts";
import { findOperator } from "../../../kit/operators.ts";
import { testCards } from "../cards.ts";
import type { Operation } from "../operation.ts";
import type { Problem as PayerActionProblem } from "../payer.ts";
import { PIN_FAILURES_MAX } from "../rules.ts";
import { payerWalletSeeds } from "../seed.ts";
import { toFailureCode } from "../status-map.ts";
import { type Language, labels, type PageLabels } from "./labels/index.ts";
import { type Look, Problem, renderDocument } from "./layout.tsx";

export type PageProblem = PayerActionProblem | "UNKNOWN_CARD";

interface PayerPage {
  readonly operation: Operation;
  /** The forms' target. */
  readonly action: string;
  readonly guideHref: string;
  readonly returnUrl: string | null;
  readonly language: Language;
  readonly problem: PageProblem | null;
  readonly showsPins: boolean;
}

interface Parts extends PayerPage {
  readonly say: PageLabels;
}

/** The page that fits the payment's method and state. */
export function renderPayerPage(page: PayerPage): string {
  const say = labels[page.language];
  const { title, brand, look } = headOf(page.operation, say);
  return renderDocument({
    title,
    brand,
    look,
    language: page.language,
    hrefIn: (lang) => `${page.action}?lang=${lang}`,
    guideHref: page.guideHref,
    children: (
      <>
        <Summary {...page} say={say} />
        {page.operation.status === "WAITING" ? (
          <Waiting {...page} say={say} />
        ) : (
          <Ended {...page} say={say} />
        )}
      </>
    ),
  });
}

function headOf(operation: Operation, say: PageLabels): { title: string; brand: string; look: Look } {
  switch (operation.page) {
    case "CARD":
      return { title: say.cardTitle, brand: say.acquirer, look: "card" };
    case "THREE_D_SECURE":
      return { title: say.secureTitle, brand: say.bank, look: "bank" };
    case "WALLET":
      return { title: say.walletTitle, brand: say.simulatedWallet, look: "wallet" };
    case "QR":
      return { title: say.qrTitle, brand: say.qr, look: "mobile" };
    case "APPROVAL":
    case "BANK":
    case null:
      return { title: say.approveTitle, brand: brandOf(operation, say), look: "mobile" };
  }
}

/** The operator as payers know it: `Orange Money`, and that it is simulated. */
function brandOf({ operator, country }: Operation, say: PageLabels): string {
  if (operator === null) return say.simulator;
  const name = (country === null ? null : findOperator(country, operator)?.displayName) ?? operator;
  return say.simulated.replace("{brand}", name);
}

function Summary({ operation, language, say }: Parts) {
  const { amount: minor, currency, merchantName, title, phoneMasked } = operation;
  return (
    <dl class="box">
      <dt>{say.amount}</dt>
      <dd class="amount">{displayMoney({ minor, currency }, language)}</dd>
      {merchantName === "" ? null : (
        <>
          <dt>{say.merchant}</dt>
          <dd>{merchantName}</dd>
        </>
      )}
      {title === "" ? null : (
        <>
          <dt>{say.merchantTitle}</dt>
          <dd>{title}</dd>
        </>
      )}
      {phoneMasked === null ? null : (
        <>
          <dt>{say.phone}</dt>
          <dd>{phoneMasked}</dd>
        </>
      )}
    </dl>
  );
}

function Ended({ operation, returnUrl, say }: Parts) {
  const { status, code } = operation;
  return (
    <section class="box">
      <p role="status">
        <strong>
          {status === "SUCCEEDED" ? say.succeeded : status === "FAILED" ? say.failed : say.running}
        </strong>
        {status === "FAILED" && code !== null ? (
          <>
            {" · "}
            <code>{toFailureCode(code)}</code> (<code>{code}</code>)
          </>
        ) : null}
      </p>
      {returnUrl === null ? null : (
        <a class="button" href={returnUrl} rel="noreferrer">
          {say.back}
        </a>
      )}
    </section>
  );
}

function Waiting(parts: Parts) {
  switch (parts.operation.page) {
    case "CARD":
      return <CardForm {...parts} />;
    case "THREE_D_SECURE":
      return <SecureForm {...parts} />;
    case "WALLET":
      return <PinForm {...parts} />;
    case "QR":
      return <PlainForm {...parts} act="scan" hint={parts.say.qrHint} />;
    case "APPROVAL":
    case "BANK":
    case null:
      return <PlainForm {...parts} act="approve" hint={parts.say.approveHint} />;
  }
}

function Form({ action, language, children }: Parts & { readonly children: ComponentChildren }) {
  return (
    <form method="post" action={`${action}?lang=${language}`}>
      {children}
    </form>
  );
}

function ActionButton({
  act,
  text,
  quiet,
}: {
  readonly act: string;
  readonly text: string;
  readonly quiet?: boolean;
}) {
  return (
    <button
      type="submit"
      name="act"
      value={act}
      class={quiet === true ? "quiet" : ""}
      formnovalidate={quiet === true}
    >
      {text}
    </button>
  );
}

function PlainForm(parts: Parts & { readonly act: string; readonly hint: string }) {
  return (
    <Form {...parts}>
      <p class="soft">{parts.hint}</p>
      <ActionButton act={parts.act} text={parts.say.pay} />
      <ActionButton act="cancel" text={parts.say.cancel} quiet />
    </Form>
  );
}

function PinForm(parts: Parts) {
  const { operation, problem, say } = parts;
  return (
    <Form {...parts}>
      {problem === "WRONG_PIN" ? (
        <Problem text={`${say.wrongPin} (${operation.pinFailures}/${PIN_FAILURES_MAX})`} />
      ) : null}
      <label for="pin">{say.pin}</label>
      <input
        id="pin"
        name="pin"
        type="password"
        inputMode="numeric"
        maxLength={8}
        required
        autocomplete="off"
        aria-describedby="pin-hint"
        aria-invalid={problem === "WRONG_PIN"}
      />
      <p class="soft" id="pin-hint">
        {say.pinHint}
      </p>
      <ActionButton act="pin" text={say.pay} />
      <ActionButton act="cancel" text={say.cancel} quiet />
      {parts.showsPins && (
        <details>
          <summary>{say.testPins}</summary>
          <ul>
            {payerWalletSeeds.map(({ phone, pin }) => (
              <li key={phone}>
                {phone}: <code>{pin}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Form>
  );
}

function SecureForm(parts: Parts) {
  const { say } = parts;
  return (
    <Form {...parts}>
      <p class="soft">{say.secureHint}</p>
      <ActionButton act="confirm" text={say.confirm} />
      <ActionButton act="refuse" text={say.refuse} quiet />
      <ActionButton act="cancel" text={say.cancel} quiet />
      <ActionButton act="timeout" text={say.timeout} quiet />
    </Form>
  );
}

function CardForm(parts: Parts) {
  const { problem, say } = parts;
  return (
    <>
      {problem === "UNKNOWN_CARD" ? <Problem text={say.unknownCard} /> : null}
      {problem === "CARD_EXPIRY" ? <Problem text={say.cardExpired} /> : null}
      <Form {...parts}>
        <p class="soft">{say.cardHint}</p>
        <label for="number">{say.cardNumber}</label>
        <input
          id="number"
          name="number"
          inputMode="numeric"
          maxLength={23}
          required
          autocomplete="cc-number"
          aria-invalid={problem === "UNKNOWN_CARD"}
        />
        <label for="expiry">{say.cardExpiry}</label>
        <input
          id="expiry"
          name="expiry"
          inputMode="numeric"
          maxLength={7}
          required
          autocomplete="cc-exp"
          aria-invalid={problem === "CARD_EXPIRY"}
        />
        <label for="code">{say.cardCode}</label>
        <input id="code" name="code" inputMode="numeric" maxLength={4} required autocomplete="cc-csc" />
        <ActionButton act="card" text={say.pay} />
        <ActionButton act="cancel" text={say.cancel} quiet />
      </Form>
      <details>
        <summary>{say.cardList}</summary>
        <Form {...parts}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say.cardUse}</th>
                <th scope="col">{say.cardOutcome}</th>
              </tr>
            </thead>
            <tbody>
              {testCards.map(({ number, code, threeDSecure }) => (
                <tr key={number}>
                  <td>
                    <button type="submit" class="quiet number" name="testCard" value={number}>
                      {grouped(number)}
                    </button>
                  </td>
                  <td>
                    {threeDSecure ? "3-D Secure, " : ""}
                    {code === null ? say.cardAccepted : toFailureCode(code)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Form>
      </details>
    </>
  );
}

/** As printed on a card. */
export function grouped(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, "$1 ");
}
