import { hasPermission, type Permission } from "../../http/permissions.ts";
import { type Id, type IdKind, publicId } from "../../kit/ids.ts";

/** An event as a row tells it, without its content. */
export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly subjectId: string;
  readonly sequence: number;
}

/** What a stream says of an event: which object changed. */
export interface Change {
  readonly type: string;
  /** Of the payment intent, or of the object itself where there is none. */
  readonly id: string;
  /** Counts the events of this object: a smaller one than known is old news. */
  readonly version: number;
}

/** Whose id stands in `subject_id`, and which permission shows such objects. */
interface Subject {
  readonly kind: IdKind | "merchant";
  readonly permission: Permission;
}

/** By the first word of the event's type. */
const subjects: Readonly<Record<string, Subject>> = {
  payment: { kind: "paymentIntent", permission: "merchant.payments.read" },
  checkout: { kind: "paymentIntent", permission: "merchant.checkout.read" },
  refund: { kind: "paymentIntent", permission: "merchant.refunds.read" },
  payment_link: { kind: "paymentLink", permission: "merchant.links.read" },
  payout: { kind: "payout", permission: "merchant.payouts.read" },
  beneficiary: { kind: "beneficiary", permission: "merchant.beneficiaries.read" },
  merchant: { kind: "merchant", permission: "merchant.profile.read" },
  api_key: { kind: "apiKey", permission: "merchant.apikeys.read" },
  webhook_endpoint: { kind: "webhookEndpoint", permission: "merchant.webhooks.read" },
  // No event: notes are looked for beside the events.
  note: { kind: "note", permission: "merchant.payments.read" },
  endpoint: { kind: "webhookEndpoint", permission: "merchant.webhooks.read" },
};

/** Shows every event with its content. */
const EVERY_EVENT: Permission = "merchant.events.read";

/** Any one of these opens a stream; what it tells depends on the others. */
export const livePermissions: readonly Permission[] = [
  ...new Set([EVERY_EVENT, ...Object.values(subjects).map(({ permission }) => permission)]),
];

/** The changes that a caller with these permissions may know of. Pure. */
export function changesFor(rows: readonly EventRow[], permissions: readonly string[]): readonly Change[] {
  return rows.flatMap(({ type, subjectId, sequence }) => {
    const subject = subjectOf(type);
    const maySee = ([EVERY_EVENT, subject.permission] as const).some((one) =>
      hasPermission(permissions, one),
    );
    if (!maySee) return [];
    const id = subject.kind === "merchant" ? subjectId : publicId(subject.kind, subjectId as Id<IdKind>);
    return [{ type, id, version: sequence }];
  });
}

/** A test goes through every type of event. */
export function subjectOf(type: string): Subject {
  const subject = subjects[type.split(".")[0] ?? ""];
  if (subject === undefined) throw new Error(`no subject is known for events of the type ${type}`);
  return subject;
}
