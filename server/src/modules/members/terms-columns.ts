import type { MemberRole } from "./roles.ts";
import type { MemberTerms, ModeRole } from "./types.ts";

/** The columns of `MemberTerms`, the same in both tables that have them. */
export interface TermsColumns {
  readonly liveRole: MemberRole | null;
  readonly livePermissions: readonly string[] | null;
  readonly sandboxRole: MemberRole | null;
  readonly sandboxPermissions: readonly string[] | null;
  /** Minor units by currency, as texts. */
  readonly refundLimits: Readonly<Record<string, string>>;
}

export const selectTerms = (table: string): string =>
  `${table}.live_role as "liveRole", ${table}.live_permissions as "livePermissions",
   ${table}.sandbox_role as "sandboxRole", ${table}.sandbox_permissions as "sandboxPermissions",
   ${table}.refund_limits as "refundLimits"`;

export function readTerms(row: TermsColumns): MemberTerms {
  const inMode = (role: MemberRole | null, only: readonly string[] | null): ModeRole | null =>
    role === null ? null : { role, only };
  return {
    LIVE: inMode(row.liveRole, row.livePermissions),
    SANDBOX: inMode(row.sandboxRole, row.sandboxPermissions),
    refundLimits: Object.fromEntries(
      Object.entries(row.refundLimits).map(([currency, minor]) => [currency, BigInt(minor)]),
    ),
  };
}

/** Values of `live_role, live_permissions, sandbox_role, sandbox_permissions, refund_limits`, in this order. */
export function termsValues({ LIVE, SANDBOX, refundLimits }: MemberTerms): readonly unknown[] {
  const limits = Object.entries(refundLimits).map(([currency, minor]) => [currency, minor.toString()]);
  return [
    LIVE?.role ?? null,
    LIVE?.only ?? null,
    SANDBOX?.role ?? null,
    SANDBOX?.only ?? null,
    JSON.stringify(Object.fromEntries(limits)),
  ];
}
