import type { ProviderAccount } from "../../ui/api/views.ts";
import { Badge } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

/** Whether an account takes payments, and what stands in the way. */
export function AccountState({
  account: { status, suspendedAt, mode, testPassedAt },
}: {
  readonly account: ProviderAccount;
}) {
  const { providers: t } = useTexts();
  return (
    <span class="badges">
      <Badge tone={status === "ENABLED" ? "good" : "quiet"} text={t.states[status]} />
      {suspendedAt !== null && <Badge tone="bad" text={t.suspended} />}
      {mode === "LIVE" && testPassedAt === null && <Badge tone="warn" text={t.untested} />}
    </span>
  );
}
