<?php

declare(strict_types=1);

namespace Cauris;

/**
 * One call of an operation, before it is a request.
 *
 * @internal
 */
final class Call
{
    /**
     * @param string $path below `/api/v1`; `{merchantId}` is the client's, the other names are `$ids` in their order
     * @param list<string> $ids
     * @param array<string, mixed>|null $body
     * @param array<string, mixed> $query
     * @param bool $isIdempotent it takes an `Idempotency-Key`, so it can be repeated after a lost answer
     */
    public function __construct(
        public readonly string $verb,
        public readonly string $path,
        public readonly array $ids = [],
        public readonly ?array $body = null,
        public readonly array $query = [],
        public readonly bool $isIdempotent = false,
        public readonly ?string $idempotencyKey = null,
        public readonly ?string $scenario = null,
        public readonly bool $mayBeFile = false,
        public readonly ?float $timeoutSeconds = null,
    ) {
    }

    /** @param array<string, mixed> $query */
    public function withQuery(array $query): self
    {
        return new self(
            $this->verb,
            $this->path,
            $this->ids,
            $this->body,
            $query,
            $this->isIdempotent,
            $this->idempotencyKey,
            $this->scenario,
            $this->mayBeFile,
            $this->timeoutSeconds,
        );
    }
}
