import { hasPermission, type Permission } from "../../http/permissions.ts";
import type { RefundLimit } from "../../http/route.ts";
import { type Mode, modes } from "../../kit/payment-terms.ts";
import { memberErrors } from "./errors.ts";
import { permissionsOfRole, rightsOf } from "./roles.ts";
import type { Giver, MemberTerms } from "./types.ts";

const isOwner = ({ LIVE }: Pick<MemberTerms, "LIVE">): boolean => LIVE?.role === "OWNER";

/** The permissions of the terms in a mode, as if a second factor were set up. Pure. */
export function termsPermissions(terms: MemberTerms, mode: Mode): readonly Permission[] {
  const inMode = terms[mode];
  return inMode === null ? [] : rightsOf(inMode.role, mode, inMode.only, true).permissions;
}

/**
 * What a person may give: in a mode where the person manages the team, what the person has there. A developer, who
 * manages everything in the sandbox alone, gives nothing in live mode. Pure.
 */
export function giverOfTerms(terms: MemberTerms): Giver {
  const givable = (mode: Mode): readonly string[] => {
    const held = termsPermissions(terms, mode);
    return hasPermission(held, "merchant.team.manage") ? held : [];
  };
  const permissions = { LIVE: givable("LIVE"), SANDBOX: givable("SANDBOX") };
  return { isOwner: isOwner(terms), namesFirstOwner: false, permissions };
}

/**
 * What a key may give: what it holds, and nothing in live mode when it is a sandbox key. No key is an owner; the live key
 * that an operator made for the owner may invite the first one. Pure.
 */
export function giverOfKey(mode: Mode, givable: readonly string[], isOwnerKey: boolean): Giver {
  return {
    isOwner: false,
    namesFirstOwner: isOwnerKey && mode === "LIVE",
    permissions: { LIVE: mode === "LIVE" ? givable : [], SANDBOX: givable },
  };
}

/** What `terms` contain and `giver` may not give, by mode. Pure. */
function excessOf(giver: Giver, terms: MemberTerms): readonly string[] {
  return modes.flatMap((mode) =>
    termsPermissions(terms, mode)
      .filter((one) => !hasPermission(giver.permissions[mode], one))
      .map((one) => `${mode} ${one}`),
  );
}

/**
 * Nobody gives more than they have. `hasOwner`: whether the merchant has an owner already. Refuses with OWNER_ONLY and
 * MEMBER_EXCEEDS_INVITER.
 */
export function refuseExcess(giver: Giver, terms: MemberTerms, hasOwner = true): void {
  const makesOwners = giver.isOwner || (giver.namesFirstOwner && !hasOwner);
  if (isOwner(terms) && !makesOwners) throw memberErrors.OWNER_ONLY();
  const exceeds = excessOf(giver, terms);
  if (exceeds.length > 0) throw memberErrors.MEMBER_EXCEEDS_INVITER({ exceeds });
}

/** Nobody changes or removes a person who may do more. Refuses with OWNER_ONLY and MEMBER_EXCEEDS_CALLER. */
export function refuseLesser(giver: Giver, target: MemberTerms): void {
  if (isOwner(target) && !giver.isOwner) throw memberErrors.OWNER_ONLY();
  const lacks = excessOf(giver, target);
  if (lacks.length > 0) throw memberErrors.MEMBER_EXCEEDS_CALLER({ lacks });
}

/** The field that is wrong in what somebody would be given; null when nothing is. Pure. */
export function wrongTerms(
  terms: MemberTerms,
): { readonly path: string; readonly rule: string; readonly message: string } | null {
  const { LIVE: live, SANDBOX: sandbox } = terms;
  if (live === null && sandbox === null)
    return {
      path: "live",
      rule: "required",
      message: "Give a role in live mode, in the sandbox, or in both.",
    };
  if ((live?.role === "OWNER") !== (sandbox?.role === "OWNER"))
    return {
      path: live?.role === "OWNER" ? "sandbox" : "live",
      rule: "owner",
      message: "An owner is one in both modes.",
    };
  for (const [path, mode] of [
    ["live", "LIVE"],
    ["sandbox", "SANDBOX"],
  ] as const) {
    const inMode = terms[mode];
    if (inMode === null || inMode.only === null) continue;
    if (inMode.role === "OWNER")
      return { path: `${path}.permissions`, rule: "owner", message: "An owner has every permission." };
    const full = permissionsOfRole(inMode.role, mode);
    const beyond = inMode.only.find((one) => !hasPermission(full, one as Permission));
    if (beyond !== undefined)
      return {
        path: `${path}.permissions`,
        rule: "role",
        message: `${inMode.role} does not have ${beyond} in this mode: the list can only leave out what the role has.`,
      };
  }
  return null;
}

/** What a person may refund at once in a mode: SUPPORT no more, every other role more after a proof of presence. Pure. */
export function refundLimitOf(terms: MemberTerms, mode: Mode): RefundLimit {
  return { upTo: terms.refundLimits, above: terms[mode]?.role === "SUPPORT" ? "refused" : "presence" };
}
