import type { Merchant } from "../../../ui/api/views.ts";
import { Badge, type Tone } from "../../../ui/parts/badge.tsx";
import { useTexts } from "../../i18n/index.ts";

const tones: Readonly<Record<Merchant["status"], Tone>> = {
  PENDING: "warn",
  ACTIVE: "good",
  SUSPENDED: "bad",
  CLOSED: "quiet",
};
const kybTones: Readonly<Record<Merchant["kybStatus"], Tone>> = {
  DRAFT: "quiet",
  SUBMITTED: "warn",
  IN_REVIEW: "warn",
  INFO_REQUESTED: "warn",
  APPROVED: "good",
  REJECTED: "bad",
};

/** The account, the same in both modes. */
export function MerchantBadge({ merchant: { status } }: { readonly merchant: Pick<Merchant, "status"> }) {
  const { standing } = useTexts();
  return <Badge tone={tones[status]} text={standing.states[status]} />;
}

/** The dossier of one mode. */
export function KybBadge({ status }: { readonly status: Merchant["kybStatus"] }) {
  const { standing } = useTexts();
  return <Badge tone={kybTones[status]} text={standing.kyb[status]} />;
}
