<?php
// Registers the address of your webhook handler, once: php register.php http://localhost:4001/webhooks/cauris
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;

$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'), merchantId: getenv('CAURIS_MERCHANT'));

$endpoint = $cauris->webhookEndpoints->create([
    'url' => $argv[1],
    'events' => ['payment.succeeded', 'payment.failed', 'refund.succeeded', 'refund.failed', 'payout.paid', 'payout.failed'],
]);
// The secret is shown this once. Start the handler with it, then ask for the ping that verifies the address.
echo $endpoint['secret'], "\n";
fwrite(STDERR, "registered {$endpoint['id']}\n");
