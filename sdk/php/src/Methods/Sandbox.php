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
     * Read how far the sandbox was moved on. All advances together. The clock itself is the real one.
     *
     * @return SandboxClock
     */
    public function clock(?float $timeoutSeconds = null): array
    {
        /** @var SandboxClock */
        return $this->transport->send(new Call('GET', '/sandbox/clock', timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Read what the simulator can do. Each outcome that a payment, refund or payout of the sandbox can have, with the name for the header `Sandbox-Scenario` and the end of the payer's phone that chooses it too.
     *
     * @return SandboxScenarios
     */
    public function scenarios(?float $timeoutSeconds = null): array
    {
        /** @var SandboxScenarios */
        return $this->transport->send(new Call('GET', '/sandbox/scenarios', timeoutSeconds: $timeoutSeconds))->data;
    }

    /**
     * Let time pass. Brings everything of this sandbox that waits for a time nearer by `seconds`, in one transaction, and does at once what is due then: sessions and links expire, money settles, webhooks are tried again, payments under way end at the provider. Nobody else is touched. What follows from that waits its own time from now on: move on again for the next step. Rate limits, API keys and Idempotency-Keys keep to the real time.
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
     * Send a sample event. An event of any type, with made-up but well-formed `data`, by the way of real ones: listed, delivered to every endpoint that subscribed, signed, tried again. Its `data` carries `test: true`, which no real event has; its ids lead nowhere.
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
     * Empty the sandbox. Sessions, payments, refunds, links, payouts, beneficiaries, events and deliveries of before are gone: their ids are not found. Wallets are new and empty, with new ids. API keys, webhook endpoints (with their secrets), the profile and an approved dossier stay; payments in flight end unseen. Slugs of links are not given out again. Live data is never touched.
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
