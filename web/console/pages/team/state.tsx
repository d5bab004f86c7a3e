import type { Operator } from "../../../ui/api/views.ts";
import { Badge, type Tone } from "../../../ui/parts/badge.tsx";
import { useTexts } from "../../i18n/index.ts";

const tones: Readonly<Record<Operator["status"], Tone>> = {
  INVITED: "warn",
  ACTIVE: "good",
  DISABLED: "quiet",
};

/** Whether a colleague can log in, in a word. */
export function OperatorState({ operator: { status } }: { readonly operator: Operator }) {
  const { team } = useTexts();
  return <Badge tone={tones[status]} text={team.states[status]} />;
}
