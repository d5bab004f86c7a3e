import type { Dossier } from "../../ui/api/views.ts";
import { Beside } from "../../ui/dossier/beside.tsx";
import { profileFields } from "../../ui/dossier/profile.ts";
import { Card } from "../../ui/parts/card.tsx";
import { useTexts } from "../i18n/index.ts";
import { ActButton } from "../parts/act-button.tsx";
import { useMayWrite, useNames } from "./dossier.ts";
import { DOSSIER_PATH } from "./paths.ts";

/** A legal change that waits for its review: what stands beside what is proposed. */
export function ProposedChange({ dossier }: { readonly dossier: Dossier }) {
  const { setup: t, dossier: words } = useTexts();
  const mayWrite = useMayWrite();
  const nameOf = useNames(dossier);
  const { change, profile, proposedProfile } = dossier;
  if (change === null || proposedProfile === null) return null;
  return (
    <Card title={t.changeTitle}>
      {change.reason !== null && <p>{t.changeBecause(change.reason)}</p>}
      {profileFields
        .filter((field) => change.fields.includes(field))
        .map((field) => (
          <Beside
            key={field}
            field={field}
            label={nameOf(field)}
            stands={profile}
            proposed={proposedProfile}
            words={words}
          />
        ))}
      <p class="quiet">{t.changeStops}</p>
      {mayWrite && change.withdrawable && (
        <div class="actions">
          <ActButton
            label={t.withdraw}
            text={t.withdrawText}
            path={`${DOSSIER_PATH}/profile/material-change/withdraw`}
            sent={{ method: "POST" }}
            done={t.withdrawn}
            texts={t.refusals}
          />
        </div>
      )}
    </Card>
  );
}
