import { errors } from "../../http/errors.ts";
import { assert, type Refusal, unreachable } from "../../kit/errors.ts";
import type { SessionStatus } from "../payments/index.ts";
import { linkErrors } from "./errors.ts";
import { type LinkEvent, type LinkStatus, nextLinkStatus } from "./states.ts";
import type { PaymentLink } from "./types.ts";

export const MAX_USES_MAX = 1_000_000;
/** Of one payment. */
export const QUANTITY_MAX = 1_000;

type Uses = Pick<PaymentLink, "maxUses" | "usesCount">;

/** Whether every use was counted. Attempts in flight do not count: they may still fail. */
function isUsedUp({ maxUses, usesCount }: Uses): boolean {
  return maxUses !== null && usesCount >= maxUses;
}

/**
 * The status at `nowMs`: the end by time or by uses takes effect at its instant, whether or not it has been written.
 * When both apply, EXHAUSTED wins.
 */
export function effectiveStatus(
  link: Uses & Pick<PaymentLink, "status" | "expiresAtMs">,
  nowMs: number,
): LinkStatus {
  const { status, expiresAtMs } = link;
  if (status !== "ACTIVE" && status !== "PAUSED") return status;
  if (isUsedUp(link)) return "EXHAUSTED";
  return expiresAtMs !== null && nowMs >= expiresAtMs ? "EXPIRED" : status;
}

/** The link's status as a checkout session's status: OPEN while it can be paid, now or again later. */
export function sessionStyleStatus(status: LinkStatus): SessionStatus {
  switch (status) {
    case "ACTIVE":
    case "PAUSED":
      return "OPEN";
    case "EXHAUSTED":
      return "SUCCEEDED";
    case "EXPIRED":
      return "EXPIRED";
    case "CANCELLED":
      return "CANCELLED";
    default:
      return unreachable(status);
  }
}

/**
 * Why the link accepts no payment at `nowMs`; null when it does. `details` contain the merchant's own message to
 * payers.
 */
export function refusalOf(link: PaymentLink, nowMs: number): Refusal | null {
  const linkStatus = effectiveStatus(link, nowMs);
  const details = { linkStatus, inactiveMessage: link.detail.inactiveMessage };
  switch (linkStatus) {
    case "ACTIVE":
      return null;
    case "PAUSED":
    case "CANCELLED":
      return linkErrors.PAYMENT_LINK_NOT_ACTIVE(details);
    case "EXHAUSTED":
      return linkErrors.PAYMENT_LINK_MAX_USES_REACHED(details);
    case "EXPIRED":
      return linkErrors.PAYMENT_LINK_EXPIRED(details);
    default:
      return unreachable(linkStatus);
  }
}

/**
 * The combined meaning of a new link's `reusable` and `maxUses`. Refuses with VALIDATION_ERROR when they contradict.
 */
export function readUses(
  reusable: boolean | undefined,
  maxUses: number | null | undefined,
): Pick<PaymentLink, "reusable" | "maxUses"> {
  if (reusable !== false) return { reusable: true, maxUses: maxUses ?? null };
  if (maxUses === undefined || maxUses === 1) return { reusable: false, maxUses: 1 };
  throw singleUse();
}

function singleUse(): Refusal {
  return invalid("maxUses", "conflict", "must be 1 or absent when reusable is false");
}

export function invalid(path: string, rule: string, text: string): Refusal {
  return errors.VALIDATION_ERROR({ fields: [{ path, rule, message: `${path} ${text}.` }] });
}

/**
 * The fields that a merchant may change, already parsed; absent ones stay. `status` pauses or resumes; any other value
 * must be the link's present status.
 */
export type LinkChanges = Partial<
  Pick<PaymentLink, "title" | "description" | "maxUses" | "allowedMethods" | "expiresAtMs" | "detail">
> & { readonly status?: LinkStatus };

export type LinkEventName =
  `payment_link.${"created" | "updated" | "exhausted" | "expired" | "cancelled" | "abused"}`;

export interface LinkChange {
  readonly link: PaymentLink;
  /** Empty: nothing changed. */
  readonly events: readonly LinkEventName[];
}

