<?php

declare(strict_types=1);

namespace Cauris;

/**
 * A client of one installation, for one key.
 *
 * @phpstan-import-type CheckoutSessionStatus from Types
 */
final class Client extends Methods
{
    /** The longest time that the service holds an answer. */
    private const HELD_SECONDS = 25.0;
    private const HELD_TIMEOUT_SECONDS = 35.0;

    /**
     * @param string $baseUrl where the service is, such as `https://pay.example.com`; with or without `/api/v1`
     * @param string|null $apiKey a secret key (`sk_…`); without one, only the payer's public operations work
     * @param string|null $merchantId for the operations below `/merchant/merchants/{merchantId}`
     * @param float $timeoutSeconds for each try
     * @param int $retries how often a request is repeated when that is safe
     * @param (\Closure(RequestNote): mixed)|null $onRequest told of each try
     * @param (\Closure(float): mixed)|null $sleep waits between tries; tests replace it
     * @param array<int, mixed> $curlOptions your own, such as CURLOPT_PROXY or CURLOPT_CAINFO
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] ?string $apiKey = null,
        ?string $merchantId = null,
        float $timeoutSeconds = 30.0,
        int $retries = 3,
        ?\Closure $onRequest = null,
        ?\Closure $sleep = null,
        array $curlOptions = [],
    ) {
        parent::__construct(new Transport(
            $baseUrl,
            $apiKey,
            $merchantId,
            $timeoutSeconds,
            $retries,
            $onRequest,
            $sleep,
            $curlOptions,
        ));
    }

    /**
     * Waits until a session has ended, and gives its last state: paid, failed for good, expired or cancelled. Each request is
     * held by the service until something changes. A payment can wait for its payer for days: give `$maxWaitSeconds`, after
     * which WaitTimeoutException is thrown. Rely on the webhook for fulfilment: a process that waits can die.
     *
     * @return array<string, mixed> a `CheckoutSessionStatus`
     * @phpstan-return CheckoutSessionStatus
     */
    public function waitUntilDone(string $sessionId, ?float $maxWaitSeconds = null): array
    {
        $deadline = $maxWaitSeconds === null ? null : hrtime(true) / 1e9 + $maxWaitSeconds;
        while (true) {
            $left = $deadline === null ? self::HELD_SECONDS : $deadline - hrtime(true) / 1e9;
            if ($left <= 0) {
                throw new WaitTimeoutException('the session has not ended in this time');
            }
            $state = $this->checkout->status(
                $sessionId,
                ['waitMs' => (int) round(min($left, self::HELD_SECONDS) * 1000)],
                timeoutSeconds: self::HELD_TIMEOUT_SECONDS,
            );
            if ($state['pollAfterMs'] === null) {
                return $state;
            }
        }
    }
}
