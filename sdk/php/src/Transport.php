<?php

declare(strict_types=1);

namespace Cauris;

/**
 * Sends requests, and repeats those that can be repeated safely. Throws CaurisException.
 *
 * @internal
 */
final class Transport
{
    private const CONNECT_TIMEOUT_SECONDS = 10.0;

    private ?\CurlHandle $handle = null;
    private readonly string $baseUrl;

    /**
     * @param (\Closure(RequestNote): mixed)|null $onRequest
     * @param (\Closure(float): mixed)|null $sleep
     * @param array<int, mixed> $curlOptions
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] private readonly ?string $apiKey,
        private readonly ?string $merchantId,
        private readonly float $timeoutSeconds,
        private readonly int $retries,
        private readonly ?\Closure $onRequest,
        private readonly ?\Closure $sleep,
        private readonly array $curlOptions,
    ) {
        // getenv gives false, which PHP turns into '', for a variable that is not set.
        if (preg_match('~^https?://[^/]~', $baseUrl) !== 1) {
            throw new \InvalidArgumentException(
                "baseUrl is \"$baseUrl\": give the service's address, such as https://pay.example.com"
            );
        }
        if ($apiKey === '') {
            throw new \InvalidArgumentException('apiKey is empty: is the variable set?');
        }
        $this->baseUrl = (string) preg_replace('~(?:/api/v1)?$~', '', rtrim($baseUrl, '/'), 1);
    }

    public function send(Call $call): Answer
    {
        $path = $this->fill($call);
        $url = $this->baseUrl . '/api/v1' . $path . self::queryText($call->query);
        $key = $call->isIdempotent ? ($call->idempotencyKey ?? self::newKey()) : null;
        $isRepeatable = $call->verb === 'GET' || $key !== null;
        $body = $call->body === null
            ? null
            : json_encode($call->body === [] ? new \stdClass() : $call->body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
        $headers = array_filter([
            'Authorization' => $this->apiKey === null ? null : 'Bearer ' . $this->apiKey,
            'Content-Type' => $body === null ? null : 'application/json',
            'Idempotency-Key' => $key,
            'Sandbox-Scenario' => $call->scenario,
        ], static fn (?string $value): bool => $value !== null);

        for ($attempt = 1; ; $attempt += 1) {
            $started = hrtime(true);
            $note = function (?int $status, ?string $requestId, ?float $wait) use ($call, $path, $attempt, $started): void {
                if ($this->onRequest === null) {
                    return;
                }
                $durationMs = intdiv(hrtime(true) - $started, 1_000_000);
                $retryInMs = $wait === null ? null : (int) round($wait * 1000);
                ($this->onRequest)(
                    new RequestNote($call->verb, $path, $status, $requestId, $durationMs, $attempt, $retryInMs)
                );
            };
            try {
                [$status, $answered, $text] = $this->once($call, $url, $headers, $body);
                $answer = self::readAnswer($status, $answered, $text, $call->mayBeFile);
                $note($status, $answered['request-id'] ?? null, null);
                return $answer;
            } catch (CaurisException $error) {
                $wait = $attempt > $this->retries
                    ? null
                    : Retries::waitBefore($error, $attempt, $isRepeatable, mt_rand() / mt_getrandmax());
                $note($error->status, $error->requestId, $wait);
                if ($wait === null) {
                    throw $error;
                }
                $this->sleep($wait);
            }
        }
    }

    /**
     * @param array<string, string> $headers
     * @return array{int, array<string, string>, string} status, headers by their name in lower case, body
     */
    private function once(Call $call, string $url, array $headers, ?string $body): array
    {
        // One handle keeps its connection open from request to request.
        $handle = $this->handle ??= curl_init();
        curl_reset($handle);
        $answered = [];
        $timeout = $call->timeoutSeconds ?? $this->timeoutSeconds;
        curl_setopt_array($handle, $this->curlOptions + [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $call->verb,
            CURLOPT_HTTPHEADER => [
                ...array_map(self::headerLine(...), array_keys($headers), $headers),
                // Without it, curl asks before it sends a long body, and waits a second for the answer.
                'Expect:',
            ],
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_ENCODING => '',
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_TIMEOUT_MS => (int) ceil($timeout * 1000),
            CURLOPT_CONNECTTIMEOUT_MS => (int) ceil(min($timeout, self::CONNECT_TIMEOUT_SECONDS) * 1000),
            CURLOPT_PROTOCOLS => CURLPROTO_HTTPS | CURLPROTO_HTTP,
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $handle, string $line) use (&$answered): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $answered[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ] + ($body === null ? [] : [CURLOPT_POSTFIELDS => $body]));
        $text = curl_exec($handle);
        if (!is_string($text)) {
            throw new ConnectionException('NO_ANSWER', curl_errno($handle) === CURLE_OPERATION_TIMEDOUT
                ? sprintf('no answer within %g s', $timeout)
                : 'the service did not answer: ' . curl_error($handle));
        }
        return [curl_getinfo($handle, CURLINFO_RESPONSE_CODE), $answered, $text];
    }

