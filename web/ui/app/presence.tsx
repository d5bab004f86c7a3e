import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useState } from "preact/hooks";
import { ApiProblem } from "../api/problem.ts";
import { request } from "../api/request.ts";
import type { OwnAccount } from "../api/views.ts";
import { later } from "../parts/later.tsx";
import { ownScope, type Question } from "./presence-question.ts";
import { useReader } from "./reader.tsx";

const PresenceDialog = later(async () => (await import("./presence-dialog.tsx")).PresenceDialog);

const PresenceContext = createContext<() => Promise<void>>(() => Promise.resolve());

/**
 * Asks the reader to prove to be present, by a code, a passkey or the password. Throws an `ApiProblem` with the code
 * PRESENCE_NOT_PROVED when the reader closes the question.
 */
export const useProvePresence = (): (() => Promise<void>) => useContext(PresenceContext);

export function PresenceProvider({ children }: { readonly children: ComponentChildren }) {
  const { account } = useReader();
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = useCallback(async () => {
    const now = await request<OwnAccount>(ownScope, `/auth/${account.audience}/me`);
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
