import { type Static, Type } from "typebox";
import { pageQuery, uncountedQuery } from "../../http/pagination.ts";
import { Instant, Nullable, OneOf } from "../../http/schemas.ts";
import { type IdKind, prefixes, publicIdPattern } from "../../kit/ids.ts";
import { failureCodes, modes } from "../../kit/payment-terms.ts";
import { callActions } from "../../providers/recorder.ts";

const closed = { additionalProperties: false } as const;
const NamedId = (kind: IdKind, description: string) =>
  Type.Optional(
    Type.String({
      pattern: publicIdPattern(kind),
      maxLength: 100,
      description,
      "x-rule": `must be an id that begins with ${prefixes[kind]}_`,
    }),
  );
const NullableText = Nullable(Type.String());
const ModeField = Type.Optional(OneOf(modes, { description: "Only this mode; both when absent." }));

export const CallListQuery = Type.Object(
  {
    ...uncountedQuery,
    reference: Type.Optional(
      Type.String({
        pattern: "^[0-9a-z]{32}$",
        maxLength: 32,
        description: "Our reference of a charge, a refund or a payout, as its provider knows it.",
        "x-rule": "must be a reference of 32 small letters and digits",
      }),
    ),
    chargeId: NamedId("charge", "Only calls about this charge."),
    refundId: NamedId("refund", "Only calls about this refund."),
    payoutId: NamedId("payout", "Only calls about this payout."),
    accountId: NamedId("providerAccount", "Only calls through this provider account."),
  },
  closed,
);
export type CallListQuery = Static<typeof CallListQuery>;

export const CallView = Type.Object({
  object: OneOf(["provider_call"]),
  id: Type.String(),
  accountId: Type.String(),
  provider: Type.String(),
  mode: OneOf(modes),
  action: OneOf(callActions),
  reference: NullableText,
  subject: Nullable(Type.String({ description: "The charge, refund or payout that the call is about." })),
  outcome: Type.String({
    description: "What the answer means: succeeded, failed, pending, unknown, not_found …",
  }),
  failureCode: Nullable(OneOf(failureCodes)),
  code: Nullable(
    Type.String({ description: "The provider's own code of a failure, or why nothing is known." }),
  ),
  startedAt: Instant,
  durationMs: Type.Integer(),
  exchanges: Type.Array(
    Type.Object({
      method: Type.String(),
      path: Type.String({ description: "Without values of the query, secrets and phone numbers." }),
      status: Nullable(Type.Integer()),
      failure: Nullable(Type.String({ description: "Why there was no answer: timeout, reset, refused …" })),
      sent: Type.Boolean({ description: "False: no byte of the request has left." }),
      durationMs: Type.Integer(),
      theirRequestId: Nullable(Type.String({ description: "The provider's own id of the request." })),
    }),
    { description: "The requests of the call, in order. No bodies are kept." },
  ),
});

const Window = Type.Object(
  {
    calls: Type.Integer(),
    answered: Type.Integer({ description: "Refusals of payers are answers." }),
    faults: Type.Integer({ description: "By the provider's fault: no usable answer, or unavailable." }),
    timeouts: Type.Integer({ description: "Those of the faults that were time-outs." }),
    averageMs: Nullable(Type.Integer({ description: "Null without calls." })),
    slowestMs: Nullable(Type.Integer()),
  },
  { title: "ProviderCallStatistics" },
);

export const HealthQuery = Type.Object({ mode: ModeField }, closed);

const AccountHealth = Type.Object({
  accountId: Type.String(),
  provider: Type.String(),
  name: Type.String(),
  mode: OneOf(modes),
  status: OneOf(["ENABLED", "DISABLED"]),
  automaticSuspension: Type.Boolean(),
  state: OneOf(["IN_SERVICE", "SUSPENDED"]),
  suspendedAt: Nullable(Instant),
  nextTrialAt: Nullable(Instant),
  lastMinute: Window,
  lastQuarterHour: Window,
});
export type AccountHealth = Static<typeof AccountHealth>;
export const HealthView = Type.Object({
  object: OneOf(["provider_health"]),
  accounts: Type.Array(AccountHealth, { description: "All of the tenant, the oldest first." }),
});

const alarmKinds = ["CONFIGURATION", "UNKNOWN_CODE", "SUSPENDED"] as const;
const alarmStates = ["OPEN", "ACKNOWLEDGED", "ENDED"] as const;

export const AlarmListQuery = Type.Object(
  {
    ...pageQuery,
    state: Type.Optional(
      OneOf(alarmStates, {
        description: "`OPEN`: what waits for somebody. `ENDED`: of a suspension that is over.",
      }),
    ),
    kind: Type.Optional(OneOf(alarmKinds, { description: "Only this kind of trouble." })),
    accountId: NamedId("providerAccount", "Only alarms of this provider account."),
  },
  closed,
);
export type AlarmListQuery = Static<typeof AlarmListQuery>;
export const AlarmParams = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 100, description: "The alarm's id, `alarm_…`" }) },
  closed,
);

export const AlarmView = Type.Object({
  object: OneOf(["provider_alarm"]),
  id: Type.String(),
  accountId: Type.String(),
  provider: Type.String(),
  mode: OneOf(modes),
  kind: OneOf(alarmKinds, {
    description:
      "CONFIGURATION: a setting, a key or the balance of the account. UNKNOWN_CODE: a code of the provider that the connector does not know. SUSPENDED: the service has taken the account out of routing.",
  }),
  code: Type.String({ description: "The provider's own words." }),
  action: Nullable(OneOf(callActions)),
  failureCode: Nullable(OneOf(failureCodes)),
  reference: Nullable(
    Type.String({ description: "Of the last payment, refund or payout that it concerned." }),
  ),
  occurrences: Type.Integer(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  state: OneOf(alarmStates),
  acknowledgedAt: Nullable(Instant),
  acknowledgedBy: NullableText,
});
