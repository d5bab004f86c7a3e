import { pageUrl, type SessionView } from "../view.ts";
import { describe, errorOf, Field } from "./fields.tsx";

/** The receipt by e-mail: closed until it is asked for, open where something has to be corrected. */
export function MailReceipt({ view }: { readonly view: SessionView }) {
  const { t, path, langQuery, errors, mailAddress, mailed } = view;
  const words = t.success.mail;
  const error = errorOf(errors, "email");
  if (mailed)
    return (
      <p class="said" role="status">
        {words.sent}
      </p>
    );
  return (
    <details open={error !== null}>
      <summary>{words.heading}</summary>
      <form
        class="mail"
        method="post"
        action={pageUrl({ path: `${path}/receipt-mail`, langQuery })}
        noValidate
        data-busy={t.form.busy}
      >
        <Field id="email" label={words.address} hint={words.hint} error={error}>
          <input
            id="email"
            name="email"
            type="email"
            inputmode="email"
            enterkeyhint="send"
            autocomplete="email"
            maxLength={254}
            required
            value={mailAddress}
            autofocus={error !== null}
            data-missing={words.wrong}
            {...describe("email", error, true)}
          />
        </Field>
        <button type="submit" class="button">
          {words.send}
        </button>
      </form>
    </details>
  );
}
