import type { PayoutFile } from "../../ui/api/views.ts";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

const tones: Readonly<Record<PayoutFile["status"], Tone>> = {
  PREPARED: "warn",
  RELEASED: "quiet",
  WRITING: "quiet",
  WRITTEN: "good",
  DOWNLOADED: "good",
  REFUSED: "bad",
};

/** Where a file of payouts is on its way to the bank. */
export function PayoutFileState({ status }: Pick<PayoutFile, "status">) {
  const { payoutFiles: t } = useTexts();
  return <Badge tone={tones[status]} text={t.states[status]} />;
}
