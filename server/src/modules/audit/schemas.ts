import { type Static, Type } from "typebox";
import { separators } from "../../documents/index.ts";
import { createdQuery } from "../../http/list-page.ts";
import { pageQuery } from "../../http/pagination.ts";
import { Instant, Nullable, OneOf, UuidText } from "../../http/schemas.ts";
import { modes } from "../../kit/payment-terms.ts";

const Hash = (description: string) =>
  Type.String({ pattern: "^[0-9a-f]{64}$", description: `${description} SHA-256, hex.` });

export const AuditEntryView = Type.Object({
  object: Type.Literal("audit_entry"),
  id: Type.String(),
  tenantId: Type.String(),
  sequence: Type.Integer({
    minimum: 1,
    description: "Position in the tenant's chain: from 1, without a gap.",
  }),
  merchantId: Nullable(Type.String({ description: "The merchant concerned; null: the tenant as a whole." })),
  mode: Nullable(OneOf(["SANDBOX", "LIVE"])),
  actor: Type.String({ description: "Id of the key or operator; `system` or `provider` when nobody asked." }),
  action: Type.String({ description: "What was done, as `noun.verb`." }),
  subject: Type.String({ description: "Id of the object." }),
  before: Nullable(Type.String({ description: "What it was." })),
  after: Nullable(Type.String({ description: "What it became." })),
  ip: Nullable(Type.String({ description: "Address that the request came from." })),
  requestId: Nullable(Type.String({ description: "`Request-Id` of the request." })),
  createdAt: Instant,
  previousHash: Hash("Hash of the entry before; zeros at the first."),
  hash: Hash("Hash of this entry and the one before."),
});
export type AuditEntryView = Static<typeof AuditEntryView>;

const Data = (description: string) => Nullable(Type.Object({}, { additionalProperties: true, description }));

/** As the list shows it: with names, and with `before` and `after` as data where they are. The hash covers none of these. */
export const ListedAuditEntryView = Type.Object(
  {
    ...AuditEntryView.properties,
    actorName: Nullable(Type.String({ description: "Of the operator, person or key, as it is called now." })),
    merchantName: Nullable(Type.String()),
    beforeData: Data("`before` as an object; null: it is plain text, or absent."),
    afterData: Data("`after` as an object; null: it is plain text, or absent."),
  },
  { title: "ListedAuditEntry" },
);
export type ListedAuditEntryView = Static<typeof ListedAuditEntryView>;

/** The same for the merchant that it concerns. */
export const ActivityView = Type.Object({
  object: Type.Literal("activity"),
  id: Type.String(),
  merchantId: Type.String(),
  mode: OneOf(modes),
  actor: Type.String({ description: "Id of the person or key; `platform` for operators and the service." }),
  actorName: Nullable(Type.String({ description: "As it is called now; null for the platform." })),
  action: Type.String({ description: "What was done, as `noun.verb`." }),
  subject: Type.String({ description: "Id of the object." }),
  before: Nullable(Type.String({ description: "What it was." })),
  after: Nullable(Type.String({ description: "What it became." })),
  beforeData: Data("`before` as an object; null: it is plain text, or absent."),
  afterData: Data("`after` as an object; null: it is plain text, or absent."),
  ip: Nullable(Type.String({ description: "Address that the request came from; null for the platform." })),
  requestId: Nullable(Type.String({ description: "`Request-Id`; null for the platform." })),
  createdAt: Instant,
});

const Word = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }));

export const AuditListQuery = Type.Object({
  ...pageQuery,
  ...createdQuery,
  actor: Word("Only acts of this key or operator."),
  action: Word("Only this act, for example `api_key.revoked`."),
  subject: Word("Only acts on this object."),
  merchantId: Type.Optional({ ...UuidText, description: "Only acts that concern this merchant." }),
  mode: Type.Optional(OneOf(modes, { description: "Only acts in this mode of a merchant." })),
  requestId: Word("Only acts of this request, `req_…`."),
  q: Word("Finds exactly one of: an actor, an act, an object or a request."),
});
export type AuditListQuery = Static<typeof AuditListQuery>;

export const EXPORT_ENTRIES_MAX = 10_000;

export const ActivityQuery = Type.Object({
  ...pageQuery,
  ...createdQuery,
  actor: Word("Only acts of this person or key; `platform`: only those of the platform."),
  action: Word("Only this act, for example `payout.approved`."),
  subject: Word("Only acts on this object."),
  requestId: Word("Only acts of this request, `req_…`."),
  q: Word("Finds exactly one of: an actor, an act, an object or a request."),
  format: Type.Optional(
    OneOf(["json", "csv"], {
      description: `\`json\` when absent. \`csv\`: a file for spreadsheets, with the newest ${EXPORT_ENTRIES_MAX} that the filters leave; pages do not count.`,
    }),
  ),
  separator: Type.Optional(
    OneOf(separators, { description: "Between the cells of a CSV: `,` when absent. Write `;` as `%3B`." }),
  ),
});
export type ActivityQuery = Static<typeof ActivityQuery>;

export const AuditExportQuery = Type.Object({
  fromSequence: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "First entry; the first that was not moved into files when absent.",
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: EXPORT_ENTRIES_MAX,
      description: `Entries at most; ${EXPORT_ENTRIES_MAX} when absent.`,
    }),
  ),
});
export type AuditExportQuery = Static<typeof AuditExportQuery>;
