import type { FastifyReply, FastifyRequest } from "fastify";
import { isUuid, type MerchantId } from "../kit/ids.ts";
import { type Mode, modes } from "../kit/payment-terms.ts";
import { errors } from "./errors.ts";
import { hasPermission, type Permission } from "./permissions.ts";
import type { AccountCaller, Caller, KeyRoute, PeoplePort, StepUpRule } from "./route.ts";
import type { RouteDeps } from "./route-deps.ts";
import { isSteppedUp } from "./step-up.ts";

/** The merchant for which a person acts. */
const MERCHANT_HEADER = "Cauris-Merchant";
/** The mode in which the person acts. */
const MODE_HEADER = "Cauris-Mode";

/**
 * The person behind a log-in's cookie, at the merchant and in the mode that the headers name; the same checks follow as
 * for a key. Refuses with RATE_LIMITED, VALIDATION_ERROR without the headers, INVALID_MERCHANT_SCOPE, NO_ROLE_IN_MODE,
 * LIVE_MODE_REFUSED, SECOND_FACTOR_ENROLMENT_REQUIRED, INSUFFICIENT_PERMISSIONS and STEP_UP_REQUIRED.
 */
export async function admitPerson(
  route: KeyRoute,
  account: AccountCaller,
  people: PeoplePort,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<Caller> {
  await deps.admission.account(account, reply);
  const { merchantId: inPath } = request.params as { merchantId?: string };
  const { merchantId, mode } = chosenBy(
    route.follow === undefined ? headersOf(request) : { ...addressOf(request), ...headersOf(request) },
  );
  if (inPath !== undefined && inPath !== merchantId) throw errors.INVALID_MERCHANT_SCOPE();
  const caller = await people.personAt(account, merchantId, mode);
  // From here on it is known whose request is refused.
  request.caller = caller;
  requirePermission(caller, route.permission);
  await requirePresence(route.stepUp, account, caller.mode, people, deps);
  return caller;
}

/** What a request says of merchant and mode. */
interface Chosen {
  readonly merchantId?: string;
  readonly mode?: string;
}

function headersOf({ headers }: FastifyRequest): Chosen {
  const merchantId = headers[MERCHANT_HEADER.toLowerCase()];
  const mode = headers[MODE_HEADER.toLowerCase()];
  return {
    ...(typeof merchantId === "string" ? { merchantId } : {}),
    ...(typeof mode === "string" ? { mode } : {}),
  };
}

/** For streams, whose reader in a browser sets no headers. */
function addressOf({ params, query }: FastifyRequest): Chosen {
  const { merchantId } = params as Chosen;
  const { mode } = query as Chosen;
  return { ...(merchantId === undefined ? {} : { merchantId }), ...(mode === undefined ? {} : { mode }) };
}

/** Merchant and mode are chosen in every request, so that a page that shows one never acts on another. */
function chosenBy(chosen: Chosen): { readonly merchantId: MerchantId; readonly mode: Mode } {
  const { merchantId } = chosen;
  const mode = modes.find((one) => one === chosen.mode);
  const isMerchant = merchantId !== undefined && isUuid(merchantId);
  if (isMerchant && mode !== undefined) return { merchantId: merchantId as MerchantId, mode };
  const fields = [
    ...(isMerchant ? [] : [wrong(MERCHANT_HEADER, "the id of the merchant for which you act")]),
    ...(mode === undefined ? [wrong(MODE_HEADER, "SANDBOX or LIVE")] : []),
  ];
  throw errors.VALIDATION_ERROR({ fields });
}

const wrong = (path: string, what: string) => ({
  path,
  rule: "header",
  message: `With the cookie of a log-in the header ${path} must name ${what}.`,
});

/** Refuses with SECOND_FACTOR_ENROLMENT_REQUIRED and INSUFFICIENT_PERMISSIONS. */
function requirePermission(
  { permissions, person }: Caller,
  required: Permission | readonly Permission[],
): void {
  const holdsOne = (held: readonly string[]) => [required].flat().some((one) => hasPermission(held, one));
  if (holdsOne(permissions)) return;
  if (person !== undefined && holdsOne(person.waiting))
    throw errors.SECOND_FACTOR_ENROLMENT_REQUIRED({ required });
  throw errors.INSUFFICIENT_PERMISSIONS({ required });
}

/**
 * Refuses with STEP_UP_REQUIRED, which names the ways that the account has, unless the holder proved to be present within
 * the last minutes.
 */
export async function requirePresence(
  rule: StepUpRule | undefined,
  account: AccountCaller,
  mode: Mode | null,
  people: PeoplePort,
  { clock }: Pick<RouteDeps, "clock">,
): Promise<void> {
  if (rule === undefined || (rule === "live" && mode === "SANDBOX")) return;
  if (isSteppedUp(account.steppedUpAtMs, clock.nowMs())) return;
  throw errors.STEP_UP_REQUIRED({ methods: await people.stepUpMethods(account) });
}
