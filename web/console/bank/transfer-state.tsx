import type { TransferOrder } from "../../ui/api/views.ts";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

const tones: Readonly<Record<TransferOrder["status"], Tone>> = {
  QUEUED: "quiet",
  IN_FILE: "quiet",
  RELEASED: "warn",
  PAID: "good",
  REJECTED: "bad",
  RETURNED: "bad",
  WITHDRAWN: "quiet",
};

/** What became of a transfer that we ordered. */
export function TransferState({ status }: Pick<TransferOrder, "status">) {
  const { bankFiles: t } = useTexts();
  return <Badge tone={tones[status]} text={t.transferStates[status]} />;
}
