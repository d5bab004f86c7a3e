import type { TenantArea } from "../../http/permissions.ts";
import { type Id, type IdKind, isUuid, parsePublicId, publicId } from "../../kit/ids.ts";

/** What waits for a person, and how long it may. */
export const workKinds = [
  "DOSSIER",
  "EXPIRING_PAPER",
  "HELD_MONEY",
  "UNKNOWN_PAYMENT",
  "MONEY_DECISION",
  "CHANGE_REQUEST",
  "LEDGER_CORRECTION",
  "DOSSIER_DECISION",
  "RETURNED_PAYOUT",
  "BANK_ENTRY",
  "DIFFERENCES",
  "DIFFERENCE",
  "STATEMENT_GAP",
  "BALANCE_GAP",
  "ENDPOINT_DISABLED",
  "PROVIDER_ALARM",
  "BROKEN_INVARIANT",
] as const;
export type WorkKind = (typeof workKinds)[number];

interface KindRule {
  /** Of these matters: `read` shows rows of this kind, `manage` takes them. */
  readonly area: TenantArea;
  /** Nothing ends it but somebody who says that it was seen to. */
  readonly endsByHand?: true;
}

export const kindRules: Readonly<Record<WorkKind, KindRule>> = {
  DOSSIER: { area: "kyb" },
  EXPIRING_PAPER: { area: "kyb", endsByHand: true },
  HELD_MONEY: { area: "payments" },
  UNKNOWN_PAYMENT: { area: "payments" },
  MONEY_DECISION: { area: "payments" },
  // Each needs the permission of the change itself instead: see `service.ts`.
  CHANGE_REQUEST: { area: "routing" },
  LEDGER_CORRECTION: { area: "ledger" },
  DOSSIER_DECISION: { area: "kyb" },
  RETURNED_PAYOUT: { area: "payments", endsByHand: true },
  BANK_ENTRY: { area: "reconciliation" },
  DIFFERENCES: { area: "reconciliation" },
  // Of many a statement is the row; one is a row of its own while somebody has it.
  DIFFERENCE: { area: "reconciliation" },
  STATEMENT_GAP: { area: "reconciliation" },
  BALANCE_GAP: { area: "reconciliation" },
  ENDPOINT_DISABLED: { area: "merchants", endsByHand: true },
  PROVIDER_ALARM: { area: "providers" },
  BROKEN_INVARIANT: { area: "reconciliation" },
};

/** What the id of a row consists of, after its kind: `id` alone, with a day or a currency, or a name. */
const objectKinds: Readonly<Record<Exclude<WorkKind, "UNKNOWN_PAYMENT" | "BROKEN_INVARIANT">, IdKind>> = {
  DOSSIER: "kybDossier",
  EXPIRING_PAPER: "kybDossier",
  HELD_MONEY: "charge",
  MONEY_DECISION: "moneyDecision",
  CHANGE_REQUEST: "changeRequest",
  LEDGER_CORRECTION: "ledgerCorrection",
  DOSSIER_DECISION: "kybDecision",
  RETURNED_PAYOUT: "payout",
  BANK_ENTRY: "bankEntry",
  DIFFERENCES: "providerStatement",
  DIFFERENCE: "reconciliationDifference",
  STATEMENT_GAP: "providerAccount",
  BALANCE_GAP: "providerAccount",
  ENDPOINT_DISABLED: "webhookEndpoint",
  PROVIDER_ALARM: "providerAlarm",
};
const unknownKinds = { CHARGE: "charge", REFUND: "refund", PAYOUT: "payout" } as const;
type UnknownType = keyof typeof unknownKinds;

/**
 * A row as the database names it: `KIND:uuid`, with the type of an unknown payment, the day of a gap between statements,
 * the currency of one between balances or the type and last day of a paper behind it, or `KIND:name`.
 */
export interface ItemParts {
  readonly kind: WorkKind;
  /** Stored id, or the name of an invariant. */
  readonly object: string;
  readonly extra: string | null;
}

export const itemText = ({ kind, object, extra }: ItemParts): string =>
  [kind, object, ...(extra === null ? [] : [extra])].join(":");

/** The public id of the object that a row is about; null: it has only a name. Pure. */
export function objectIdOf({ kind, object, extra }: ItemParts): string | null {
  const idKind = idKindOf(kind, extra);
  return idKind === null ? null : publicId(idKind, object as Id<typeof idKind>);
}

/** What follows the object in the ids of these kinds, as operators see them. */
const extraPatterns: Readonly<Partial<Record<WorkKind, RegExp>>> = {
  STATEMENT_GAP: /^\d{4}-\d{2}-\d{2}$/,
  EXPIRING_PAPER: /^[A-Z_]{3,40}-\d{4}-\d{2}-\d{2}$/,
  BALANCE_GAP: /^[A-Z]{3}$/,
};

/** The id of a row as operators see it: `HELD_MONEY:ch_…`. Pure. */
export function workId(parts: ItemParts): string {
  const shown = parts.kind in extraPatterns ? parts.extra : null;
  return [parts.kind, objectIdOf(parts) ?? parts.object, ...(shown === null ? [] : [shown])].join(":");
}

/** Null: the text is no id of a row. It does not say whether something waits under it. Pure. */
export function parseWorkId(text: string): ItemParts | null {
  const [name, object = "", extra = null, ...rest] = text.split(":");
  const kind = workKinds.find((one) => one === name);
  if (kind === undefined || rest.length > 0) return null;
  const pattern = extraPatterns[kind];
  if (pattern === undefined ? extra !== null : !pattern.test(extra ?? "")) return null;
  if (kind === "BROKEN_INVARIANT")
    return /^[a-z][a-z0-9_.]{0,60}$/.test(object) ? { kind, object, extra } : null;
  if (kind !== "UNKNOWN_PAYMENT") {
    const id = parsePublicId(objectKinds[kind], object);
    return id === null ? null : { kind, object: id, extra };
  }
  for (const [type, idKind] of Object.entries(unknownKinds)) {
    const id = parsePublicId(idKind, object);
    if (id !== null) return { kind, object: id, extra: type };
  }
  return null;
}

/** The parts of a row as the statement selected it. Throws for a text that it cannot have made. Pure. */
export function readItem(item: string): ItemParts {
  const [name, object = "", extra = null] = item.split(":");
  const kind = workKinds.find((one) => one === name);
  if (kind === undefined || (kind !== "BROKEN_INVARIANT" && !isUuid(object)))
    throw new Error(`${item} is no row of the queue`);
  return { kind, object, extra };
}

function idKindOf(kind: WorkKind, extra: string | null): IdKind | null {
  if (kind === "BROKEN_INVARIANT") return null;
  return kind === "UNKNOWN_PAYMENT" ? unknownKinds[extra as UnknownType] : objectKinds[kind];
}
