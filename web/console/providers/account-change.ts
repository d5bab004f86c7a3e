import { useReadAgain } from "../../ui/api/reads.ts";
import { type Submission, useSubmission } from "../../ui/api/submission.tsx";
import type { ProviderAccount } from "../../ui/api/views.ts";
import { useSayChanged } from "../approvals/proposals.tsx";

interface AccountChange {
  readonly act: Submission<unknown>;
  /**
   * Sends new values of the account, as it was read, or as `base` is. Says `done`, or that a colleague must confirm; false:
   * refused.
   */
  readonly change: (values: object, done: string, base?: ProviderAccount) => Promise<boolean>;
}

/** One change of an account at a provider. */
export function useAccountChange(account: ProviderAccount): AccountChange {
  const act = useSubmission();
  const say = useSayChanged();
  const readAgain = useReadAgain();
  const change = async (values: object, done: string, base = account): Promise<boolean> => {
    const body = { ...values, version: base.version };
    const answer = await act.send(`/tenant/provider-accounts/${account.id}`, { method: "PATCH", body });
    if (answer === null) return false;
    say(answer.data, done);
    await readAgain("/tenant/");
    return true;
  };
  return { act, change };
}
