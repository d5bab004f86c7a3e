import type { Texts } from "../i18n/index.ts";
import { Field, type FormState, Problem } from "./parts.tsx";

/** A new password, by an invitation or by a link to a new one. The address stands in the form for password managers. */
export function PasswordLinkScreen(props: {
  readonly t: Texts;
  readonly purpose: "INVITATION" | "RESET";
  readonly email: string;
  readonly form: FormState;
}) {
  const { t, purpose, email, form } = props;
  const { links } = t;
  const isInvitation = purpose === "INVITATION";
  return (
    <>
      <h1>{isInvitation ? links.inviteTitle : links.resetTitle}</h1>
      <div class="card">
        <p>{isInvitation ? links.inviteIntro : links.resetIntro}</p>
        <Problem form={form} />
        <form method="post">
          <div>
            <label for="username">{links.yourAccount}</label>
            <input
              id="username"
              name="username"
              type="email"
              autocomplete="username"
              value={email}
              readonly
            />
          </div>
          <Field
            form={form}
            name="password"
            type="password"
            label={links.newPassword}
            hint={links.passwordHint}
            autocomplete="new-password"
            maxlength={200}
            isFirst
          />
          <button type="submit">{isInvitation ? links.inviteSubmit : links.resetSubmit}</button>
        </form>
      </div>
    </>
  );
}

/** Mail programs open links to look at them, so opening this one changes nothing: the button does. */
export function UnlockScreen({ t, email }: { readonly t: Texts; readonly email: string }) {
  return (
    <>
      <h1>{t.links.unlockTitle}</h1>
      <div class="card">
        <p>{t.links.unlockIntro}</p>
        <p class="quiet">{email}</p>
        <form method="post">
          <button type="submit">{t.links.unlockSubmit}</button>
        </form>
      </div>
    </>
  );
}

export function GoneScreen({ t, askAgain }: { readonly t: Texts; readonly askAgain: string | null }) {
  return (
    <>
      <h1>{t.links.goneTitle}</h1>
      <div class="card">
        <p>{t.links.goneText}</p>
        {askAgain !== null && (
          <p>
            <a class="line" href={askAgain}>
              {t.links.askAgain}
            </a>
          </p>
        )}
      </div>
    </>
  );
}

export function BrokenScreen(props: {
  readonly t: Texts;
  readonly text: string;
  readonly title: string;
  readonly requestId: string | null;
}) {
  const { t, text, title, requestId } = props;
  return (
    <>
      <h1>{title}</h1>
      <div class="card">
        <p role="alert">{text}</p>
        {requestId !== null && (
          <p class="quiet">
            {t.problems.requestId} <code>{requestId}</code>
          </p>
        )}
      </div>
    </>
  );
}