/**
 * The link with the merchant's changes. Raising `maxUses` reopens an exhausted link; lowering it to the uses counted
 * ends it. Refuses with PAYMENT_LINK_NOT_ACTIVE (cancelled), PAYMENT_LINK_EXPIRED, PAYMENT_LINK_MAX_USES_REACHED (the
 * requested status is impossible for an exhausted link), and VALIDATION_ERROR for fewer uses than are taken, or for a
 * status that only time, uses and cancelling set.
 */
export function decideChange(link: PaymentLink, changes: LinkChanges, nowMs: number): LinkChange {
  const from = effectiveStatus(link, nowMs);
  if (from === "CANCELLED" || from === "EXPIRED") throw refusalAt(link, nowMs);
  if (changes.maxUses !== undefined) checkMaxUses(link, changes.maxUses);

  const { status: named, ...fields } = changes;
  // A link's own status may be sent back: that requests no change.
  const wanted = named === from ? undefined : named;
  if (wanted !== undefined && wanted !== "ACTIVE" && wanted !== "PAUSED") {
    throw invalid("linkStatus", "enum", `can be set to ACTIVE or PAUSED; the link is ${from}`);
  }
  const changed: PaymentLink = { ...link, ...fields };
  const usedUp = isUsedUp(changed);
  let status: LinkStatus = from;
  if (status === "EXHAUSTED" && !usedUp) {
    const isOver = changed.expiresAtMs !== null && nowMs >= changed.expiresAtMs;
    if (isOver) throw linkErrors.PAYMENT_LINK_EXPIRED({ linkStatus: from });
    status = step(status, "reopen");
  }
  if (wanted !== undefined && status === "EXHAUSTED") throw refusalAt(link, nowMs);
  if (wanted === "PAUSED" && status === "ACTIVE") status = step(status, "pause");
  if (wanted === "ACTIVE" && status === "PAUSED") status = step(status, "resume");
  const moved = status !== from;
  if (usedUp && status !== "EXHAUSTED") status = step(status, "exhaust");

  const events: LinkEventName[] = [];
  if (moved || !sameFields(link, changed)) events.push("payment_link.updated");
  // Also when the last use was counted before but the end was not written yet.
  if (status === "EXHAUSTED" && link.status !== "EXHAUSTED") events.push("payment_link.exhausted");
  return changedTo(link, changed, status, events, nowMs);
}

/** The link, CANCELLED permanently. An already cancelled one stays as it is. Refuses with PAYMENT_LINK_EXPIRED. */
export function decideCancel(link: PaymentLink, nowMs: number): LinkChange {
  const from = effectiveStatus(link, nowMs);
  if (from === "CANCELLED") return { link, events: [] };
  if (from === "EXPIRED") throw refusalAt(link, nowMs);
  return changedTo(link, link, step(from, "cancel"), ["payment_link.cancelled"], nowMs);
}

function changedTo(
  before: PaymentLink,
  changed: PaymentLink,
  status: LinkStatus,
  events: readonly LinkEventName[],
  nowMs: number,
): LinkChange {
  if (events.length === 0) return { link: before, events };
  const link: PaymentLink = {
    ...changed,
    status,
    eventSequence: before.eventSequence + events.length,
    version: before.version + 1,
    updatedAtMs: nowMs,
  };
  return { link, events };
}

/** Counted uses, and uses reserved by attempts in flight, cannot be taken back. */
function checkMaxUses({ reusable, usesCount, usesReserved }: PaymentLink, maxUses: number | null): void {
  if (!reusable && maxUses !== 1) throw singleUse();
  const taken = usesCount + usesReserved;
  if (maxUses !== null && maxUses < taken) {
    throw invalid("maxUses", "minimum", `must be at least ${taken}: so many uses are counted or under way`);
  }
}

function step(from: LinkStatus, event: LinkEvent): LinkStatus {
  const to = nextLinkStatus(from, event);
  assert(to !== null, `a link takes ${event}, not when ${from}`);
  return to;
}

function refusalAt(link: PaymentLink, nowMs: number): Refusal {
  const refusal = refusalOf(link, nowMs);
  assert(refusal !== null, "the link is not active");
  return refusal;
}

function sameFields(left: PaymentLink, right: PaymentLink): boolean {
  const shown = ({ title, description, maxUses, allowedMethods, expiresAtMs, detail }: PaymentLink) =>
    JSON.stringify([title, description, maxUses, allowedMethods, expiresAtMs, detail]);
  return shown(left) === shown(right);
}
