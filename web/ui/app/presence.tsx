import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";
import { ApiProblem } from "../api/problem.ts";
import { request } from "../api/request.ts";
import type { OwnAccount } from "../api/views.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { getPasskey } from "./passkey.ts";
import { useReader } from "./reader.tsx";

const PresenceContext = createContext<() => Promise<void>>(() => Promise.resolve());

/**
 * Asks the reader to prove to be present, by a code, a passkey or the password. Throws an `ApiProblem` with the code
 * PRESENCE_NOT_PROVED when the reader closes the question.
 */
export const useProvePresence = (): (() => Promise<void>) => useContext(PresenceContext);

interface Question {
  readonly account: OwnAccount;
  readonly proved: () => void;
  readonly closed: () => void;
}

export function PresenceProvider({ children }: { readonly children: ComponentChildren }) {
  const { account } = useReader();
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback(async () => {
    const now = await request<OwnAccount>(own, `/auth/${account.audience}/me`);
    await new Promise<void>((proved, refused) =>
      setQuestion({
        account: now.data,
        proved,
        closed: () => refused(new ApiProblem("PRESENCE_NOT_PROVED", 403, "The reader closed the question.")),
      }),
    ).finally(() => setQuestion(null));
  }, [account.audience]);
  return (
    <PresenceContext.Provider value={ask}>
      {children}
      {question !== null && <PresenceDialog {...question} />}
    </PresenceContext.Provider>
  );
}

/** Log-ins belong to a person, not to a merchant. */
const own = { audience: "merchant", merchantId: null, mode: null } as const;

function PresenceDialog({ account, proved, closed }: Question) {
  const { words } = useReader();
  const t = words.stepUp;
  const { methods } = account.stepUp;
  const path = `/auth/${account.audience}/step-up`;
  const [isWrong, setWrong] = useState(false);
  const prove = async (body: () => Promise<object>) => {
    try {
      await request(own, path, { method: "POST", body: await body() });
      proved();
    } catch {
      setWrong(true);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    void prove(async () => Object.fromEntries(form));
  };
  const byPasskey = () =>
    prove(async () => {
      const { data } = await request<unknown>(own, `${path}/options`, { method: "POST", body: {} });
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
          <Field label={t[asked]} error={isWrong ? t.wrong : null}>
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
          {asked === null && isWrong && <p class="error">{t.wrong}</p>}
          <button type="button" class="quiet" onClick={() => void byPasskey()}>
            {t.passkey}
          </button>
        </>
      )}
    </Dialog>
  );
}
