import type { Texts } from "../i18n/index.ts";
import type { AccountPaths } from "../paths.ts";
import type { PasskeyPlace } from "../ports.ts";
import { Field, type FormState, NoPasskeys, PasskeyForm, Problem } from "./parts.tsx";

interface Shared {
  readonly t: Texts;
  readonly paths: AccountPaths;
  readonly form: FormState;
  readonly next: string;
}

export function LogInScreen(props: Shared & { readonly place: PasskeyPlace; readonly done: string | null }) {
  const { t, paths, form, next, place, done } = props;
  return (
    <>
      <h1>{t.logIn.logInTitle}</h1>
      {done !== null && (
        <p class="good" role="status">
          {done}
        </p>
      )}
      <div class="card">
        <Problem form={form} />
        <form method="post" action={paths.logIn}>
          <input type="hidden" name="next" value={next} />
          <Field
            form={form}
            name="email"
            type="email"
            label={t.logIn.email}
            autocomplete="username"
            inputmode="email"
            maxlength={254}
            isFirst={form.values.email === undefined}
          />
          <Field
            form={form}
            name="password"
            type="password"
            label={t.logIn.password}
            autocomplete="current-password"
            maxlength={200}
            isFirst={form.values.email !== undefined}
          />
          <button type="submit">{t.logIn.logInSubmit}</button>
        </form>
        {"origin" in place && (
          <>
            <p class="or" data-with-script hidden>
              {t.logIn.orElse}
            </p>
            <PasskeyForm
              t={t}
              place={place}
              kind="log-in"
              action={paths.passkeyLogIn}
              next={next}
              submit={t.logIn.byPasskey}
            />
          </>
        )}
        <p>
          <a class="line" href={paths.forgot}>
            {t.logIn.forgotLink}
          </a>
        </p>
        <NoPasskeys t={t} place={place} />
      </div>
    </>
  );
}

/** The second step. What was typed in the first one is in a sealed cookie, so it is not asked again. */
export function SecondScreen(
  props: Shared & {
    /** What the account has: `totp`, `passkey`, `recoveryCode`. */
    readonly methods: readonly string[];
    readonly asksRecoveryCode: boolean;
    readonly place: PasskeyPlace;
  },
) {
  const { t, paths, form, next, methods, asksRecoveryCode, place } = props;
  const { second } = t;
  const hasApp = methods.includes("totp");
  // Without an app for codes, what can be typed is a recovery code.
  const byRecoveryCode = asksRecoveryCode || !hasApp;
  return (
    <>
      <h1>{second.secondTitle}</h1>
      <div class="card">
        <p>{hasApp ? second.secondIntro : second.secondByPasskey}</p>
        <Problem form={form} />
        {methods.includes("passkey") && (
          <>
            <PasskeyForm
              t={t}
              place={place}
              kind="log-in"
              action={paths.passkeyLogIn}
              next={next}
              submit={t.logIn.byPasskey}
              isSecond={hasApp}
            />
            <p class="or" data-with-script hidden>
              {t.logIn.orElse}
            </p>
          </>
        )}
        <form method="post" action={paths.second}>
          <input type="hidden" name="next" value={next} />
          {byRecoveryCode ? (
            <Field
              form={form}
              name="recoveryCode"
              label={second.recoveryCode}
              hint={second.recoveryHint}
              autocomplete="off"
              maxlength={40}
              isFirst
              isCode
            />
          ) : (
            <Field
              form={form}
              name="totp"
              label={second.code}
              autocomplete="one-time-code"
              inputmode="numeric"
              maxlength={10}
              isFirst
              isCode
            />
          )}
          <button type="submit" class={hasApp || !methods.includes("passkey") ? undefined : "second"}>
            {second.secondSubmit}
          </button>
        </form>
        <p>
          {hasApp && (
            <>
              <a class="line" href={byRecoveryCode ? paths.second : `${paths.second}?recovery=1`}>
                {byRecoveryCode ? second.useCode : second.useRecovery}
              </a>
              <br />
            </>
          )}
          <a class="line" href={paths.logIn}>
            {second.startAgain}
          </a>
        </p>
      </div>
    </>
  );
}

export function ForgotScreen(
  props: Omit<Shared, "next"> & { readonly canMail: boolean; readonly isSent: boolean },
) {
  const { t, paths, form, canMail, isSent } = props;
  const { forgot } = t;
  const back = (
    <p>
      <a class="line" href={paths.logIn}>
        {t.back}
      </a>
    </p>
  );
  if (isSent)
    return (
      <>
        <h1>{forgot.sentTitle}</h1>
        <div class="card">
          <p role="status">{forgot.sentText}</p>
          {back}
        </div>
      </>
    );
  return (
    <>
      <h1>{forgot.forgotTitle}</h1>
      <div class="card">
        {canMail ? (
          <>
            <p>{forgot.forgotIntro}</p>
            <p class="quiet">{forgot.lostPasskey}</p>
            <Problem form={form} />
            <form method="post" action={paths.forgot}>
              <Field
                form={form}
                name="email"
                type="email"
                label={t.logIn.email}
                autocomplete="username"
                inputmode="email"
                maxlength={254}
                isFirst
              />
              <button type="submit">{forgot.forgotSubmit}</button>
            </form>
          </>
        ) : (
          <p class="note">{forgot.noMail}</p>
        )}
        {back}
      </div>
    </>
  );
}