    /**
     * What an answer says. Throws the exception that it is. Pure.
     *
     * @param array<string, string> $headers by their name in lower case
     */
    public static function readAnswer(int $status, array $headers, string $text, bool $mayBeFile = false): Answer
    {
        // A ledger is `application/jsonl`.
        $isJson = preg_match('~^application/json\b~', $headers['content-type'] ?? '') === 1;
        if ($mayBeFile && $status >= 200 && $status < 300 && !$isJson) {
            return new Answer($text);
        }
        $retryAfter = $headers['retry-after'] ?? '';
        $retryAfterSeconds = preg_match('/^\d{1,6}\z/', $retryAfter) === 1 ? (int) $retryAfter : null;
        $requestId = $headers['request-id'] ?? null;
        $envelope = json_decode($text, true);
        $error = is_array($envelope) ? ($envelope['error'] ?? null) : null;
        if (is_array($error) && is_string($error['code'] ?? null)) {
            /** @var array<string, mixed> $details */
            $details = is_array($error['details'] ?? null) ? $error['details'] : [];
            $message = is_string($error['message'] ?? null) ? $error['message'] : '';
            $own = $details['requestId'] ?? null;
            throw CaurisException::of(
                $status,
                $error['code'],
                $message,
                $details,
                is_string($own) ? $own : $requestId,
                $retryAfterSeconds,
            );
        }
        if (!is_array($envelope) || ($envelope['success'] ?? null) !== true) {
            // A proxy's page: what became of the request is not known.
            $message = "the answer with status $status is not the service's";
            throw CaurisException::of(
                $status >= 400 ? $status : 502,
                'NOT_JSON',
                $message,
                [],
                $requestId,
                $retryAfterSeconds,
            );
        }
        /** @var array<string, mixed> $meta */
        $meta = is_array($envelope['meta'] ?? null) ? $envelope['meta'] : [];
        return new Answer($envelope['data'] ?? null, $meta);
    }

    private function fill(Call $call): string
    {
        $rest = $call->ids;
        return (string) preg_replace_callback('/\{(\w+)\}/', function (array $match) use (&$rest, $call): string {
            $value = $match[1] === 'merchantId' ? $this->merchantId : array_shift($rest);
            // An empty id would lead to another operation.
            if ($value === null || $value === '') {
                throw new \InvalidArgumentException($match[1] === 'merchantId'
                    ? "this operation needs the client's merchantId"
                    : "$call->verb $call->path: $match[1] must be an id");
            }
            return rawurlencode($value);
        }, $call->path);
    }

    /** @param array<string, mixed> $query */
    private static function queryText(array $query): string
    {
        $texts = array_map(
            static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            array_filter($query, static fn (mixed $value): bool => $value !== null),
        );
        return $texts === [] ? '' : '?' . http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }

    private static function headerLine(string $name, string $value): string
    {
        if (preg_match('/[\r\n\0]/', $value) === 1) {
            throw new \InvalidArgumentException("$name must be one line");
        }
        return "$name: $value";
    }

    /** A UUID. */
    private static function newKey(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
        $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }

    private function sleep(float $seconds): void
    {
        if ($this->sleep !== null) {
            ($this->sleep)($seconds);
            return;
        }
        usleep((int) round($seconds * 1_000_000));
    }
}
