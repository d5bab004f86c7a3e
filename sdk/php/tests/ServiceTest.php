<?php

declare(strict_types=1);

// What a shop does, against a running service. It needs one whose clock the test can move, so it runs as part of the repository's
// tests (`server/test/e2e/sdk-languages.test.ts`), which set the variables.

use Cauris\AuthenticationException;
use Cauris\Client;
use Cauris\ConflictException;
use Cauris\ConnectionException;
use Cauris\InvalidRequestException;
use Cauris\NotFoundException;
use Cauris\References;
use Cauris\Webhooks;
use Cauris\WebhookVerificationException;

$url = (string) getenv('CAURIS_URL');
$controlUrl = getenv('CAURIS_CONTROL_URL');
if ($controlUrl === false) {
    echo "skipped ServiceTest.php: no service, CAURIS_CONTROL_URL is not set\n";
    return [];
}
$client = new Client($url, (string) getenv('CAURIS_KEY'), (string) getenv('CAURIS_MERCHANT_ID'));
$phone = ['phone' => '+2250500000789', 'operator' => 'MTN', 'countryCode' => 'CI'];
$order = ['amount' => '5000', 'currency' => 'XOF', 'title' => 'Commande A-1042', 'reference' => 'A-1042'];

/** The test's hand on the service: its clock, and what its webhooks brought. */
$control = static fn (string $what, array $query = []): mixed => json_decode(
    (string) file_get_contents("$controlUrl/$what?" . http_build_query($query)),
    true,
    512,
    JSON_THROW_ON_ERROR,
);

/** A paid session's charge. */
$pay = static function () use ($client, $control, $order, $phone): string {
    $session = $client->checkoutSessions->create($order);
    $client->checkout->complete($session['id'], ['paymentMethod' => 'MOBILE_MONEY', 'paymentDetails' => $phone]);
    $control('advance', ['ms' => 10_000]);
    $state = $client->waitUntilDone($session['id'], maxWaitSeconds: 60.0);
    Check::same($state['status'], 'SUCCEEDED');
    return (string) $state['chargeId'];
};

$idsOf = static fn (iterable $entries): array => array_column([...$entries], 'id');

