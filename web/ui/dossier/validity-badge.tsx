import { useFormat } from "../format/index.tsx";
import type { dossier } from "../i18n/fr-dossier.ts";
import { Badge } from "../parts/badge.tsx";
import { useNow } from "../reports/now.ts";
import { validityOf } from "./validity.ts";

const tones = { ENDED: "bad", SOON: "warn", VALID: "quiet" } as const;

interface ValidityProps {
  readonly expiresOn: string | null;
  readonly words: Pick<typeof dossier, "validities">;
}

/** Until when a paper is valid; nothing where nobody has said. */
export function Validity({ expiresOn, words }: ValidityProps) {
  const format = useFormat();
  const validity = validityOf(expiresOn, useNow());
  if (expiresOn === null || validity === null) return null;
  const day = format.day(`${expiresOn}T12:00:00Z`);
  return <Badge tone={tones[validity]} text={words.validities[validity](day)} />;
}
