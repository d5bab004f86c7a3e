import type { Charge } from "../api/views.ts";
import { useUiTexts } from "../app/reader.tsx";
import { useFormat } from "../format/index.tsx";
import { operatorName } from "../format/operators.ts";
import type { Filter } from "../parts/filters.tsx";
import type { Column } from "../parts/table.tsx";
import { ChargeState } from "./state.tsx";
import { PaidBy } from "./way.tsx";

/** The columns of payments; a console shows the merchant as well. */
export function useChargeColumns(): readonly Column<Charge>[] {
  const { payment } = useUiTexts();
  const format = useFormat();
  return [
    {
      head: payment.amount,
      cell: (row) => format.amount(row.amount, row.currency),
      isNumber: true,
      card: "lead",
    },
    { head: payment.state, cell: (row) => <ChargeState charge={row} />, card: "side" },
    { head: payment.method, cell: (row) => <PaidBy charge={row} />, card: "quiet" },
    { head: payment.payer, cell: (row) => row.paymentMethodDetails.phone ?? "", card: "quiet" },
    { head: payment.reference, cell: (row) => row.reference ?? "", card: "quiet" },
    {
      head: payment.created,
      cell: (row) => <time dateTime={row.createdAt}>{format.shortMoment(row.createdAt)}</time>,
      card: "quiet",
    },
  ];
}

const operators = [
  "MTN",
  "ORANGE",
  "WAVE",
  "MOOV",
  "AIRTEL",
  "FREE",
  "EXPRESSO",
  "CELTIIS",
  "TMONEY",
  "VODACOM",
] as const;

/** Filters of payments, by the names of the API. */
export function useChargeFilters(): readonly Filter[] {
  const { states, methods, payment, list, failures } = useUiTexts();
  const statuses = [
    "SUCCEEDED",
    "PROCESSING",
    "REQUIRES_ACTION",
    "IN_RECONCILIATION",
    "FAILED",
    "CANCELLED",
  ] as const;
  return [
    { kind: "day", name: "from", label: list.from },
    { kind: "day", name: "until", label: list.until },
    { kind: "time", name: "at", label: payment.around, hint: payment.aroundHint },
    {
      kind: "choice",
      name: "status",
      label: payment.state,
      options: statuses.map((one) => [one, states[one]]),
    },
    {
      kind: "choice",
      name: "paymentMethod",
      label: payment.method,
      options: Object.entries(methods).map(([one, text]) => [one, text] as const),
    },
    {
      kind: "choice",
      name: "operator",
      label: payment.operator,
      options: operators.map((one) => [one, operatorName(one)]),
    },
    {
      kind: "choice",
      name: "failureCode",
      label: payment.failure,
      options: Object.entries(failures).map(([one, text]) => [one, text] as const),
    },
    { kind: "text", name: "phone", label: payment.phone },
    { kind: "text", name: "reference", label: payment.reference },
    { kind: "text", name: "amountMin", label: payment.amountMin, hint: payment.minorHint },
    { kind: "text", name: "amountMax", label: payment.amountMax },
    {
      kind: "choice",
      name: "special",
      label: payment.special,
      options: [
        ["late", states.late],
        ["duplicate", states.duplicate],
        ["refunded", states.refundFull],
        ["partly", states.refundPartial],
      ],
    },
  ];
}

const specials: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  late: { late: "true" },
  duplicate: { duplicate: "true" },
  refunded: { refundStatus: "FULL" },
  partly: { refundStatus: "PARTIAL" },
};

/** What the API is asked for an address of the list. Amounts may be grouped as the screens group them: `5 000`. Pure. */
export function chargeQuery(
  address: Readonly<Record<string, string>>,
  period: Readonly<Record<"createdFrom" | "createdTo", string>>,
): Readonly<Record<string, string | undefined>> {
  const { status, paymentMethod, operator, failureCode, phone, reference, amountMin, amountMax, special } =
    address;
  return {
    status,
    paymentMethod,
    operator,
    failureCode,
    phone,
    reference,
    amountMin: amountMin?.replace(/\s/g, ""),
    amountMax: amountMax?.replace(/\s/g, ""),
    ...period,
    ...specials[special ?? ""],
  };
}
