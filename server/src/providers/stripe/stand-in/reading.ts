import type { Book, Entry } from "../../../stand-ins/book.ts";
import type { StandInAnswer, StandInWorld } from "../../../stand-ins/stand-in.ts";
import { missing } from "./errors.ts";
import { listAnswer } from "./lists.ts";
import { detailsOf, intentOf, isPage, refundOf, sessionOf, transactionsOf } from "./objects.ts";

/** Who asks, and with which of its keys. */
export interface Caller {
  readonly holder: string;
  readonly livemode: "true" | "false";
}

const SEARCH_LAG_SECONDS = 60;

/** What Stripe's interface tells of the book. */
export function createReading(deps: {
  readonly clock: StandInWorld["clock"];
  readonly book: Book;
  readonly pageUrlOf: (entry: Entry) => string;
}) {
  const { clock, book, pageUrlOf } = deps;

  const payments = ({ holder }: Caller) =>
    book.list().filter((entry) => entry.kind === "PAYMENT" && entry.holder === holder);
  const refunds = ({ holder }: Caller) =>
    book.list().filter((entry) => entry.kind === "REFUND" && entry.holder === holder);
  const paymentOf = (caller: Caller, number: string) =>
    payments(caller).find((entry) => {
      const { intent, number: own } = detailsOf(entry);
      return own === number || intent === number;
    });
  /** What a payment's refunds took of it, without those that failed afterwards. Minor units. */
  const refundedOf = (caller: Caller, { id }: Entry): bigint =>
    refunds(caller)
      .filter(({ paymentId, status }) => paymentId === id && status !== "FAILED")
      .filter((entry) => detailsOf(entry).failedAtMs === undefined)
      .reduce((sum, { asked }) => sum + asked.minor, 0n);
  const intentOfRefund = (entry: Entry): string => {
    const payment = book.find("PAYMENT", entry.holder, entry.paymentId ?? "");
    return payment === null ? "" : detailsOf(payment).intent;
  };
  const again = (entry: Entry): Entry => book.find(entry.kind, entry.holder, entry.id) ?? entry;
  const shown = (entry: Entry): StandInAnswer => {
    const now = again(entry);
    return {
      status: 200,
      json: isPage(now) ? sessionOf(now, pageUrlOf(now)) : intentOf(now, pageUrlOf(now)),
    };
  };

  const search = (caller: Caller, query: URLSearchParams, path: string): StandInAnswer => {
    const [, key = "", value] = /^metadata\['(.+)'\]:'(.+)'$/.exec(query.get("query") ?? "") ?? [];
    const indexedBefore = Math.floor(clock.nowMs() / 1_000) - SEARCH_LAG_SECONDS;
    const found = intentsOf(caller).filter(
      ({ metadata, created }) => metadata[key] === value && created <= indexedBefore,
    );
    return { status: 200, json: { object: "search_result", url: path, has_more: false, data: found } };
  };

  const intentsOf = (caller: Caller) =>
    payments(caller)
      .filter((entry) => !isPage(entry) || sessionOf(entry, "").payment_intent !== null)
      .map((entry) => intentOf(entry, pageUrlOf(entry)));

  const balanceOf = (caller: Caller) => {
    const sums = new Map<string, number>();
    for (const { net, currency } of movements(caller)) sums.set(currency, (sums.get(currency) ?? 0) + net);
    const available = [...sums].map(([currency, amount]) => ({ amount, currency }));
    return { object: "balance", livemode: caller.livemode === "true", available, pending: [] };
  };

  /** Newest first. */
  const movements = (caller: Caller) =>
    [...refunds(caller), ...payments(caller)]
      .flatMap((entry) =>
        transactionsOf(entry, entry.kind === "REFUND" ? intentOfRefund(entry) : "").reverse(),
      )
      .sort((left, right) => right.created - left.created);

  const read = (caller: Caller, path: string, query: URLSearchParams): StandInAnswer => {
    const [, kind = "", number] = /^\/v1\/([a-z_]+(?:\/sessions)?)(?:\/([^/]+))?$/.exec(path) ?? [];
    const intent = query.get("payment_intent");
    const isAbout = (other: string) => intent === null || other === intent;
    if (kind === "balance") return { status: 200, json: balanceOf(caller) };
    if (kind === "balance_transactions") return listAnswer(movements(caller), query, path);
    if (kind === "payment_intents" && number === "search") return search(caller, query, path);
    if (kind === "refunds") {
      const all = refunds(caller).map((entry) => refundOf(entry, intentOfRefund(entry)));
      if (number === undefined)
        return listAnswer(
          all.filter((one) => isAbout(one.payment_intent)),
          query,
          path,
        );
      const found = all.find(({ id }) => id === number);
      return found === undefined ? missing("id") : { status: 200, json: found };
    }
    if (number !== undefined) {
      const found = paymentOf(caller, number);
      if (found === undefined) return missing("id");
      const isIntent = kind === "payment_intents";
      return isIntent ? { status: 200, json: intentOf(found, pageUrlOf(found)) } : shown(found);
    }
    if (kind === "payment_intents") return listAnswer(intentsOf(caller), query, path);
    if (kind !== "checkout/sessions") return missing("url");
    const pages = payments(caller).filter((one) => isPage(one) && isAbout(detailsOf(one).intent));
    return listAnswer(
      pages.map((one) => sessionOf(one, pageUrlOf(one))),
      query,
      path,
    );
  };

  return { paymentOf, refundedOf, intentOfRefund, shown, read };
}
