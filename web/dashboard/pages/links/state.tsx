import type { PaymentLink } from "../../../ui/api/views.ts";
import { Badge, type Tone } from "../../../ui/parts/badge.tsx";
import { useTexts } from "../../i18n/index.ts";

type Status = PaymentLink["linkStatus"];
export const linkStatuses: readonly Status[] = ["ACTIVE", "PAUSED", "EXHAUSTED", "EXPIRED", "CANCELLED"];
const tones: Readonly<Record<Status, Tone>> = {
  ACTIVE: "good",
  PAUSED: "warn",
  EXHAUSTED: "quiet",
  EXPIRED: "quiet",
  CANCELLED: "bad",
};

export function LinkState({ link }: { readonly link: PaymentLink }) {
  const { links } = useTexts();
  return <Badge tone={tones[link.linkStatus]} text={links[link.linkStatus]} />;
}
