import { errors } from "../../http/errors.ts";
import { keyRoute, type Route } from "../../http/route.ts";
import { sandboxErrors } from "./errors.ts";
import {
  advancedExample,
  advanceExample,
  clockExample,
  resetDoneExample,
  resetExample,
  scenariosExample,
  triggerExample,
  triggeredExample,
} from "./examples.ts";
import { ScenariosView } from "./scenarios.ts";
import {
  AdvanceBody,
  AdvancedView,
  ClockView,
  ResetBody,
  ResetView,
  TriggerBody,
  TriggeredView,
} from "./schemas.ts";
import type { Sandbox } from "./service.ts";

const tag = "Sandbox";

/** Tools with which merchants try things out. A live key gets SANDBOX_ONLY. */
export function sandboxRoutes(sandbox: Sandbox): readonly Route[] {
  return [
    keyRoute({
      method: "GET",
      path: "/sandbox/clock",
      operationId: "getSandboxClock",
      tag,
      summary: "Get the sandbox clock",
      description: "The sum of all advances. The clock itself shows the real time.",
      permission: "merchant.checkout.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.SANDBOX_ONLY],
      examples: { data: clockExample },
      schemas: { response: ClockView },
      handle: async ({ caller }) => ({ data: await sandbox.clock.read(caller) }),
    }),
    keyRoute({
      method: "GET",
      path: "/sandbox/scenarios",
      operationId: "listSandboxScenarios",
      tag,
      summary: "List simulator scenarios",
      description:
        "Each outcome that a sandbox payment, refund or payout can have, with its name for the header `Sandbox-Scenario` and the last digits of the phone that choose it too.",
      permission: "merchant.checkout.read",
      successStatus: 200,
      idempotency: "none",
      errors: [errors.SANDBOX_ONLY],
      examples: { data: scenariosExample },
      schemas: { response: ScenariosView },
      handle: async ({ caller, facts }) => ({ data: sandbox.scenarios(caller, facts) }),
    }),
    keyRoute({
      method: "POST",
      path: "/sandbox/clock/advance",
      operationId: "advanceSandboxClock",
      tag,
      summary: "Advance the sandbox clock",
      description:
        "Moves everything that this sandbox waits for closer by `seconds`, and does at once what is then due: sessions and links expire, money settles, webhooks are retried, payments in progress end. Other merchants are not affected. Later steps start their own wait now: advance again for the next step. Rate limits, API keys and Idempotency-Keys keep the real time.",
      permission: "merchant.checkout.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [errors.SANDBOX_ONLY],
      examples: { body: advanceExample, data: advancedExample },
      schemas: { body: AdvanceBody, response: AdvancedView },
      handle: async ({ caller, body, idempotency, facts }) => ({
        data: await sandbox.clock.advance(caller, body.seconds, idempotency, facts),
      }),
    }),
    keyRoute({
      method: "POST",
      path: "/sandbox/events",
      operationId: "triggerSandboxEvent",
      tag,
      summary: "Trigger a sample event",
      description:
        "An event of any type with well-formed sample `data`, treated like a real one: listed, signed, delivered to every subscribed endpoint, retried. Its `data` carries `test: true`, which no real event has; its ids point to nothing.",
      permission: "merchant.events.manage",
      successStatus: 201,
      idempotency: "optional",
      errors: [errors.SANDBOX_ONLY],
      examples: { body: triggerExample, data: triggeredExample },
      schemas: { body: TriggerBody, response: TriggeredView },
      handle: async ({ caller, body, idempotency }) => ({
        data: await sandbox.trigger(caller, body.type, idempotency),
      }),
    }),
    keyRoute({
      method: "POST",
      path: "/sandbox/reset",
      operationId: "resetSandbox",
      tag,
      summary: "Reset the sandbox",
      description:
        "Deletes all sessions, payments, refunds, links, payouts, beneficiaries, events and deliveries: their ids return 404. Wallets are new and empty, with new ids. API keys, webhook endpoints with their secrets, the profile and an approved dossier stay. Payments in progress end without an event. Slugs of links are not reused. Live data is never touched.",
      permission: "merchant.profile.manage",
      successStatus: 200,
      idempotency: "optional",
      errors: [errors.SANDBOX_ONLY, sandboxErrors.SANDBOX_RESET_UNDER_WAY],
      examples: { body: resetExample, data: resetDoneExample },
      schemas: { body: ResetBody, response: ResetView },
      handle: async ({ caller, body, idempotency, facts }) => ({
        data: await sandbox.reset(caller, body.confirm, idempotency, facts),
      }),
    }),
  ];
}
