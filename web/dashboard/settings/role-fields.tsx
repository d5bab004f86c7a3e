import type { Member } from "../../ui/api/views.ts";
import { Choice } from "../../ui/parts/field.tsx";
import { useTexts } from "../i18n/index.ts";

type Role = NonNullable<Member["live"]>["role"];
/** The role in each mode; empty: none. */
export interface Roles {
  readonly live: Role | "";
  readonly sandbox: Role | "";
}

/** The roles as the API takes them. An owner is one in both modes. Pure. */
export function rolesBody({ live, sandbox }: Roles) {
  const given = (role: Role | "") => (role === "" ? null : { role });
  return live === "OWNER" || sandbox === "OWNER"
    ? { live: { role: "OWNER" }, sandbox: { role: "OWNER" } }
    : { live: given(live), sandbox: given(sandbox) };
}

interface RoleFieldsProps {
  readonly roles: Roles;
  readonly onChange: (roles: Roles) => void;
}

export function RoleFields({ roles, onChange }: RoleFieldsProps) {
  const { team: t } = useTexts();
  const options = [["", t.noRole], ...Object.entries(t.roles)] as const;
  const set = (mode: keyof Roles, value: string) => {
    const role = isRole(value, t.roles) ? value : "";
    onChange(role === "OWNER" ? { live: role, sandbox: role } : { ...roles, [mode]: role });
  };
  return (
    <>
      <Choice label={t.live} value={roles.live} options={options} onChange={(value) => set("live", value)} />
      <Choice
        label={t.sandbox}
        value={roles.sandbox}
        options={options}
        onChange={(value) => set("sandbox", value)}
      />
    </>
  );
}

const isRole = (value: string, roles: Readonly<Record<Role, string>>): value is Role => value in roles;
