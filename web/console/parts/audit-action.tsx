import type { AuditEntry } from "../../ui/api/views.ts";
import { useTexts } from "../i18n/index.ts";

/** Who did it: a name where there is one; what the service or a provider did by itself is said in words. */
export function AuditActor({ entry: { actor, actorName } }: { readonly entry: AuditEntry }) {
  const { auditActs } = useTexts();
  return <>{actorName ?? auditActs.services[actor as keyof typeof auditActs.services] ?? actor}</>;
}

/** An act of the audit log in the reader's words, with the API's name beside it, which filters and programs use. */
export function AuditAction({ action }: { readonly action: string }) {
  const { auditActs: t } = useTexts();
  const [noun = "", verb = ""] = action.split(".");
  const thing = t.things[noun as keyof typeof t.things];
  const deed = t.deeds[verb as keyof typeof t.deeds];
  return thing === undefined || deed === undefined ? (
    <code>{action}</code>
  ) : (
    <>
      {thing}, {deed} <code class="quiet">{action}</code>
    </>
  );
}
