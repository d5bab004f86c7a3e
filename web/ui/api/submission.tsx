import { useQueryClient } from "@tanstack/preact-query";
import { useCallback, useRef, useState } from "preact/hooks";
import { useProvePresence } from "../app/presence.tsx";
import { useScope } from "../app/scope.tsx";
import { ApiProblem, isOutcomeUnknown } from "./problem.ts";
import { readAgain } from "./reads.ts";
import { type Answer, newKey, request, type Sent } from "./request.ts";

export interface Submission<Data> {
  /** Sends, and returns the answer; null when it was refused or is unknown: `problem` says why. */
  readonly send: (path: string, sent: Omit<Sent, "idempotencyKey">) => Promise<Answer<Data> | null>;
  readonly isSending: boolean;
  readonly problem: ApiProblem | null;
  /** The answer was lost: the same request may be sent again, and is done only once. */
  readonly isUnknown: boolean;
}

/**
 * One act of a person: a form that is open. All its requests carry one idempotency key, so that a double click, or a
 * repeat after a lost answer, is one act. What was refused without doubt gets a new key, because the next try is another
 * act. Asks for a proof of presence when the service wants one, and then goes on. When somebody else was faster, the page
 * reads again what it shows; forms keep what was typed.
 */
export function useSubmission<Data = unknown>(): Submission<Data> {
  const scope = useScope();
  const provePresence = useProvePresence();
  const answers = useQueryClient();
  const key = useRef(newKey());
  const isBusy = useRef(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const send = useCallback(
    async (path: string, sent: Omit<Sent, "idempotencyKey">): Promise<Answer<Data> | null> => {
      if (isBusy.current) return null;
      isBusy.current = true;
      setSending(true);
      setProblem(null);
      try {
        const once = () => request<Data>(scope, path, { ...sent, idempotencyKey: key.current });
        const answer = await once().catch(async (refusal: unknown) => {
          if (!(refusal instanceof ApiProblem) || refusal.code !== "STEP_UP_REQUIRED") throw refusal;
          key.current = newKey();
          await provePresence();
          return once();
        });
        key.current = newKey();
        return answer;
      } catch (refusal) {
        if (!(refusal instanceof ApiProblem)) throw refusal;
        if (!isOutcomeUnknown(refusal)) key.current = newKey();
        if (refusal.code === "VERSION_CONFLICT") void readAgain(answers, scope, []);
        setProblem(refusal);
        return null;
      } finally {
        isBusy.current = false;
        setSending(false);
      }
    },
    [answers, scope, provePresence],
  );
  return { send, isSending, problem, isUnknown: isOutcomeUnknown(problem) };
}
