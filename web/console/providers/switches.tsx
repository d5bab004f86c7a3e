import { useState } from "preact/hooks";
import { useReadAgain } from "../../ui/api/reads.ts";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { AccountTest, ProviderAccount } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useMayAct } from "../acts/may.ts";
import { useTexts } from "../i18n/index.ts";
import { useAccountChange } from "./account-change.ts";

/** Tests the account, and takes it into use or out of it. */
export function Switches({ account }: { readonly account: ProviderAccount }) {
  const { providers: t } = useTexts();
  const { act: words } = useUiTexts();
  const testing = useSubmission<AccountTest>();
  const { act: switching, change } = useAccountChange(account);
  const may = useMayAct();
  const readAgain = useReadAgain();
  const [result, setResult] = useState<AccountTest | null>(null);
  const isEnabled = account.status === "ENABLED";
  const test = async () => {
    const answer = await testing.send(`/tenant/provider-accounts/${account.id}/test`, { method: "POST" });
    setResult(answer === null ? null : answer.data);
    if (answer !== null) await readAgain("/tenant/");
  };
  const flip = async () => {
    await change({ status: isEnabled ? "DISABLED" : "ENABLED" }, isEnabled ? t.wasDisabled : t.wasEnabled);
  };
  return (
    <>
      <div class="actions">
        {may("testProviderAccount") && (
          <button type="button" disabled={testing.isSending} onClick={() => void test()}>
            {testing.isSending ? words.sending : t.test}
          </button>
        )}
        {may("updateProviderAccount") && (
          <button type="button" class="quiet" disabled={switching.isSending} onClick={() => void flip()}>
            {switching.isSending ? words.sending : isEnabled ? t.disable : t.enable}
          </button>
        )}
      </div>
      <p class="quiet">
        {isEnabled ? t.disableSays : account.mode === "LIVE" ? t.enableLiveSays : t.enableSays}
      </p>
      <div role="status">{result !== null && <TestResult result={result} />}</div>
      <SubmissionProblem act={testing} />
      <SubmissionProblem act={switching} texts={t.problems} />
    </>
  );
}

function TestResult({ result }: { readonly result: AccountTest }) {
  const { providers: t } = useTexts();
  return (
    <div class={result.passed ? "test-result" : "problem"}>
      <p>
        <strong>{result.passed ? t.passed : t.testProblems[result.problem ?? "UNEXPECTED_ANSWER"]}</strong>
      </p>
      {/* The service's own words, which are in English. */}
      {result.sentence !== null && <p lang="en">{result.sentence}</p>}
      {result.reason !== null && (
        <p class="quiet">
          <code>{result.reason}</code>
        </p>
      )}
    </div>
  );
}
