import { meansRepetition } from "../../providers/bank-transfer/reason-codes.ts";
import type { PaymentStatus, StatusReport } from "../bank-files/index.ts";
import type { OrderChange } from "./order-store.ts";
import { nextOrderStatus } from "./states.ts";
import type { OrderRow } from "./types.ts";

/** The bank gave no reason. */
const NO_REASON = "NO_REASON";

export interface ReportVerdict {
  /** Orders that are written. */
  readonly changes: readonly OrderChange[];
  /** Those of them whose state the report changes. */
  readonly changedCount: number;
  /** Own ids of orders of which the bank says something that cannot be believed or that leaves the outcome open. */
  readonly doubtful: readonly string[];
}

/**
 * What a bank's report makes of the transfers of a file; a text instead is why the report is refused as a whole. A transfer
 * that it names has its own status, the others that of the file, if that is one for all of them. Only RJCT and ACSC decide
 * anything: the other statuses are kept for operators to read. Pure.
 */
export function judgeReport(report: StatusReport, orders: readonly OrderRow[]): ReportVerdict | string {
  const named = new Map<string, StatusReport["transfers"][number]>();
  const known = new Set(orders.map(({ ownId }) => ownId));
  for (const transfer of report.transfers) {
    if (!known.has(transfer.endToEndId))
      return "The status report names a transfer (OrgnlEndToEndId) that is not in the file that it is about.";
    named.set(transfer.endToEndId, transfer);
  }
  const whole = report.payment.status === null ? report.group : report.payment;
  const changes: OrderChange[] = [];
  const doubtful: string[] = [];
  let changedCount = 0;
  for (const order of orders) {
    const transfer = named.get(order.ownId);
    const said: PaymentStatus = transfer?.status == null ? whole : transfer;
    if (said.status === null) continue;
    // Of a file of which a part was rejected, the report names the transfers that it means.
    const decides = transfer !== undefined || whole.status !== "PART";
    const verdict = decides ? judge(order, said) : "NOTHING";
    const bankReference = transfer?.bankReference ?? order.bankReference;
    if (verdict === "DOUBT") doubtful.push(order.ownId);
    const status = typeof verdict === "string" ? order.status : verdict.status;
    const isChanged = status !== order.status;
    if (!isChanged && said.status === order.bankStatus && bankReference === order.bankReference) continue;
    if (isChanged) changedCount += 1;
    changes.push({
      ...order,
      status,
      bankStatus: said.status,
      bankReference,
      reason: isChanged && said.status === "RJCT" ? (said.reason ?? NO_REASON) : order.reason,
      isTold: order.isTold && !isChanged,
    });
  }
  return { changes, changedCount, doubtful };
}

function judge(
  { status }: Pick<OrderRow, "status">,
  said: PaymentStatus,
): "NOTHING" | "DOUBT" | { readonly status: OrderRow["status"] } {
  if (said.status === "ACSC") {
    if (status === "PAID") return "NOTHING";
    const paid = nextOrderStatus(status, "pay");
    // It was rejected or sent back before: both cannot be true.
    return paid === null ? "DOUBT" : { status: paid };
  }
  if (said.status !== "RJCT" || status === "REJECTED" || status === "RETURNED") return "NOTHING";
  // Another message with the same number may have been executed.
  if (meansRepetition(said.reason)) return "DOUBT";
  const ended = nextOrderStatus(status, status === "PAID" ? "takeBack" : "reject");
  return ended === null ? "DOUBT" : { status: ended };
}
