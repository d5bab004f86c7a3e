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
      summary: "Read how far the sandbox was moved on",
      description: "All advances together. The clock itself is the real one.",
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
      summary: "Read what the simulator can do",
      description:
        "Each outcome that a payment, refund or payout of the sandbox can have, with the name for the header `Sandbox-Scenario` and the end of the payer's phone that chooses it too.",
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
      summary: "Let time pass",
      description:
        "Brings everything of this sandbox that waits for a time nearer by `seconds`, in one transaction, and does at once what is due then: sessions and links expire, money settles, webhooks are tried again, payments under way end at the provider. Nobody else is touched. What follows from that waits its own time from now on: move on again for the next step. Rate limits, API keys and Idempotency-Keys keep to the real time.",
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
      summary: "Send a sample event",
      description:
        "An event of any type, with made-up but well-formed `data`, by the way of real ones: listed, delivered to every endpoint that subscribed, signed, tried again. Its `data` carries `test: true`, which no real event has; its ids lead nowhere.",
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
      summary: "Empty the sandbox",
      description:
        "Sessions, payments, refunds, links, payouts, beneficiaries, events and deliveries of before are gone: their ids are not found. Wallets are new and empty, with new ids. API keys, webhook endpoints (with their secrets), the profile and an approved dossier stay; payments in flight end unseen. Slugs of links are not given out again. Live data is never touched.",
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
