<?php

// Made from docs/reference/openapi.json by tools/sdk. A test compares the two; UPDATE_DOCS=1 writes this file.

declare(strict_types=1);

namespace Cauris\Methods;

use Cauris\Call;
use Cauris\Transport;
use Cauris\Types;

/**
 * @phpstan-import-type AdvanceSandboxClockRequest from Types
 * @phpstan-import-type AdvancedSandboxClock from Types
 * @phpstan-import-type ResetSandboxRequest from Types
 * @phpstan-import-type SandboxClock from Types
 * @phpstan-import-type SandboxEvent from Types
 * @phpstan-import-type SandboxReset from Types
 * @phpstan-import-type SandboxScenarios from Types
 * @phpstan-import-type TriggerSandboxEventRequest from Types
 */
final class Sandbox
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * Get the sandbox clock. The sum of all advances. The clock itself shows the real time.
     *
     * @return SandboxClock
     */
    public function clock(?float $timeoutSeconds = null): array
    {
        /** @var SandboxClock */
        return $this->transport->send(new Call('GET', '/sandbox/clock', timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * List simulator scenarios. Each outcome that a sandbox payment, refund or payout can have, with its name for the header `Sandbox-Scenario` and the last digits of the phone that choose it too.
     *
     * @return SandboxScenarios
     */
    public function scenarios(?float $timeoutSeconds = null): array
    {
        /** @var SandboxScenarios */
        return $this->transport->send(new Call('GET', '/sandbox/scenarios', timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Advance the sandbox clock. Moves everything that this sandbox waits for closer by `seconds`, and does at once what is then due: sessions and links expire, money settles, webhooks are retried, payments in progress end. Other merchants are not affected. Later steps start their own wait now: advance again for the next step. Rate limits, API keys and Idempotency-Keys keep the real time.
     *
     * @param AdvanceSandboxClockRequest $body
     * @return AdvancedSandboxClock
     */
    public function advanceClock(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var AdvancedSandboxClock */
        return $this->transport->send(new Call('POST', '/sandbox/clock/advance', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Trigger a sample event. An event of any type with well-formed sample `data`, treated like a real one: listed, signed, delivered to every subscribed endpoint, retried. Its `data` carries `test: true`, which no real event has; its ids point to nothing.
     *
     * @param TriggerSandboxEventRequest $body
     * @return SandboxEvent
     */
    public function triggerEvent(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var SandboxEvent */
        return $this->transport->send(new Call('POST', '/sandbox/events', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Reset the sandbox. Deletes all sessions, payments, refunds, links, payouts, beneficiaries, events and deliveries: their ids return 404. Wallets are new and empty, with new ids. API keys, webhook endpoints with their secrets, the profile and an approved dossier stay. Payments in progress end without an event. Slugs of links are not reused. Live data is never touched.
     *
     * @param ResetSandboxRequest $body
     * @return SandboxReset
     */
    public function reset(array $body, ?string $idempotencyKey = null, ?float $timeoutSeconds = null): array
    {
        /** @var SandboxReset */
        return $this->transport->send(new Call('POST', '/sandbox/reset', body: $body, isIdempotent: true, idempotencyKey: $idempotencyKey, timeoutSeconds: $timeoutSeconds))->data;
    }
}
