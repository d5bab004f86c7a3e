import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../kit/errors.ts";
import { openEventStream } from "./event-stream.ts";
import { hasPermission } from "./permissions.ts";
import { factsOf } from "./request-facts.ts";
import type { AccountCaller, Caller, Following, KeyRoute, OperatorCaller, OperatorRoute } from "./route.ts";
import type { RouteDeps } from "./route-deps.ts";

const LAST_EVENT_ID_LENGTH_MAX = 64;

/** Answers with a stream. What is refused is refused before it begins, in the envelope. */
export async function answerStream(
  route: KeyRoute | OperatorRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps,
): Promise<FastifyReply> {
  const facts = factsOf(route, request, reply, deps);
  const query = request.query as Record<string, never>;
  const following = { lastEventId: lastEventIdOf(request), stillAllowed: accessOf(route, request, deps) };
  const { begin } = await (route.auth === "key"
    ? follow(route.follow?.({ caller: present(request.caller), facts, query, following }))
    : follow(route.follow?.({ operator: present(request.operator), facts, query, following })));
  begin(openEventStream(reply, facts.signal));
  return reply;
}

/** A text of the client's: what is too long is no position of ours. */
function lastEventIdOf({ headers }: FastifyRequest): string | null {
  const id = headers["last-event-id"];
  return typeof id === "string" && id.length <= LAST_EVENT_ID_LENGTH_MAX ? id : null;
}

/** The question whether the caller is still let in, as at the request, without its limits and without its use. */
function accessOf(
  route: KeyRoute | OperatorRoute,
  request: FastifyRequest,
  deps: RouteDeps,
): Following["stillAllowed"] {
  const { caller, operator } = request;
  const check = async (): Promise<boolean> => {
    if (operator !== null) return operatorStill(operator, deps, permissionsOf(route));
    const now = await callerStill(present(caller), request, deps);
    return now !== null && permissionsOf(route).some((one) => hasPermission(now.permissions, one));
  };
  return () =>
    check().catch((error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    });
}

async function callerStill(
  { person, merchantId, mode }: Caller,
  request: FastifyRequest,
  { access, people }: RouteDeps,
): Promise<Caller | null> {
  if (person === undefined) {
    const key = await access.authenticate(request.headers.authorization, request.ip);
    return access.actFor(key, merchantId);
  }
  if (people === undefined || !(await people.holdsLogIn(person.account))) return null;
  return people.personAt(person.account, merchantId, mode);
}

async function operatorStill(
  { operatorId, tenantId, sessionId }: OperatorCaller,
  { people }: RouteDeps,
  required: readonly string[],
): Promise<boolean> {
  const account = { audience: "operator", id: operatorId, tenantId, sessionId, steppedUpAtMs: null } as const;
  const now = await people?.operatorAt(account satisfies AccountCaller);
  if (now === undefined || now.mustEnrolSecondFactor) return false;
  return required.length === 0 || required.some((one) => hasPermission(now.permissions, one as never));
}

const permissionsOf = (route: KeyRoute | OperatorRoute) =>
  route.permission === null ? [] : [route.permission].flat();

/** `answer` asked whether the route has `follow`. */
function follow<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new Error("a route without a stream was asked for one");
  return answer;
}

/** The caller was determined before the stream was asked for. */
function present<Who>(who: Who | null): Who {
  if (who === null) throw new Error("a route that asks who calls ran without an answer");
  return who;
}
