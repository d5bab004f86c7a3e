import type { ApiKey } from "../../ui/api/views.ts";
import { Badge, type Tone } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

const tones: Readonly<Record<ApiKey["status"], Tone>> = { ACTIVE: "good", EXPIRED: "quiet", REVOKED: "bad" };

/** Whether a key works. */
export function KeyState({ apiKey: { status } }: { readonly apiKey: Pick<ApiKey, "status"> }) {
  const { keys: t } = useTexts();
  return <Badge tone={tones[status]} text={t.states[status]} />;
}
