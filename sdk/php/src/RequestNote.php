<?php

declare(strict_types=1);

namespace Cauris;

/** One try of a request, for your log. It holds no key, body or answer. */
final class RequestNote
{
    /**
     * @param int|null $status null without an answer
     * @param int $attempt 1 for the first
     * @param int|null $retryInMs milliseconds until it is repeated; null: it is not
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly ?int $status,
        public readonly ?string $requestId,
        public readonly int $durationMs,
        public readonly int $attempt,
        public readonly ?int $retryInMs,
    ) {
    }
}
