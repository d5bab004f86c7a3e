import { useState } from "preact/hooks";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { IssuedInvitation } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { Field } from "../../ui/parts/field.tsx";
import { Id } from "../../ui/parts/id.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { limitsBody, RefundLimitFields, type TypedLimits, takesLimits } from "./refund-limits.tsx";
import { RoleFields, type Roles, rolesBody } from "./role-fields.tsx";

interface InviteDialogProps {
  /** Of the merchant's invitations. */
  readonly path: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Invites somebody. Where no mail can leave, the link is shown once. */
export function InviteDialog({ path, onClose, onDone }: InviteDialogProps) {
  const { team: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const act = useSubmission<IssuedInvitation>();
  const [email, setEmail] = useState("");
  const [roles, setRoles] = useState<Roles>({ live: "VIEWER", sandbox: "VIEWER" });
  const [link, setLink] = useState<string | null>(null);
  const [typed, setTyped] = useState<TypedLimits>({});
  const limits = limitsBody(typed);
  const hasLimits = takesLimits(roles);
  const hasRole = roles.live !== "" || roles.sandbox !== "";
  const isGood = hasRole && (!hasLimits || limits !== null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isGood) return;
    const body = {
      email: email.trim(),
      ...rolesBody(roles),
      ...(hasLimits && limits !== null ? { refundLimits: limits } : {}),
    };
    const answer = await act.send(path, { method: "POST", body });
    if (answer === null) return;
    announce(t.sent);
    onDone();
    if (answer.data.url === null) onClose();
    else setLink(answer.data.url);
  };
  return (
    <Dialog title={t.invite} onClose={onClose}>
      {link !== null ? (
        <>
          <p>{t.link}</p>
          <p class="note">
            <Id id={link} />
          </p>
        </>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <Field label={t.email} hint={t.emailHint}>
            {(attributes) => (
              <input
                {...attributes}
                type="email"
                autocomplete="off"
                required
                maxLength={254}
                value={email}
                onInput={(event) => setEmail(event.currentTarget.value)}
              />
            )}
          </Field>
          <RoleFields roles={roles} onChange={setRoles} />
          {hasLimits && <RefundLimitFields typed={typed} onChange={setTyped} />}
          {!hasRole && (
            <p class="error" role="alert">
              {t.noRoleChosen}
            </p>
          )}
          <SubmissionProblem act={act} texts={t.problems} />
          <div class="actions">
            <button type="submit" disabled={!isGood || act.isSending}>
              {act.isSending ? words.sending : act.isUnknown ? words.askAgain : t.send(email.trim())}
            </button>
            <button type="button" class="quiet" onClick={onClose}>
              {words.cancel}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
