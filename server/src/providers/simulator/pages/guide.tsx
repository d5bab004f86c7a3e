import { displayMoney } from "../../../kit/money.ts";
import { namedTokens, testCards } from "../cards.ts";
import { type Scenario, scenarios } from "../rules.ts";
import { payerWalletSeeds } from "../seed.ts";
import { walletPublicId } from "../service.ts";
import { toFailureCode } from "../status-map.ts";
import type { Wallet } from "../store-parties.ts";
import { type Language, labels } from "./labels/index.ts";
import { renderDocument } from "./layout.tsx";
import { grouped } from "./payer.tsx";

/** `/simulator`: everything a tester can type, and what it does. */
export function renderGuide(page: {
  readonly language: Language;
  readonly wallets: readonly Wallet[];
  readonly publicUrl: string;
  readonly showsPins: boolean;
}): string {
  const { language, wallets, publicUrl, showsPins } = page;
  const say = labels[language];
  return renderDocument({
    title: say.guideTitle,
    brand: say.simulator,
    look: "guide",
    language,
    hrefIn: (lang) => `${publicUrl}?lang=${lang}`,
    guideHref: null,
    children: (
      <>
        <p>{say.guideHint}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.suffix}</th>
              <th scope="col">{say.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {scenarios.map((scenario) => (
              <tr key={scenario.name}>
                <th scope="row">
                  <code>{scenario.suffix ?? say.others}</code>
                </th>
                <td>
                  {scenario.text[language]}
                  <FailureOf scenario={scenario} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <h2>{say.otpTitle}</h2>
        <p>{say.otpText}</p>
        <h2>QR</h2>
        <p>{say.qrText}</p>
        <h2>IBAN</h2>
        <p>
          <a href={`${publicUrl}/bank?lang=${language}`}>{say.bankText}</a>
        </p>
        <h2>{say.walletList}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.phone}</th>
              <th scope="col">{say.wallet}</th>
            </tr>
          </thead>
          <tbody>
            {wallets.map((wallet) => (
              <WalletRow key={wallet.id} wallet={wallet} language={language} showsPins={showsPins} />
            ))}
          </tbody>
        </table>
        <h2>{say.cardList}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">{say.cardNumber}</th>
              <th scope="col">{say.cardOutcome}</th>
            </tr>
          </thead>
          <tbody>
            {testCards.map((card) => (
              <tr key={card.number}>
                <th scope="row">
                  <code class="nowrap">{grouped(card.number)}</code>
                </th>
                <td>
                  {card.threeDSecure ? "3-D Secure, " : ""}
                  {card.code === null ? say.cardAccepted : <code>{toFailureCode(card.code)}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <h2>{say.tokenList}</h2>
        <ul>
          {namedTokens.map((token) => (
            <li key={token}>
              <code>{token}</code>
            </li>
          ))}
          <li>
            <code>tok_sim_049</code> (<code>tok_sim_…</code> + {say.suffix.toLowerCase()})
          </li>
        </ul>
      </>
    ),
  });
}

/** Wallets are identified by their masked phone; the published seed has the same three digits. */
function WalletRow({
  wallet,
  language,
  showsPins,
}: {
  readonly wallet: Wallet;
  readonly language: Language;
  readonly showsPins: boolean;
}) {
  const say = labels[language];
  const seed = payerWalletSeeds.find((one) => one.phone.slice(-3) === wallet.phoneMasked.slice(-3));
  return (
    <tr>
      <th scope="row" class="nowrap">
        {seed?.phone ?? wallet.phoneMasked}
      </th>
      <td>
        {displayMoney({ minor: wallet.balance, currency: wallet.currency }, language)}
        {wallet.frozen ? ` (${say.frozen})` : ""}
        {showsPins && (
          <>
            <br />
            {say.pin} <code>{seed?.pin ?? "–"}</code>
          </>
        )}
        <br />
        <code>{walletPublicId(wallet.id)}</code>
      </td>
    </tr>
  );
}

function FailureOf({ scenario }: { readonly scenario: Scenario }) {
  const failure = finalFailure(scenario);
  return failure === null ? null : (
    <>
      <br />
      <code>{failure}</code>
    </>
  );
}

/** The failure code a scenario ends with, or null when it ends otherwise. */
function finalFailure(scenario: Scenario): string | null {
  const code = scenario.steps.at(-1)?.code ?? scenario.startCode;
  return code === null ? null : toFailureCode(code);
}
