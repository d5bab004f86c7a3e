<?php
// Fulfils each order once, when its payment is confirmed: php -S localhost:4001 webhook.php
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Webhooks;
use Cauris\WebhookVerificationException;

function note(string $line): void
{
    file_put_contents('php://stderr', "$line\n");
}

/** With a database: one transaction that marks the order as paid where it is not yet, and queues its delivery. */
function fulfilOnce(array $charge): void
{
    $reference = $charge['reference'];
    $name = (getenv('ORDERS') ?: 'orders') . '/' . rawurlencode($reference);
    // Paid by a link, or in another shop of the same merchant: not an error, which would be sent again.
    if (!file_exists("$name.json")) {
        note("not an order of this shop: $reference");
        return;
    }
    $order = json_decode(file_get_contents("$name.json"), true, flags: JSON_THROW_ON_ERROR);
    if ($order['amount'] !== $charge['amount'] || $order['currency'] !== $charge['currency']) {
        note("$reference: {$charge['amount']} {$charge['currency']} was paid, not {$order['amount']} {$order['currency']}");
        return;
    }
    // "x" refuses a file that exists: of two deliveries of one event, one fulfils.
    $paid = @fopen("$name.paid", 'x');
    if ($paid === false && !file_exists("$name.paid")) {
        throw new RuntimeException("$name.paid cannot be written");
    }
    if ($paid !== false) {
        fwrite($paid, $charge['id']);
    }
    note($paid === false ? "already fulfilled $reference" : "fulfilled $reference");
}

try {
    // The signature covers the bytes as they arrived. JSON that was parsed and written again has others.
    $event = Webhooks::verify(file_get_contents('php://input'), $_SERVER, getenv('CAURIS_WEBHOOK_SECRET'));
    // A sample event of the sandbox has "test": true, and its ids point to nothing.
    $isPaid = $event['type'] === 'payment.succeeded' && !isset($event['data']['test']);
    if ($isPaid && $event['data']['reference'] !== null) {
        fulfilOnce($event['data']);
    }
    // 2xx only now: what fails before is sent again.
    http_response_code(204);
} catch (WebhookVerificationException $error) {
    note($error->getMessage());
    http_response_code(400);
} catch (Throwable $error) {
    note($error->getMessage());
    http_response_code(500);
}
