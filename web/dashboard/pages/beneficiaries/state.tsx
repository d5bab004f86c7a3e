import type { Beneficiary } from "../../../ui/api/views.ts";
import { useFormat } from "../../../ui/format/index.tsx";
import { operatorName } from "../../../ui/format/operators.ts";
import { Badge, type Tone } from "../../../ui/parts/badge.tsx";
import { useTexts } from "../../i18n/index.ts";

type Status = Beneficiary["status"];
export const beneficiaryStatuses: readonly Status[] = [
  "PENDING_VERIFICATION",
  "ACTIVE",
  "REJECTED",
  "DISABLED",
];
const tones: Readonly<Record<Status, Tone>> = {
  PENDING_VERIFICATION: "warn",
  ACTIVE: "good",
  REJECTED: "bad",
  DISABLED: "quiet",
};

interface OfBeneficiary {
  readonly beneficiary: Beneficiary;
}

export function BeneficiaryState({ beneficiary: { status } }: OfBeneficiary) {
  const { beneficiaries } = useTexts();
  return <Badge tone={tones[status]} text={beneficiaries[status]} />;
}

/** Operator and number, as the API masks it. Pure. */
export function accountText({ details }: Beneficiary): string {
  const { operator, bankName, phone, iban, walletId } = details;
  return [operator === null ? bankName : operatorName(operator), phone ?? iban ?? walletId]
    .filter((part) => part !== null)
    .join(" ");
}

/** From when on it can be paid; null when that is now. */
export const payableFrom = ({ payoutsAllowedFrom: from }: Beneficiary): string | null =>
  from === null || Date.parse(from) <= Date.now() ? null : from;

/** From when on it can be paid, while that is not now. */
export function CoolOff({ beneficiary }: OfBeneficiary) {
  const format = useFormat();
  const from = payableFrom(beneficiary);
  return from === null ? null : <time dateTime={from}>{format.moment(from)}</time>;
}
