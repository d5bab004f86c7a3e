import { useState } from "preact/hooks";
import { useSubmission } from "../../ui/api/submission.tsx";
import type { Member } from "../../ui/api/views.ts";
import { useUiTexts } from "../../ui/app/reader.tsx";
import { useAnnounce } from "../../ui/parts/announcer.tsx";
import { Dialog } from "../../ui/parts/dialog.tsx";
import { SubmissionProblem } from "../../ui/parts/submission-problem.tsx";
import { useTexts } from "../i18n/index.ts";
import { limitsBody, RefundLimitFields, takesLimits, typedLimits } from "./refund-limits.tsx";
import { RoleFields, type Roles, rolesBody } from "./role-fields.tsx";

interface MemberDialogProps {
  /** Of the merchant's people. */
  readonly path: string;
  readonly member: Member;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes what a person may do, or removes the person. */
export function MemberDialog({ path, member, onClose, onDone }: MemberDialogProps) {
  const { team: t } = useTexts();
  const { act: words } = useUiTexts();
  const announce = useAnnounce();
  const change = useSubmission<Member>();
  const removal = useSubmission<Member>();
  const before: Roles = { live: member.live?.role ?? "", sandbox: member.sandbox?.role ?? "" };
  const [roles, setRoles] = useState(before);
  const limitsBefore = typedLimits(member.refundLimits);
  const [typed, setTyped] = useState(limitsBefore);
  const limits = limitsBody(typed);
  const hasLimits = takesLimits(roles);
  const isSame =
    roles.live === before.live &&
    roles.sandbox === before.sandbox &&
    (!hasLimits || JSON.stringify(limits) === JSON.stringify(limitsBody(limitsBefore)));
  const hasRole = roles.live !== "" || roles.sandbox !== "";
  const own = `${path}/${member.id}`;
  const done = (text: string) => {
    announce(text);
    onDone();
    onClose();
  };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = { ...rolesBody(roles), ...(hasLimits && limits !== null ? { refundLimits: limits } : {}) };
    const answer = await change.send(own, { method: "PATCH", body });
    if (answer !== null) done(t.saved);
  };
  const remove = async () => {
    if ((await removal.send(own, { method: "DELETE" })) !== null) done(t.removed);
  };
  return (
    <Dialog title={t.changeTitle(member.name)} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <RoleFields roles={roles} onChange={setRoles} />
        {hasLimits && <RefundLimitFields typed={typed} onChange={setTyped} />}
        {!hasRole && (
          <p class="error" role="alert">
            {t.noRoleChosen}
          </p>
        )}
        <SubmissionProblem act={change} texts={t.problems} />
        <div class="actions">
          <button
            type="submit"
            disabled={isSame || !hasRole || (hasLimits && limits === null) || change.isSending}
          >
            {change.isSending ? words.sending : change.isUnknown ? words.askAgain : t.save(member.name)}
          </button>
        </div>
      </form>
      <p>{t.removeText}</p>
      <SubmissionProblem act={removal} texts={t.problems} />
      <div class="actions">
        <button type="button" class="danger" disabled={removal.isSending} onClick={() => void remove()}>
          {removal.isSending ? words.sending : t.remove(member.name)}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </Dialog>
  );
}
