<?php

declare(strict_types=1);

// What all clients must do alike: `sdk/vectors.json`, made by the service's own code.

use Cauris\CaurisException;
use Cauris\ConnectionException;
use Cauris\InvalidRequestException;
use Cauris\Money;
use Cauris\References;
use Cauris\Retries;
use Cauris\Transport;
use Cauris\Webhooks;
use Cauris\WebhookVerificationException;

$vectors = json_decode((string) file_get_contents(__DIR__ . '/../../vectors.json'), true, 512, JSON_THROW_ON_ERROR);
['webhooks' => $hooks, 'money' => $money, 'references' => $references] = $vectors;

return [
    'webhooks' => function () use ($hooks): void {
        foreach ($hooks['cases'] as $case) {
            $now = $hooks['sentSeconds'] + $case['laterSeconds'];
            $read = fn (): array => Webhooks::verify($case['body'], $case['headers'], $case['secrets'], now: $now);
            if ($case['isAccepted']) {
                Check::same($read()['id'], $hooks['eventId'], $case['name']);
            } else {
                Check::throws(WebhookVerificationException::class, $read, $case['name']);
            }
        }
    },
    'headers as PHP, Symfony and getallheaders have them' => function () use ($hooks): void {
        $case = $hooks['cases'][0];
        $forms = [[], [], []];
        foreach ($case['headers'] as $name => $value) {
            $forms[0]['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
            $forms[1][ucwords($name, '-')] = $value;
            $forms[2][$name] = [$value];
        }
        foreach ($forms as $headers) {
            $event = Webhooks::verify($case['body'], $headers, $case['secrets'][0], now: $hooks['sentSeconds']);
            Check::same($event['id'], $hooks['eventId']);
        }
    },
    'secrets of another form' => function () use ($hooks): void {
        $case = $hooks['cases'][0];
        foreach ($hooks['refusedSecrets'] as $secret) {
            Check::throws(
                InvalidArgumentException::class,
                fn () => Webhooks::verify($case['body'], $case['headers'], $secret, now: $hooks['sentSeconds']),
                $secret,
            );
        }
    },
    'currencies' => fn () => Check::same(Money::DECIMALS, $money['decimals']),
    'toMinor' => function () use ($money): void {
        foreach ($money['toMinor'] as $case) {
            Check::same(Money::toMinor($case['amount'], $case['currency']), $case['minor'], $case['amount']);
        }
        foreach ($money['refused'] as $case) {
            Check::throws(
                InvalidArgumentException::class,
                fn () => Money::toMinor($case['amount'], $case['currency']),
                $case['amount'],
            );
        }
    },
    'numbers' => function (): void {
        Check::same(Money::toMinor(5000, 'XOF'), '5000');
        foreach ([12.5, 5.0, -1, NAN] as $number) {
            Check::throws(InvalidArgumentException::class, fn () => Money::toMinor($number, 'EUR'), (string) $number);
        }
    },
    'toDecimal' => function () use ($money): void {
        foreach ($money['toDecimal'] as $case) {
            Check::same(Money::toDecimal($case['minor'], $case['currency']), $case['decimal']);
        }
        foreach ($money['notMinor'] as $text) {
            Check::throws(InvalidArgumentException::class, fn () => Money::toDecimal($text, 'EUR'), $text);
        }
    },
    'format' => function () use ($money): void {
        foreach ($money['format'] as $case) {
            Check::same(Money::format($case['minor'], $case['currency'], $case['locale']), $case['text']);
        }
        Check::throws(InvalidArgumentException::class, fn () => Money::format('5', 'XOF', 'de'));
    },
    'short references' => function () use ($references): void {
        foreach ($references['short'] as $case) {
            Check::same(References::shortReference($case['chargeId']), $case['reference']);
        }
        foreach ($references['notCharges'] as $text) {
            Check::throws(InvalidArgumentException::class, fn () => References::shortReference($text), $text);
        }
        foreach ($references['read'] as $case) {
            Check::same(References::readShortReference($case['typed']), $case['reference'], $case['typed']);
        }
    },
    'creditor references' => function () use ($references): void {
        foreach ($references['creditor'] as $case) {
            Check::same(References::isCreditorReference($case['text']), $case['isValid'], $case['text']);
        }
    },
    'errors' => function () use ($vectors): void {
        foreach ($vectors['errors'] as $case) {
            $headers = array_change_key_case($case['headers']);
            $error = Check::throws(
                CaurisException::class,
                fn () => Transport::readAnswer($case['status'], $headers, $case['body']),
                $case['name'],
            );
            // The message has the code before it and the request's id after it.
            $end = $error->requestId === null ? '' : " ($error->requestId)";
            $message = substr($error->getMessage(), strlen("$error->errorCode: "), -strlen($end) ?: null);
            $invalid = $error instanceof InvalidRequestException ? $error : null;
            Check::same([
                'kind' => substr((new ReflectionClass($error))->getShortName(), 0, -strlen('Exception')),
                'code' => $error->errorCode,
                'message' => $message,
                'status' => $error->status,
                'field' => $invalid?->field(),
                'fields' => array_column($invalid?->fields() ?? [], 'path'),
                'requestId' => $error->requestId,
                'retryAfterSeconds' => $error->retryAfterSeconds,
                'isRetryable' => $error->isRetryable(),
            ], $case['expected'], $case['name']);
        }
    },
    'waits' => function () use ($vectors): void {
        foreach ($vectors['waits'] as $case) {
            ['status' => $status, 'retryAfterSeconds' => $asked] = $case;
            $error = $status === null
                ? new ConnectionException('NO_ANSWER', '')
                : CaurisException::of($status, 'ANY', '', [], null, $asked);
            $wait = Retries::waitBefore($error, $case['triesMade'], $case['isRepeatable'], (float) $case['unit']);
            Check::same($wait === null ? null : (int) round($wait * 1000), $case['waitMs']);
        }
    },
];
