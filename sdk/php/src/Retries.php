<?php

declare(strict_types=1);

namespace Cauris;

/** @internal */
final class Retries
{
    private const FIRST_WAIT_SECONDS = 0.5;
    private const WAIT_MAX_SECONDS = 8.0;
    /** A longer wait that the service asks for is the caller's decision. */
    private const ASKED_WAIT_MAX_SECONDS = 60;

    /**
     * How long to wait before a request is repeated, in seconds; null: it is not. Pure.
     *
     * @param bool $isRepeatable a second time has no second effect
     * @param float $unit from 0 to 1, so that many clients do not come back at once
     */
    public static function waitBefore(CaurisException $error, int $triesMade, bool $isRepeatable, float $unit): ?float
    {
        // After 429 the service has done nothing yet.
        if (!$error->isRetryable() || !($isRepeatable || $error->status === 429)) {
            return null;
        }
        $asked = $error->retryAfterSeconds;
        if ($asked !== null) {
            return $asked <= self::ASKED_WAIT_MAX_SECONDS ? (float) $asked : null;
        }
        $longest = min(self::FIRST_WAIT_SECONDS * 2 ** ($triesMade - 1), self::WAIT_MAX_SECONDS);
        return $longest * (0.5 + $unit / 2);
    }
}
