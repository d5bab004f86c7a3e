<?php

declare(strict_types=1);

namespace Cauris;

/**
 * A call that has no result. Its class says what kind of failure it is, `errorCode` says which. The message has the code, what is
 * wrong and the request's id: what a log needs.
 */
class CaurisException extends \RuntimeException
{
    /**
     * @param string $errorCode one of the API's codes, or `NO_ANSWER`, `NOT_JSON`
     * @param int|null $status the HTTP status; null without an answer
     * @param array<string, mixed> $details
     * @param string|null $requestId give it to support; null without an answer
     * @param int|null $retryAfterSeconds after how many seconds the service wants to hear from you again; null: it did not say
     */
    final public function __construct(
        public readonly string $errorCode,
        string $message,
        public readonly ?int $status = null,
        public readonly array $details = [],
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfterSeconds = null,
    ) {
        parent::__construct("$errorCode: $message" . ($requestId === null ? '' : " ($requestId)"));
    }

    /** Whether the same request, with the same idempotency key, may succeed later. */
    public function isRetryable(): bool
    {
        return $this->status === null
            || in_array($this->status, [408, 429], true)
            || $this->status >= 500
            || $this->errorCode === 'IDEMPOTENCY_REQUEST_IN_PROGRESS';
    }

    /**
     * The exception of an answer with this status. Its message says what is wrong with each refused field.
     *
     * @internal
     * @param array<string, mixed> $details
     */
    public static function of(
        int $status,
        string $errorCode,
        string $message,
        array $details,
        ?string $requestId,
        ?int $retryAfterSeconds,
    ): self {
        $fields = $details['fields'] ?? null;
        if (is_array($fields) && $fields !== []) {
            $message = implode(' ', array_column($fields, 'message'));
        }
        $class = match (true) {
            $status === 401 => AuthenticationException::class,
            $status === 403 => PermissionException::class,
            $status === 404 => NotFoundException::class,
            $status === 409 => ConflictException::class,
            $status === 429 => RateLimitException::class,
            $status >= 500 => ServerException::class,
            default => InvalidRequestException::class,
        };
        return new $class($errorCode, $message, $status, $details, $requestId, $retryAfterSeconds);
    }
}
