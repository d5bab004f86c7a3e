import { useState } from "preact/hooks";
import { ApiProblem } from "../api/problem.ts";
import { request } from "../api/request.ts";
import type { UiTexts } from "../i18n/index.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { problemText } from "../parts/problem.tsx";
import { getPasskey } from "./passkey.ts";
import { ownScope, type Question } from "./presence-question.ts";
import { useReader } from "./reader.tsx";

const TOO_MANY = 429;

/**
 * What a proof that did not succeed is told by. Only an answer says that it was wrong: without one, or from a service that is
 * busy, the same proof may be right. Pure.
 */
export function proofFault(words: UiTexts, problem: unknown): string {
  const isJudged =
    !(problem instanceof ApiProblem) ||
    (problem.status > 0 && problem.status < 500 && problem.status !== TOO_MANY);
  return isJudged ? words.stepUp.wrong : problemText(words, problem);
}

/** Takes a code, a passkey or the password. */
export function PresenceDialog({ account, proved, closed }: Question) {
  const { words } = useReader();
  const t = words.stepUp;
  const { methods } = account.stepUp;
  const path = `/auth/${account.audience}/step-up`;
  const [fault, setFault] = useState<string | null>(null);
  const prove = async (body: () => Promise<object>) => {
    try {
      await request(ownScope, path, { method: "POST", body: await body() });
      proved();
    } catch (problem) {
      setFault(proofFault(words, problem));
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void prove(async () => Object.fromEntries(form));
  };
  const byPasskey = () =>
    prove(async () => {
      const { data } = await request<unknown>(ownScope, `${path}/options`, { method: "POST", body: {} });
      return { credential: await getPasskey(data) };
    });
  const asked = methods.includes("totp") ? "totp" : methods.includes("password") ? "password" : null;
  return (
    <Dialog title={t.title} onClose={closed}>
      <p>{methods.length === 0 ? t.none : t.text}</p>
      {methods.length === 0 && (
        <a href={account.audience === "operator" ? "/console/account" : "/account"}>
          {words.problem.toAccount}
        </a>
      )}
      {asked !== null && (
        <form onSubmit={submit}>
          <Field label={t[asked]} error={fault}>
            {(attributes) =>
              asked === "totp" ? (
                <input
                  {...attributes}
                  name="totp"
                  inputMode="numeric"
                  autocomplete="one-time-code"
                  pattern="[0-9]{6}"
                  required
                />
              ) : (
                <input
                  {...attributes}
                  name="password"
                  type="password"
                  autocomplete="current-password"
                  required
                />
              )
            }
          </Field>
          <button type="submit">{t.confirm}</button>
        </form>
      )}
      {methods.includes("passkey") && (
        <>
          {asked === null && fault !== null && <p class="error">{fault}</p>}
          <button type="button" class="quiet" onClick={() => void byPasskey()}>
            {t.passkey}
          </button>
        </>
      )}
    </Dialog>
  );
}
