import { encode } from "uqr";
import { momentText, type Texts } from "../i18n/index.ts";
import type { AccountPaths } from "../paths.ts";
import type { OwnAccount, PasskeyPlace, PresenceMethod } from "../ports.ts";
import type { AccountScreenProps } from "./account-props.ts";
import { ButtonForm, emptyForm, Field, type FormState, NoPasskeys, PasskeyForm, Problem } from "./parts.tsx";

/** App, passkeys and recovery codes, a card each. */
export function FactorCards(props: AccountScreenProps) {
  const { t, paths, account } = props;
  const { factors } = t;
  const hasFactor = account.hasTotp || props.passkeys.length > 0;
  return (
    <>
      <section class="card" aria-labelledby="second-factor">
        <h2 id="second-factor">{factors.secondFactor}</h2>
        <p>{account.hasTotp ? factors.appOn : factors.appOff}</p>
        <div class="buttons">
          <ButtonForm action={`${paths.account}/totp`}>
            {account.hasTotp ? factors.replaceApp : factors.addApp}
          </ButtonForm>
          {account.hasTotp && (
            <ButtonForm action={`${paths.account}/totp/remove`}>{factors.removeApp}</ButtonForm>
          )}
        </div>
      </section>
      <PasskeysCard {...props} />
      {hasFactor && (
        <section class="card" aria-labelledby="recovery">
          <h2 id="recovery">{factors.recovery}</h2>
          <p>{factors.codesLeft(account.recoveryCodesLeft)}</p>
          <ButtonForm action={`${paths.account}/codes`}>{factors.renewCodes}</ButtonForm>
        </section>
      )}
    </>
  );
}

function PasskeysCard({ t, locale, paths, account, passkeys, place }: AccountScreenProps) {
  const { factors } = t;
  const moment = (ms: number) => momentText(locale, account.timeZone, ms);
  return (
    <section class="card" aria-labelledby="passkeys">
      <h2 id="passkeys">{factors.passkeys}</h2>
      {"origin" in place ? <p>{factors.passkeysIntro}</p> : <NoPasskeys t={t} place={place} />}
      {!account.hasPassword && <p class="quiet">{factors.onlyPasskeys}</p>}
      {passkeys.length > 0 && (
        <ul class="rows">
          {passkeys.map(({ id, name, createdAtMs, lastUsedAtMs }) => (
            <li key={id}>
              <div>
                <p>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                </p>
                <p class="quiet">
                  {factors.made(moment(createdAtMs))}
                  <br />
                  {lastUsedAtMs === null ? factors.neverUsed : factors.used(moment(lastUsedAtMs))}
                </p>
              </div>
              <ButtonForm
                action={`${paths.account}/passkeys/remove`}
                fields={{ id }}
                isSmall
                label={factors.remove(name)}
              >
                {factors.remove("")}
              </ButtonForm>
            </li>
          ))}
        </ul>
      )}
      {"origin" in place && (
        <>
          <p class="note" data-without-script>
            {factors.needsScript}
          </p>
          <PasskeyForm
            t={t}
            place={place}
            kind="add"
            action={`${paths.account}/passkeys`}
            submit={factors.addPasskey}
          >
            <Field
              form={emptyForm}
              name="name"
              id="passkey-name"
              label={factors.passkeyName}
              hint={factors.passkeyNameHint}
              autocomplete="off"
              maxlength={60}
            />
          </PasskeyForm>
        </>
      )}
    </section>
  );
}

/** The secret of an app, to scan, to open on this phone, or to type. */
export function TotpScreen(props: {
  readonly t: Texts;
  readonly paths: AccountPaths;
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly form: FormState;
}) {
  const { t, paths, secret, otpauthUrl, form } = props;
  const { factors } = t;
  const { size, path } = qrPath(otpauthUrl);
  return (
    <>
      <h1>{factors.scanTitle}</h1>
      <div class="card">
        <Problem form={form} />
        <p>{factors.scanIntro}</p>
        <svg class="qr" role="img" aria-label={factors.scanAlt} viewBox={`0 0 ${size} ${size}`}>
          <path d={path} shape-rendering="crispEdges" />
        </svg>
        <p>
          {factors.orType}
          <br />
          <strong class="key">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</strong>
        </p>
        <p>
          <a class="line" href={otpauthUrl}>
            {factors.openApp}
          </a>
        </p>
        <form method="post" action={`${paths.account}/totp/confirm`}>
          <Field
            form={form}
            name="totp"
            label={t.second.code}
            hint={factors.confirmIntro}
            autocomplete="one-time-code"
            inputmode="numeric"
            maxlength={10}
            isCode
          />
          <button type="submit">{factors.confirmSubmit}</button>
        </form>
        <p>
          <a class="line" href={paths.account}>
            {t.back}
          </a>
        </p>
      </div>
    </>
  );
}

/** Modules of quiet zone around a code, as the QR standard requires. */
const QUIET = 4;

function qrPath(payload: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(payload, { ecc: "M", border: QUIET });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join("") };
}

export function CodesScreen(props: {
  readonly t: Texts;
  readonly paths: AccountPaths;
  readonly codes: readonly string[];
}) {
  const { t, paths, codes } = props;
  return (
    <>
      <h1>{t.factors.codesTitle}</h1>
      <div class="card">
        <p>{t.factors.codesIntro}</p>
        <ol class="codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <form method="post" action={`${paths.account}/codes/kept`}>
          <button type="submit">{t.factors.codesKept}</button>
        </form>
      </div>
    </>
  );
}

/** Asks for a fresh proof, in the ways that the account has. */
export function PresenceScreen(props: {
  readonly t: Texts;
  readonly paths: AccountPaths;
  readonly account: OwnAccount;
  readonly place: PasskeyPlace;
  readonly form: FormState;
}) {
  const { t, paths, account, place, form } = props;
  const { presence } = t;
  const has = (method: PresenceMethod) => account.presenceMethods.includes(method);
  return (
    <>
      <h1>{presence.presenceTitle}</h1>
      <div class="card">
        <p>{presence.presenceIntro}</p>
        <Problem form={form} />
        {(has("totp") || has("password")) && (
          <form method="post" action={`${paths.account}/presence`}>
            {has("totp") ? (
              <Field
                form={form}
                name="totp"
                label={t.second.code}
                autocomplete="one-time-code"
                inputmode="numeric"
                maxlength={10}
                isFirst
                isCode
              />
            ) : (
              <>
                <input
                  name="username"
                  type="email"
                  autocomplete="username"
                  value={account.email}
                  readonly
                  hidden
                />
                <Field
                  form={form}
                  name="password"
                  type="password"
                  label={t.logIn.password}
                  autocomplete="current-password"
                  maxlength={200}
                  isFirst
                />
              </>
            )}
            <button type="submit">{presence.presenceSubmit}</button>
          </form>
        )}
        {has("passkey") && (
          <>
            {!has("totp") && !has("password") && (
              <p class="note" data-without-script>
                {t.factors.needsScript}
              </p>
            )}
            <NoPasskeys t={t} place={place} />
            <PasskeyForm
              t={t}
              place={place}
              kind="presence"
              action={`${paths.account}/presence/passkey`}
              submit={t.logIn.byPasskey}
            />
          </>
        )}
        <p>
          <a class="line" href={paths.account}>
            {t.back}
          </a>
        </p>
      </div>
    </>
  );
}
