<?php
// Asks for a ping at each endpoint whose address is not verified yet: php ping.php
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;

$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'), merchantId: getenv('CAURIS_MERCHANT'));

foreach ($cauris->webhookEndpoints->list() as $endpoint) {
    if ($endpoint['verifiedAt'] !== null) {
        continue;
    }
    $cauris->webhookEndpoints->ping($endpoint['id']);
    echo "pinged {$endpoint['url']}\n";
}
