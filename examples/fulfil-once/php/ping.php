<?php
// Asks for a ping at the address of your webhook handler: php ping.php http://localhost:4001/webhooks/cauris
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;

$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'), merchantId: getenv('CAURIS_MERCHANT'));
$address = $argv[1] ?? '';

$pings = 0;
foreach ($cauris->webhookEndpoints->list() as $endpoint) {
    if ($endpoint['url'] !== $address || $endpoint['status'] !== 'ACTIVE') {
        continue;
    }
    $cauris->webhookEndpoints->ping($endpoint['id']);
    echo "pinged {$endpoint['id']} at {$endpoint['url']}\n";
    $pings++;
}
if ($pings === 0) {
    throw new RuntimeException("No active endpoint has the address $address. Register it first.");
}
