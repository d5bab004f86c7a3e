<?php

declare(strict_types=1);

namespace Cauris;

/**
 * Checks that a webhook comes from the service (Standard Webhooks 1.0).
 *
 * @phpstan-import-type WebhookEvent from Types
 */
final class Webhooks
{
    private const PREFIX = 'whsec_';
    private const TOLERANCE_SECONDS = 300;

    /**
     * The event in a webhook, once its signature is found to be the service's. Throws WebhookVerificationException otherwise.
     * The same event can arrive twice: its `id` is the same then.
     *
     * @param string $body as it arrived: `file_get_contents('php://input')`
     * @param array<array-key, mixed> $headers `getallheaders()`, `$_SERVER`, or the headers of Symfony and Laravel
     *     (`$request->headers->all()`)
     * @param string|list<string> $secret the endpoint's (`whsec_…`); two while it is being changed. Throws
     *     InvalidArgumentException for text of another form.
     * @param int $toleranceSeconds how old or how new a message may be
     * @param int|null $now seconds since 1970; the machine's time when absent
     * @return array<string, mixed> a `WebhookEvent`
     * @phpstan-return WebhookEvent
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): array {
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $given = self::header($headers, 'webhook-signature');
        if (preg_match('/^\d{1,12}\z/', $timestamp) !== 1) {
            throw new WebhookVerificationException('webhook-timestamp is not a time');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
            throw new WebhookVerificationException('the message is too old, or a clock is wrong');
        }
        foreach ((array) $secret as $one) {
            $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", self::key($one), true));
            foreach (explode(' ', $given) as $signature) {
                if (hash_equals($expected, $signature)) {
                    return self::event($body);
                }
            }
        }
        throw new WebhookVerificationException(
            'no signature fits: is this the secret of the endpoint, and the body as it arrived?',
        );
    }

    /** @return WebhookEvent */
    private static function event(string $body): array
    {
        $event = json_decode($body, true);
        if (!is_array($event)) {
            throw new WebhookVerificationException('the body is not JSON');
        }
        /** @var WebhookEvent */
        return $event;
    }

    /** @param array<array-key, mixed> $headers */
    private static function header(array $headers, string $name): string
    {
        $inServer = 'HTTP_' . strtoupper(strtr($name, '-', '_'));
        foreach ($headers as $given => $value) {
            if (strtolower((string) $given) !== $name && $given !== $inServer) {
                continue;
            }
            $text = is_array($value) && count($value) === 1 ? reset($value) : $value;
            if (is_string($text) && $text !== '') {
                return $text;
            }
        }
        throw new WebhookVerificationException("the header $name is missing");
    }

    private static function key(#[\SensitiveParameter] string $secret): string
    {
        $text = trim($secret);
        $key = str_starts_with($text, self::PREFIX) ? base64_decode(substr($text, strlen(self::PREFIX)), true) : '';
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException("secret must be the endpoint's, whsec_ and base64");
        }
        return $key;
    }
}
