<?php

declare(strict_types=1);

// How requests are made, repeated and told of, with answers that the test gives.

require_once __DIR__ . '/FakeService.php';

use Cauris\ConnectionException;
use Cauris\InvalidRequestException;
use Cauris\WaitTimeoutException;

$done = static fn (mixed $data, ?array $meta = null): array => [
    'status' => 200,
    'body' => ['success' => true, 'data' => $data, 'error' => null, 'meta' => $meta],
];
$refused = static fn (int $status, string $code, array $headers = []): array => [
    'status' => $status,
    'headers' => $headers,
    'body' => [
        'success' => false,
        'data' => null,
        'error' => ['code' => $code, 'message' => 'No.', 'details' => new stdClass()],
        'meta' => null,
    ],
];
$lost = ['lost' => true];
$page = static fn (array $ids, ?string $cursor): array => $done(
    array_map(static fn (string $id): array => ['id' => $id], $ids),
    ['nextCursor' => $cursor, 'hasMore' => $cursor !== null],
);
$session = ['amount' => '5000', 'currency' => 'XOF', 'title' => 'Commande'];
$keys = static fn (FakeService $service): array => array_map(
    static fn (array $request): string => $request['headers']['idempotency-key'],
    $service->requests(),
);

return [
    'key, body and fresh idempotency keys' => function () use ($done, $session, $keys): void {
        $service = new FakeService([$done(['id' => 'cs_1'])]);
        $client = $service->client();
        Check::same($client->checkoutSessions->create($session), ['id' => 'cs_1']);
        $client->checkoutSessions->create($session);
        [$first] = $service->requests();
        Check::same([$first['method'], $first['url']], ['POST', '/api/v1/checkout/sessions']);
        Check::same($first['headers']['authorization'], 'Bearer sk_test_1');
        Check::same(json_decode($first['body'], true), $session);
        Check::same(count(array_unique($keys($service))), 2);
        Check::same(preg_match('/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/', $keys($service)[0]), 1);
    },
    'own key, scenario, ids and empty bodies as they are' => function () use ($done): void {
        $service = new FakeService([$done([])]);
        $service->client()->refunds->create('ch_/?', [], idempotencyKey: 'order 17', scenario: 'refund_fails');
        [$request] = $service->requests();
        Check::same($request['url'], '/api/v1/payments/charges/ch_%2F%3F/refunds');
        Check::same($request['body'], '{}');
        Check::same($request['headers']['idempotency-key'], 'order 17');
        Check::same($request['headers']['sandbox-scenario'], 'refund_fails');
        Check::throws(
            InvalidArgumentException::class,
            fn () => $service->client()->refunds->create('ch_1', [], idempotencyKey: "a\r\nX: y"),
        );
    },
    'a query' => function () use ($page): void {
        $service = new FakeService([$page([], null)]);
        $service->client()->charges->list(['status' => 'SUCCEEDED', 'limit' => 2, 'late' => true, 'q' => null])->page();
        Check::same($service->requests()[0]['url'], '/api/v1/payments/charges?status=SUCCEEDED&limit=2&late=true');
    },
    'the address may end as that of sandbox.json does' => function () use ($done): void {
        $service = new FakeService([$done(['id' => 'ch_1'])]);
        $service->client(suffix: '/api/v1/')->charges->get('ch_1');
        Check::same($service->requests()[0]['url'], '/api/v1/payments/charges/ch_1');
    },
    'a variable that is not set is refused at once' => function (): void {
        foreach ([['', 'sk_test_1'], ['pay.example.com', 'sk_test_1'], ['https://pay.example.com', '']] as $given) {
            Check::throws(InvalidArgumentException::class, fn () => new Cauris\Client(...$given));
        }
    },
    'an empty id is refused' => function () use ($done): void {
        $service = new FakeService([$done([])]);
        Check::throws(InvalidArgumentException::class, fn () => $service->client()->charges->get(''));
        $error = Check::throws(
            InvalidArgumentException::class,
            fn () => $service->client(merchantId: null)->events->get('evt_1'),
        );
        Check::that(str_contains($error->getMessage(), 'merchantId'), $error->getMessage());
        Check::same($service->requests(), []);
    },
    'notes hold no secret' => function () use ($done, $refused, $session): void {
        $service = new FakeService([$refused(503, 'SERVICE_UNAVAILABLE', ['Retry-After' => '2']), $done([])]);
        $service->client()->checkoutSessions->create($session);
        [$first, $second] = $service->notes;
        Check::same([$first->method, $first->path, $first->status], ['POST', '/checkout/sessions', 503]);
        Check::same([$first->attempt, $first->retryInMs], [1, 2000]);
        Check::same([$second->status, $second->requestId, $second->retryInMs], [200, 'req_1', null]);
        Check::same($service->waits, [2.0]);
        Check::that(!str_contains(serialize($service->notes), 'sk_test'), 'no key in the notes');
    },
    'a lost answer is repeated with the same key' => function () use ($done, $lost, $session, $keys): void {
        $service = new FakeService([$lost, $lost, $done(['id' => 'cs_1'])]);
        Check::same($service->client()->checkoutSessions->create($session), ['id' => 'cs_1']);
        Check::same(count($service->requests()), 3);
        Check::same(count(array_unique($keys($service))), 1);
    },
    'an update is not repeated' => function () use ($lost): void {
        $service = new FakeService([$lost]);
        Check::throws(ConnectionException::class, fn () => $service->client()->paymentLinks->update('plink_1', []));
        Check::same(count($service->requests()), 1);
    },
    'a failure that stays is unknown' => function () use ($lost, $session): void {
        $service = new FakeService([$lost]);
        $error = Check::throws(
            ConnectionException::class,
            fn () => $service->client()->checkoutSessions->create($session),
        );
        Check::same([$error->errorCode, $error->status], ['NO_ANSWER', null]);
        Check::same(count($service->requests()), 4);
    },
    'a broken rule is not repeated' => function () use ($refused, $session): void {
        $service = new FakeService([$refused(400, 'VALIDATION_ERROR')]);
        Check::throws(InvalidRequestException::class, fn () => $service->client()->checkoutSessions->create($session));
        Check::same(count($service->requests()), 1);
    },
    'a time-out is told' => function (): void {
        $service = new FakeService([['silent' => true]]);
        $error = Check::throws(
            ConnectionException::class,
            fn () => $service->client(retries: 0)->charges->get('ch_1', timeoutSeconds: 0.2),
        );
        Check::same($error->getMessage(), 'NO_ANSWER: no answer within 0.2 s');
    },
    'a list, page by page' => function () use ($page): void {
        $service = new FakeService([$page(['a', 'b'], 'b'), $page(['c'], null)]);
        $ids = [];
        foreach ($service->client()->charges->list(['limit' => 2, 'page' => 1]) as $charge) {
            $ids[] = $charge['id'];
        }
        Check::same($ids, ['a', 'b', 'c']);
        Check::same(array_column($service->requests(), 'url'), [
            '/api/v1/payments/charges?limit=2&page=1',
            '/api/v1/payments/charges?starting_after=b&limit=2',
        ]);
    },
    'no page that the loop does not need' => function () use ($page): void {
        $service = new FakeService([$page(['a', 'b'], 'b')]);
        foreach ($service->client()->charges->list() as $charge) {
            if ($charge['id'] === 'b') {
                break;
            }
        }
        Check::same(count($service->requests()), 1);
    },
    'waiting until a session has ended' => function () use ($done): void {
        $service = new FakeService([$done(['pollAfterMs' => 1000]), $done(['pollAfterMs' => null, 'status' => 'SUCCEEDED'])]);
        Check::same($service->client()->waitUntilDone('cs_1')['status'], 'SUCCEEDED');
        Check::same($service->requests()[0]['url'], '/api/v1/checkout/pay/cs_1/status?waitMs=25000');
        Check::throws(WaitTimeoutException::class, fn () => $service->client()->waitUntilDone('cs_1', maxWaitSeconds: 0.0));
    },
];
