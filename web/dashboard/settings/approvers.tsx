import type { Member } from "../../ui/api/views.ts";
import { useMerchant } from "../../ui/app/scope.tsx";
import { Badge } from "../../ui/parts/badge.tsx";
import { useTexts } from "../i18n/index.ts";

/** The role of a person in a mode; null: none. Pure. */
const roleIn = (member: Pick<Member, "live" | "sandbox">, mode: "LIVE" | "SANDBOX") =>
  mode === "LIVE" ? member.live : member.sandbox;

/** Who may approve payouts in this mode. */
export function Approvers({ members }: { readonly members: readonly Member[] }) {
  const { thresholds: t, team } = useTexts();
  const { mode } = useMerchant();
  const approvers = members.flatMap((member) => {
    const role = roleIn(member, mode);
    const may = member.status === "ACTIVE" && role?.permissions.includes("merchant.payouts.approve") === true;
    return may ? [{ member, role: role.role }] : [];
  });
  if (approvers.length === 0) return <p>{t.noApprover}</p>;
  return (
    <ul class="approvers">
      {approvers.map(({ member: { id, name, secondFactor }, role }) => (
        <li key={id}>
          {name} · {team.roles[role]}
          {mode === "LIVE" && !secondFactor && (
            <>
              {" "}
              <Badge tone="warn" text={t.waitsForFactor} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
