import type { Texts } from "../i18n/index.ts";
import type { PasskeyPlace } from "../ports.ts";
import { OpenAccount } from "./open-account.tsx";
import { Field, type FormState, Problem } from "./parts.tsx";

/** An account opened by an invitation, or a new password by a link; its address stands there for password managers. */
export function PasswordLinkScreen(props: {
  readonly t: Texts;
  /** Of this page. */
  readonly path: string;
  readonly place: PasskeyPlace;
  readonly purpose: "INVITATION" | "RESET";
  readonly email: string;
  readonly form: FormState;
}) {
  const { t, path, place, purpose, email, form } = props;
  const { links } = t;
  if (purpose === "INVITATION")
    return (
      <>
        <h1>{links.inviteTitle}</h1>
        <div class="card">
          <p>{links.inviteIntro}</p>
          <Problem form={form} />
          <OpenAccount
            t={t}
            path={path}
            email={email}
            place={place}
            submit={links.inviteSubmit}
            form={form}
          />
        </div>
      </>
    );
  return (
    <>
      <h1>{links.resetTitle}</h1>
      <div class="card">
        <p>{links.resetIntro}</p>
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
          <button type="submit">{links.resetSubmit}</button>
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
