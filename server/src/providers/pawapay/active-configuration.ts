import { fieldsOf } from "../../kit/json-object.ts";
import { OutcomeUnknown, type ProviderCall } from "../provider.ts";
import { type Answer, get } from "./api.ts";
import { readSettings } from "./settings.ts";

const LIFE_MS = 10 * 60_000;
/** A configuration that could not be read is not asked for again before this: anybody can send a callback. */
const FAILURE_HOLDS_MS = 5_000;
const ACCOUNTS_MAX = 1_000;
const TIMEOUT_MS = 3_000;
/** It lists every operator of every country of the account, with texts in two languages. */
const BYTES_MAX = 2 * 1024 * 1024;
const PATH = "/v2/active-conf";

/** One kind of operation with one operator in one currency. */
export interface ActiveOperation {
  /** pawaPay's name of the operator. */
  readonly operator: string;
  readonly currency: string;
  readonly type: string;
  readonly hasDecimals: boolean;
}

/** What pawaPay has switched on for an account. */
export interface ActiveConfiguration {
  readonly signedRequestsOnly: boolean;
  readonly signedCallbacks: boolean;
  readonly operations: readonly ActiveOperation[];
}

export interface ActiveConfigurations {
  /** At most ten minutes old, fetched once for concurrent callers. Rejects when it cannot be read. */
  of(call: ProviderCall): Promise<ActiveConfiguration>;
}

export const fetchConfiguration = (call: ProviderCall): Promise<Answer> =>
  get(call, PATH, { responseBytesMax: BYTES_MAX, timeoutMs: TIMEOUT_MS });

export function createActiveConfigurations(): ActiveConfigurations {
  const held = new Map<string, { readonly untilMs: number; readonly told: Promise<ActiveConfiguration> }>();

  return {
    of: (call) => {
      const { baseUrl, apiToken } = readSettings(call.account);
      const key = `${call.account.id} ${baseUrl} ${apiToken}`;
      const known = held.get(key);
      if (known !== undefined && call.nowMs < known.untilMs) return known.told;
      if (held.size >= ACCOUNTS_MAX) held.clear();
      const told = fetchConfiguration(call).then((answer) => {
        const configuration = readConfiguration(answer);
        if (configuration === null) throw new OutcomeUnknown(`configuration_http_${answer.status}`);
        return configuration;
      });
      held.set(key, { untilMs: call.nowMs + LIFE_MS, told });
      // The caller gets the error itself.
      told.catch(() => held.set(key, { untilMs: call.nowMs + FAILURE_HOLDS_MS, told }));
      return told;
    },
  };
}

/** Null when it is not a configuration. Pure. */
export function readConfiguration({ status, fields }: Answer): ActiveConfiguration | null {
  if (status !== 200 || !Array.isArray(fields.countries)) return null;
  const { signedRequestsOnly, signedCallbacks } = fieldsOf(fields.signatureConfiguration);
  return {
    signedRequestsOnly: signedRequestsOnly === true,
    signedCallbacks: signedCallbacks === true,
    operations: listOf(fields.countries).flatMap(({ providers }) =>
      listOf(providers).flatMap(({ provider, currencies }) =>
        listOf(currencies).flatMap(({ currency, operationTypes }) =>
          typesOf(operationTypes).map(({ type, terms }) => ({
            operator: String(provider),
            currency: String(currency),
            type,
            hasDecimals: terms.decimalsInAmount === "TWO_PLACES",
          })),
        ),
      ),
    ),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

/** Both forms occur: a list of objects that name their type, and an object with a field for each type. */
function typesOf(value: unknown): readonly { readonly type: string; readonly terms: Fields }[] {
  if (Array.isArray(value))
    return listOf(value).map((terms) => ({ type: String(terms.operationType), terms }));
  return Object.entries(fieldsOf(value)).map(([type, terms]) => ({ type, terms: fieldsOf(terms) }));
}
