import type { Texts } from "../i18n/index.ts";
import type { PasskeyPlace } from "../ports.ts";
import { Field, type FormState, NoPasskeys, PasskeyForm } from "./parts.tsx";

const PASSWORD_FORM = "with-password";

/**
 * Opens an account with a passkey or, below it, with a password. One name serves both: it belongs to the form of the
 * password, so that it is sent without the script too. The address stands in that form for password managers.
 */
export function OpenAccount(props: {
  readonly t: Texts;
  /** Of this page. */
  readonly path: string;
  readonly email: string;
  readonly asksName?: boolean;
  readonly place: PasskeyPlace;
  readonly submit: string;
  readonly form: FormState;
}) {
  const { t, path, email, asksName = false, place, submit, form } = props;
  return (
    <>
      {!asksName && (
        <p class="quiet">
          {t.links.yourAccount} <strong>{email}</strong>
        </p>
      )}
      {asksName && (
        <Field
          form={form}
          formId={PASSWORD_FORM}
          name="name"
          label={t.account.name}
          autocomplete="name"
          maxlength={100}
          isFirst
        />
      )}
      <PasskeyForm
        t={t}
        place={place}
        kind="join"
        action={`${path}/passkey`}
        submit={t.passkeys.joinByPasskey}
        isSecond={false}
      />
      <p class="hint under" data-with-script hidden>
        {t.passkeys.insteadOfPassword}
      </p>
      <p class="or" data-with-script hidden>
        {t.logIn.orElse}
      </p>
      <form method="post" id={PASSWORD_FORM}>
        <input name="username" type="email" autocomplete="username" value={email} readonly hidden />
        <Field
          form={form}
          name="password"
          type="password"
          label={asksName ? t.logIn.password : t.links.newPassword}
          hint={t.links.passwordHint}
          autocomplete="new-password"
          maxlength={200}
          isFirst={!asksName && "lack" in place}
        />
        <button type="submit" class={"origin" in place ? "second" : undefined}>
          {submit}
        </button>
      </form>
      <NoPasskeys t={t} place={place} />
    </>
  );
}
