import type { FastifyReply, FastifyRequest } from "fastify";
import { type AudienceName, audienceNames } from "../kit/audience.ts";
import { isUuid, type MerchantId } from "../kit/ids.ts";
import { errors } from "./errors.ts";
import { acceptsStream } from "./event-stream.ts";
import type { Admission } from "./limits/index.ts";
import { hasPermission } from "./permissions.ts";
import type {
  AccountCaller,
  AccountRoute,
  Caller,
  KeyRoute,
  OperatorCaller,
  OperatorRoute,
  PeoplePort,
  Route,
} from "./route.ts";
import type { RouteDeps } from "./route-deps.ts";
import { admitPerson, requirePresence } from "./route-person.ts";
import { isOwnRequest, isOwnStream } from "./same-origin.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the check of the API key, before the body is read. */
    caller: Caller | null;
    /** Set by the check of an operator's token, before the body is read. */
    operator: OperatorCaller | null;
    /** Set by the check of a log-in's cookie, before the body is read. */
    account: AccountCaller | null;
  }
}

/** Refuses callers without access, and stores the caller; null when there is nothing to wait for. */
export function letIn(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<void> | null {
  if (route.auth === "public") return deps.admission.payer(route, request, reply);
  if (route.auth === "visitor") {
    refuseForeign(request, deps);
    return deps.admission.payer(route, request, reply);
  }
  if (route.auth === "account")
    return admitAccount(route, request, reply, deps).then((account) => {
      request.account = account;
    });
  if (route.auth === "key")
    return admit(route, request, reply, deps).then((caller) => {
      deps.moved.caller(caller.merchantNo);
      request.caller = caller;
    });
  return admitOperator(route, request, reply, deps).then((operator) => {
    request.operator = operator;
  });
}

/** Key, then its limit, permission and scope: a caller without access learns nothing about what the request lacks. */
async function admit(
  route: KeyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<Caller> {
  // A key costs one comparison more than without persons.
  const people = peopleFor("merchant", request, deps);
  if (people !== null) {
    const account = await accountOf("merchant", request, reply, deps);
    return admitPerson(route, account, people, request, reply, deps);
  }
  const { access, admission } = deps;
  const caller = await access
    .authenticate(request.headers.authorization, request.ip)
    .catch((error: unknown) => refuseStranger(error, request, reply, admission));
  // From here on it is known whose request is refused.
  request.caller = caller;
  await admission.key(caller, reply);
  if (![route.permission].flat().some((permission) => hasPermission(caller.permissions, permission))) {
    throw errors.INSUFFICIENT_PERMISSIONS({ required: route.permission });
  }
  const { merchantId } = request.params as { merchantId?: string };
  if (merchantId === undefined || merchantId === caller.merchantId) return caller;
  if (!isUuid(merchantId)) throw errors.INVALID_MERCHANT_SCOPE();
  return access.actFor(caller, merchantId as MerchantId);
}

/** A browser adds the cookie to whatever causes a request: ours alone may change something, or keep a stream open. */
function refuseForeign(request: FastifyRequest, { publicOrigins }: RouteDeps): void {
  const { method, headers } = request;
  const isOwn = acceptsStream(request)
    ? isOwnStream(headers, publicOrigins)
    : isOwnRequest(method, headers, publicOrigins);
  if (!isOwn) throw errors.FOREIGN_REQUEST();
}

async function admitAccount(
  route: AccountRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<AccountCaller> {
  const { audience } = request.params as { audience?: string };
  if (!isAudience(audience)) throw errors.RESOURCE_NOT_FOUND();
  const account = await accountOf(audience, request, reply, deps);
  await deps.admission.account(account, reply);
  if (deps.people !== undefined) await requirePresence(route.stepUp, account, null, deps.people, deps);
  return account;
}

/**
 * Null when the request does not come by a log-in's cookie. An `Authorization` header always decides: a request never has
 * the rights of both.
 */
function peopleFor(
  audience: AudienceName,
  { headers }: FastifyRequest,
  { people }: RouteDeps,
): PeoplePort | null {
  if (headers.authorization !== undefined || people === undefined) return null;
  return people.carriesLogIn(audience, headers.cookie) ? people : null;
}

/** The account behind the cookie. Refuses with FOREIGN_REQUEST and LOG_IN_REQUIRED. */
function accountOf(
  audience: AudienceName,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<AccountCaller> {
  refuseForeign(request, deps);
  return deps.access
    .authenticateAccount(audience, request.headers.cookie)
    .catch((error: unknown) => refuseStranger(error, request, reply, deps.admission));
}

const isAudience = (text: string | undefined): text is AudienceName =>
  audienceNames.some((name) => name === text);

async function refuseStranger(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission,
): Promise<never> {
  await admission.stranger(error, request, reply);
  throw error;
}

async function admitOperator(
  route: OperatorRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<OperatorCaller> {
  const { access, admission } = deps;
  const people = peopleFor("operator", request, deps);
  if (people !== null) {
    const account = await accountOf("operator", request, reply, deps);
    const operator = await people.operatorAt(account);
    await admission.operator(operator, reply);
    requireOperatorPermission(route, operator);
    await requirePresence(route.stepUp, account, null, people, deps);
    return operator;
  }
  const operator = await access
    .authenticateOperator(request.headers.authorization)
    .catch((error: unknown) => refuseStranger(error, request, reply, admission));
  await admission.operator(operator, reply);
  requireOperatorPermission(route, operator);
  return operator;
}

function requireOperatorPermission(route: OperatorRoute, operator: OperatorCaller): void {
  if (route.permission === null) return;
  if (operator.mustEnrolSecondFactor) throw errors.SECOND_FACTOR_ENROLMENT_REQUIRED();
  const anyOf = [route.permission].flat();
  if (!anyOf.some((permission) => hasPermission(operator.permissions, permission))) {
    throw errors.INSUFFICIENT_PERMISSIONS({ required: route.permission });
  }
}
