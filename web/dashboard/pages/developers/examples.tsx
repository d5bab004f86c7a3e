import "../../developers/developers.css";
import { useState } from "preact/hooks";
import { useRead } from "../../../ui/api/reads.ts";
import { useSubmission } from "../../../ui/api/submission.tsx";
import type { Charge, CreatedKey, Wallet } from "../../../ui/api/views.ts";
import { useAddress } from "../../../ui/app/address.ts";
import { useUiTexts } from "../../../ui/app/reader.tsx";
import { useMerchant } from "../../../ui/app/scope.tsx";
import { Card } from "../../../ui/parts/card.tsx";
import { Choice } from "../../../ui/parts/field.tsx";
import { Page } from "../../../ui/parts/page.tsx";
import { SubmissionProblem } from "../../../ui/parts/submission-problem.tsx";
import { Code } from "../../developers/code.tsx";
import {
  type ExampleName,
  exampleCall,
  exampleNames,
  exampleWallet,
} from "../../developers/example-calls.ts";
import { LanguageChoice, useLanguage } from "../../developers/language-choice.tsx";
import { useOwnPermissions } from "../../developers/own-permissions.ts";
import { permissionsOf, presets, rightsOf, within } from "../../developers/permissions.ts";
import { callSnippet, languageNames, languages } from "../../developers/snippets.ts";
import { useTexts } from "../../i18n/index.ts";

/** Calls to copy, filled with this merchant's ids. */
export default function ExamplesPage() {
  const { examples: t } = useTexts();
  const { merchantId, mode } = useMerchant();
  const { query, set } = useAddress();
  const [apiKey, setApiKey] = useState<string | null>(null);
  const language = useLanguage(languages);
  const name: ExampleName = exampleNames.find((one) => one === query.call) ?? "session";
  const wallets = useRead<readonly Wallet[]>("/payments/wallets").data?.data ?? [];
  const charge = useRead<readonly Charge[]>("/payments/charges?status=SUCCEEDED&limit=1").data?.data[0];
  const wallet = exampleWallet(wallets, charge?.currency ?? null);
  const call = exampleCall(name, {
    merchantId,
    walletId: wallet?.id ?? null,
    currency: wallet?.currency ?? "XOF",
    chargeId: charge?.id ?? null,
  });
  const place = { baseUrl: `${location.origin}/api/v1`, apiKey };
  return (
    <Page title={t.title}>
      <Card title={t.call}>
        <div class="cards">
          <Choice
            label={t.call}
            value={name}
            options={exampleNames.map((one) => [one, t.calls[one]])}
            onChange={(chosen) => set({ call: chosen })}
          />
          <LanguageChoice offered={languages} value={language} />
        </div>
        <Code text={callSnippet(language, call, place)} label={languageNames[language]} />
        {apiKey === null ? <p class="quiet">{t.keyVariable}</p> : <p class="quiet">{t.keyHere}</p>}
        {mode === "SANDBOX" && apiKey === null && <PageKey onMade={setApiKey} />}
      </Card>
      <p>
        <a href="/docs">{t.reference}</a>
      </p>
    </Page>
  );
}

/** Makes a sandbox key for the examples. It is known to this tab alone, and gone when the page is left. */
function PageKey({ onMade }: { readonly onMade: (key: string) => void }) {
  const { examples: t, keys } = useTexts();
  const { act: words } = useUiTexts();
  const { merchantId } = useMerchant();
  const act = useSubmission<CreatedKey>();
  const permissions = permissionsOf(within(presets.EVERYTHING, rightsOf(useOwnPermissions())));
  const make = async () => {
    const body = { name: t.pageKey, permissions };
    const answer = await act.send(`/merchant/merchants/${merchantId}/api-keys`, { method: "POST", body });
    if (answer !== null && answer.data.key !== null) onMade(answer.data.key);
  };
  return (
    <>
      <SubmissionProblem act={act} texts={keys.problems} />
      <div class="actions">
        <button type="button" disabled={act.isSending} onClick={() => void make()}>
          {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.makeKey}
        </button>
      </div>
    </>
  );
}
