import {
  type AccountProblem,
  type AccountTest,
  OutcomeUnknown,
  type PaymentQuestion,
  type Provider,
  type ProviderCall,
} from "./provider.ts";

/** Signed messages are refused when their time differs by five minutes; a clock this far off is on its way there. */
const CLOCK_SKEW_MS_MAX = 120_000;

interface Diagnosis {
  readonly problem: AccountProblem;
  readonly sentence: string;
}

/** Why there was no answer, by the reason of `HttpOutError`. */
const networkProblems: Readonly<Record<string, Diagnosis>> = {
  dns: {
    problem: "UNREACHABLE",
    sentence: "The provider's host name has no address. Check baseUrl, and the DNS of this machine.",
  },
  refused: {
    problem: "UNREACHABLE",
    sentence: "Nothing answers at the provider's address. Check baseUrl, and the firewall's outgoing rules.",
  },
  timeout: {
    problem: "UNREACHABLE",
    sentence:
      "The provider did not answer in time. Check that its firewall and ours let the connection through, or raise timeoutMs.",
  },
  reset: {
    problem: "UNREACHABLE",
    sentence: "The provider broke the connection off. Often it does not know the address that we call from.",
  },
  tls: {
    problem: "CERTIFICATE",
    sentence:
      "The certificate at the provider's address is not valid for it, or ours was refused. Check baseUrl, the account's client certificate, and this machine's clock.",
  },
  blocked: {
    problem: "SETTING",
    sentence: "The service does not call this address: it is not https. Check baseUrl.",
  },
};

/** What a reason such as `timeout`, `http_401` or `token_http_403` means for operators. Pure. */
export function diagnose(reason: string): Diagnosis {
  const known = networkProblems[reason];
  if (known !== undefined) return known;
  const status = Number(/http_(\d{3})$/.exec(reason)?.[1] ?? 0);
  if (status === 401) {
    return {
      problem: "KEY_REFUSED",
      sentence:
        "The provider refused the credentials (401). Check each key, and that they are for this mode.",
    };
  }
  if (status === 403) {
    return {
      problem: "NOT_PERMITTED",
      sentence:
        "The provider knows the credentials and does not permit the call (403). Ask it to allow the product, and the address that we call from.",
    };
  }
  if (status === 429) {
    return {
      problem: "UNREACHABLE",
      sentence: "The provider says that we call too often (429). Try again later.",
    };
  }
  if (status >= 500) {
    return {
      problem: "UNREACHABLE",
      sentence: `The provider answers with an error of its own (${status}). Try again later.`,
    };
  }
  return {
    problem: "UNEXPECTED_ANSWER",
    sentence: `The answer is not that of this provider (${reason}). Check baseUrl.`,
  };
}

/** A call that got no answer, as the result of a test. */
export const failedTest = (reason: string): AccountTest => ({ kind: "problem", ...diagnose(reason), reason });

/**
 * The connector's own test, or a query about a payment that does not exist: the answer that it is unknown proves
 * address and credentials. A live account also fails when the provider's clock and ours are too far apart. Rejects as
 * the connector does.
 */
export async function testThrough(
  provider: Provider,
  call: ProviderCall,
  nothing: PaymentQuestion | null,
): Promise<AccountTest> {
  let skewMs = 0;
  const watched: ProviderCall = {
    ...call,
    http: async (request) => {
      const response = await call.http(request);
      const theirMs = Date.parse(response.headers.date ?? "");
      if (Number.isFinite(theirMs)) skewMs = theirMs - call.nowMs;
      return response;
    },
  };
  const result =
    provider.test === undefined ? await ask(provider, watched, nothing) : await provider.test(watched);
  // The simulator runs in this process, and a sandbox may be asked with a clock that was moved.
  if (call.account.mode !== "LIVE" || Math.abs(skewMs) <= CLOCK_SKEW_MS_MAX) return result;
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  return {
    kind: "problem",
    problem: "CLOCK",
    reason: "clock",
    sentence: `This machine's clock is ${seconds} s ${skewMs > 0 ? "behind" : "ahead of"} the provider's. Set it by NTP: signatures and tokens depend on it.`,
  };
}

async function ask(
  provider: Provider,
  call: ProviderCall,
  nothing: PaymentQuestion | null,
): Promise<AccountTest> {
  if (nothing === null) throw new OutcomeUnknown("no question to ask");
  const outcome = await provider.query(call, nothing);
  return outcome.kind === "unknown" ? failedTest(outcome.reason) : { kind: "passed" };
}
