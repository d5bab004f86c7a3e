import type { CallbackVerdict } from "../../src/providers/callback.ts";
import type {
  PaymentQuestion,
  Provider,
  ProviderHandle,
  QueryOutcome,
  TransferOutcome,
  TransferQueryOutcome,
} from "../../src/providers/provider.ts";

export const TOKEN_RAIL = "token_rail";

/** An operation in the rail's book: what it was asked, and the token that it is known by from then on. */
export interface RailEntry {
  readonly ownId: string;
  readonly token: string;
  readonly minor: bigint;
  readonly callbackUrl: string;
  isDone: boolean;
}

export interface TokenRail {
  readonly connector: Provider;
  readonly payments: RailEntry[];
  readonly refunds: RailEntry[];
  readonly payouts: RailEntry[];
  /** Handles as they came with questions and orders, in order: `action token`. */
  readonly asked: string[];
  /** The answers of the next `count` orders are lost after the rail has written them down. */
  loseAnswers(count: number): void;
}

type Shape = Pick<Provider["capabilities"], "refund" | "payout" | "callbacks">;

/**
 * A provider as some real ones are: it takes UUIDs of version 4 only, gives each operation a token and is asked by that token,
 * and its callbacks prove nothing. Only where our answer was lost does it look for our id, and gives the token then.
 */
export function createTokenRail(shape: Partial<Shape> = {}): TokenRail {
  const asked: string[] = [];
  const [payments, refunds, payouts]: RailEntry[][] = [[], [], []];
  if (payments === undefined || refunds === undefined || payouts === undefined)
    throw new Error("three books");
  let lost = 0;
  let count = 0;

  const write = (book: RailEntry[], ownId: string, minor: bigint, callbackUrl: string): RailEntry => {
    const known = book.find((entry) => entry.ownId === ownId);
    if (known !== undefined) return known;
    count += 1;
    const entry = { ownId, token: `token-${count}`, minor, callbackUrl, isDone: false };
    book.push(entry);
    return entry;
  };
  const isLost = (): boolean => {
    lost -= 1;
    return lost >= 0;
  };
  const read = (
    book: readonly RailEntry[],
    action: string,
    { ownId, handle }: { readonly ownId: string; readonly handle: ProviderHandle | null },
  ): RailEntry | null => {
    asked.push(`${action} ${handle?.token ?? "none"}`);
    const found = book.find((entry) =>
      handle === null ? entry.ownId === ownId : entry.token === handle.token,
    );
    if (handle !== null && found?.ownId !== ownId) throw new Error("a token leads to its own operation");
    return found ?? null;
  };
  const refused = { kind: "failed", failureCode: "PROVIDER_UNAVAILABLE", providerCode: "TOKEN" } as const;
  const told = ({ isDone, token, minor }: RailEntry): TransferOutcome =>
    isDone
      ? {
          kind: "succeeded",
          transactionId: `T-${token}`,
          amount: { minor, currency: "XOF" },
          handle: { token, receipt: `R-${token}` },
        }
      : { kind: "pending", handle: { token } };

  const query = async (question: PaymentQuestion): Promise<QueryOutcome> => {
    const entry = read(payments, "query", question);
    if (entry === null) return { kind: "not_found" };
    const outcome = told(entry);
    if (outcome.kind !== "pending") return outcome;
    const nextStep = { kind: "POLL", pollAfterMs: 2_000, instructions: null } as const;
    return { ...outcome, kind: "pending", nextStep };
  };
  const queryTransfer =
    (book: readonly RailEntry[], action: string) =>
    async (
      _call: unknown,
      question: { readonly ownId: string; readonly handle: ProviderHandle | null },
    ): Promise<TransferQueryOutcome> => {
      const entry = read(book, action, question);
      return entry === null ? { kind: "not_found" } : told(entry);
    };

  const { refund = "PARTIAL", payout = true, callbacks = "OPAQUE" } = shape;
  const connector: Provider = {
    name: TOKEN_RAIL,
    modes: ["SANDBOX"],
    capabilities: {
      callbacks,
      calls: true,
      cancel: false,
      refund,
      payout,
      nameCheck: false,
      statement: false,
      balance: false,
      methods: ["MOBILE_MONEY"],
      countries: "ANY",
      currencies: ["XOF"],
      failureCodes: ["PROVIDER_UNAVAILABLE"],
    },
    referenceForm: "UUID_V4",
    settings: [],
    start: async (_call, { ownId, amount, callbackUrl }) => {
      const entry = write(payments, ownId, amount.minor, callbackUrl);
      if (isLost()) return { kind: "unknown", reason: "lost" };
      const nextStep = { kind: "POLL", pollAfterMs: 2_000, instructions: null } as const;
      return { kind: "pending", nextStep, handle: { token: entry.token } };
    },
    query: (_call, question) => query(question),
    ...(refund === "NONE"
      ? {}
      : {
          refund: async (_call, { ownId, amount, payment, callbackUrl }) => {
            // It knows the payment by its token alone.
            const paid = payments.find(({ token }) => token === payment.handle?.token);
            asked.push(`refund ${payment.handle?.token ?? "none"} ${payment.handle?.receipt ?? "none"}`);
            if (paid === undefined) return refused;
            const entry = write(refunds, ownId, amount.minor, callbackUrl);
            return isLost()
              ? { kind: "unknown", reason: "lost" }
              : { kind: "pending", handle: { token: entry.token } };
          },
          queryRefund: queryTransfer(refunds, "query_refund"),
        }),
    ...(payout
      ? {
          payout: async (_call, { ownId, amount, callbackUrl }) => {
            const entry = write(payouts, ownId, amount.minor, callbackUrl);
            return isLost()
              ? { kind: "unknown", reason: "lost" }
              : { kind: "pending", handle: { token: entry.token } };
          },
          queryPayout: queryTransfer(payouts, "query_payout"),
        }
      : {}),
    ...(callbacks === "NONE"
      ? {}
      : {
          verifyCallback: async (_call, { receivedOpaque }): Promise<CallbackVerdict> => ({
            kind: "accepted",
            subject: null,
            names: { by: "own_id", value: receivedOpaque ?? "" },
          }),
        }),
  };
  return {
    connector,
    payments,
    refunds,
    payouts,
    asked,
    loseAnswers: (answers) => {
      lost = answers;
    },
  };
}
