import { useEffect, useRef } from "preact/hooks";
import type { Dossier } from "../../ui/api/views.ts";
import { useAddress } from "../../ui/app/address.ts";
import { ProfileValue } from "../../ui/dossier/value.tsx";
import { About } from "../../ui/parts/about.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { Card } from "../../ui/parts/card.tsx";
import { useTexts } from "../i18n/index.ts";
import { fieldsOf, isWritable, type Requirement, useMayWrite, useNames, written } from "./dossier.ts";
import { FieldForm } from "./later.ts";

/** What the merchant says of itself: each field by itself, the open one in the address. */
export function ProfileFacts({ dossier }: { readonly dossier: Dossier }) {
  const { setup: t } = useTexts();
  const fields = fieldsOf(dossier);
  const done = fields.filter(({ status }) => status === "PROVIDED").length;
  return (
    <Card title={t.facts} tools={<span class="quiet">{t.factsDone(done, fields.length)}</span>}>
      <ul class="needs">
        {fields.map((field) => (
          <FactItem key={field.name} dossier={dossier} field={field} />
        ))}
      </ul>
    </Card>
  );
}

interface FactItemProps {
  readonly dossier: Dossier;
  readonly field: ReturnType<typeof fieldsOf>[number];
}

function FactItem({ dossier, field: { name, status } }: FactItemProps) {
  const { setup: t, dossier: words } = useTexts();
  const { query, set } = useAddress();
  const mayWrite = useMayWrite() && isWritable(dossier);
  const label = useNames(dossier)(name);
  const isOpen = mayWrite && query.open === name;
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <li>
      <div class="need">
        <h3>{label}</h3>
        <FactState status={status} />
      </div>
      {!isOpen && status === "PROVIDED" && (
        <div class="value">
          <ProfileValue
            profile={isWritable(dossier) ? written(dossier) : dossier.profile}
            field={name}
            words={words}
          />
        </div>
      )}
      {isOpen && (
        <FieldForm dossier={dossier} field={name} label={label} onClose={() => set({ open: null })} />
      )}
      {mayWrite && !isOpen && (
        <div class="actions">
          <button ref={opener} type="button" class="quiet small" onClick={() => set({ open: name })}>
            <About text={status === "PROVIDED" ? t.edit : t.fill} about={label} />
          </button>
        </div>
      )}
    </li>
  );
}

function FactState({ status }: Pick<Requirement, "status">) {
  const { setup: t } = useTexts();
  return status === "PROVIDED" ? (
    <Badge tone="good" text={t.there} />
  ) : (
    <Badge tone="warn" text={t.missing} />
  );
}
