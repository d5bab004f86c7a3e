import type { BankEntry } from "../../ui/api/views.ts";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

const tones: Readonly<Record<BankEntry["status"], Tone>> = {
  QUEUED: "warn",
  MATCHED: "good",
  ASSIGNED: "good",
  ARRIVED: "good",
  BOOKED: "good",
  NOT_OURS: "quiet",
  IGNORED: "quiet",
};

/** What became of an entry of the bank. */
export function EntryState({ status }: Pick<BankEntry, "status">) {
  const { bank: t } = useTexts();
  return <Badge tone={tones[status]} text={t.states[status]} />;
}
