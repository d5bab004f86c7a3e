<?php
// What is still missing before real money: php check.php
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\CaurisException;
use Cauris\Client;

$url = getenv('CAURIS_URL');
$cauris = new Client($url, getenv('CAURIS_KEY'), merchantId: getenv('CAURIS_MERCHANT'));
$missing = [];

if (!str_starts_with($url, 'https://')) {
    $missing[] = 'CAURIS_URL is not https';
}
try {
    $wallets = $cauris->wallets->list()->page()->items;
    if (array_diff(array_column($wallets, 'mode'), ['LIVE']) !== []) {
        $missing[] = 'CAURIS_KEY is a sandbox key';
    }
    echo 'wallets: ', implode(', ', array_column($wallets, 'currency')), "\n";

    $endpoints = $cauris->webhookEndpoints->list()->page()->items;
    if ($endpoints === []) {
        $missing[] = 'no webhook endpoint is registered';
    }
    foreach ($endpoints as $endpoint) {
        if ($endpoint['status'] !== 'ACTIVE' || $endpoint['verifiedAt'] === null) {
            $missing[] = "{$endpoint['url']} has not answered a ping";
        }
        $failed = $cauris->webhookEndpoints->health($endpoint['id'])['deliveries']['failed'];
        if ($failed > 0) {
            $missing[] = "{$endpoint['url']}: $failed deliveries failed in 24 hours";
        }
    }
    foreach ($cauris->networks->list() as $network) {
        $state = $network['collects']['state'] ?? 'payouts only';
        echo "{$network['displayName']} {$network['currency']}: $state\n";
    }
} catch (CaurisException $error) {
    $missing[] = $error->getMessage();
}

foreach ($missing as $sentence) {
    echo "missing: $sentence\n";
}
exit($missing === [] ? 0 : 1);