return [
    'payment, refund and webhook' => function () use ($client, $control, $pay, $idsOf): void {
        $endpoint = $client->webhookEndpoints->create(['url' => (string) getenv('CAURIS_HOOKS_URL'), 'events' => ['*']]);
        $control('advance', ['ms' => 0]);
        $chargeId = $pay();
        $secret = (string) $endpoint['secret'];
        $hooks = $control('hooks');
        $read = static fn (array $hook, string $body): array => Webhooks::verify(
            $body,
            $hook['headers'],
            $secret,
            now: intdiv($hook['nowMs'], 1000),
        );
        $paid = array_filter(
            array_map(static fn (array $hook): array => $read($hook, $hook['body']), $hooks),
            static fn (array $event): bool => $event['type'] === 'payment.succeeded',
        );
        Check::same(array_column(array_column($paid, 'data'), 'id'), [$chargeId]);
        Check::throws(WebhookVerificationException::class, fn () => $read($hooks[0], $hooks[0]['body'] . ' '));
        $charge = $client->charges->get($chargeId);
        Check::same([$charge['amount'], $charge['reference']], ['5000', 'A-1042']);
        Check::same(References::shortReference($chargeId), $control('short-reference', ['id' => $chargeId]));
        $refund = $client->refunds->create($chargeId, ['amount' => '1000'], idempotencyKey: 'refund-1');
        $again = $client->refunds->create($chargeId, ['amount' => '1000'], idempotencyKey: 'refund-1');
        Check::same($again['id'], $refund['id']);
        $control('advance', ['ms' => 10_000]);
        Check::same($client->refunds->get($refund['id'])['status'], 'SUCCEEDED');
        Check::same($idsOf($client->refunds->list(['chargeId' => $chargeId])), [$refund['id']]);
        $types = array_column([...$client->events->list(['limit' => 2])], 'type');
        Check::that(in_array('refund.succeeded', $types, true), 'the events have the refund');
        $rotated = $client->webhookEndpoints->rotateSecret($endpoint['id']);
        Check::that(str_starts_with((string) $rotated['secret'], 'whsec_'), 'a new secret');
        Check::same($client->webhookEndpoints->update($endpoint['id'], ['description' => 'shop'])['description'], 'shop');
        [$delivery] = $client->webhookEndpoints->deliveries($endpoint['id'])->page()->items;
        Check::same($client->webhookEndpoints->delivery($endpoint['id'], $delivery['id'])['id'], $delivery['id']);
        $client->webhookEndpoints->delete($endpoint['id']);
    },
    'sessions, links and charges' => function () use ($client, $control, $order, $phone, $idsOf): void {
        [$first, $second] = [$client->checkoutSessions->create($order), $client->checkoutSessions->create($order)];
        Check::same($client->checkoutSessions->cancel($first['id'])['status'], 'CANCELLED');
        Check::same($client->checkoutSessions->expire($second['id'])['status'], 'EXPIRED');
        $ids = $idsOf($client->checkoutSessions->list(['limit' => 1, 'reference' => 'A-1042']));
        Check::same(array_diff([$first['id'], $second['id']], $ids), []);
        Check::same(count(array_unique($ids)), count($ids));
        $link = $client->paymentLinks->create(['slug' => 'sdk-php', 'title' => 'Panier'] + array_diff_key($order, ['reference' => 1]));
        Check::same($client->paymentLinks->update($link['id'], ['title' => 'Autre'])['title'], 'Autre');
        Check::that(str_starts_with($client->checkout->openLink('sdk-php')['id'], 'cs_'), 'a session of the link');
        Check::same($client->paymentLinks->get($link['id'])['title'], 'Autre');
        $client->paymentLinks->cancel($link['id']);
        $charge = $client->charges->create(
            ['amount' => '1000', 'currency' => 'XOF', 'paymentMethod' => 'MOBILE_MONEY', 'paymentDetails' => $phone],
        );
        $control('advance', ['ms' => 10_000]);
        Check::same($client->charges->get($charge['id'])['status'], 'SUCCEEDED');
        Check::that(in_array($charge['id'], $idsOf($client->charges->list(['status' => 'SUCCEEDED'])), true), 'the list has it');
    },
    'beneficiary and payout' => function () use ($client, $control, $pay, $phone, $idsOf): void {
        $pay();
        $walletId = (string) array_column([...$client->wallets->list()], 'id', 'currency')['XOF'];
        $beneficiary = $client->beneficiaries->create(
            ['type' => 'MOBILE_MONEY', 'currency' => 'XOF', 'name' => 'Awa Koné', 'details' => $phone],
        );
        $control('advance', ['ms' => 10_000]);
        Check::same($client->beneficiaries->get($beneficiary['id'])['name'], 'Awa Koné');
        $payout = $client->payouts->create(
            ['walletId' => $walletId, 'beneficiaryId' => $beneficiary['id'], 'amount' => '500', 'reference' => 'S-1'],
        );
        Check::same($client->payouts->get($payout['id'])['amount'], '500');
        Check::that(in_array($payout['id'], $idsOf($client->payouts->list()), true), 'the list has the payout');
        Check::that($client->wallets->entries($walletId)->page()->items !== [], 'the wallet has entries');
        $day = ['from' => '2026-11-21T00:00:00Z', 'to' => '2026-11-22T00:00:00Z'];
        Check::that(is_string($client->wallets->ledger($walletId, $day)), 'the ledger is a file');
    },
    'refusals' => function () use ($client, $order, $url): void {
        $error = Check::throws(
            InvalidRequestException::class,
            fn () => $client->checkoutSessions->create(['amount' => '12.5'] + $order),
        );
        Check::same([$error->errorCode, $error->field()], ['VALIDATION_ERROR', 'amount']);
        Check::that(str_starts_with((string) $error->requestId, 'req_'), 'a request id');
        Check::throws(NotFoundException::class, fn () => $client->charges->get('ch_06h03mp6zxses5416xcyvk6tk8'));
        Check::throws(AuthenticationException::class, fn () => (new Client($url, 'sk_test_nobody'))->charges->list()->page());
        $session = $client->checkoutSessions->create($order);
        $client->checkoutSessions->expire($session['id']);
        Check::throws(ConflictException::class, fn () => $client->checkoutSessions->cancel($session['id']));
        Check::throws(
            ConnectionException::class,
            fn () => (new Client('http://127.0.0.1:9', retries: 0))->charges->get('ch_1'),
        );
    },
];
