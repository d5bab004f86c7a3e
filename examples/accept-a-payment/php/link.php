<?php
// A link to send by SMS or WhatsApp, or to print as a code: php link.php
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;
use Cauris\Money;

$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'));

$link = $cauris->paymentLinks->create([
    'title' => 'Cotisation 2026',
    'amount' => Money::toMinor('10000', 'XOF'),
    'currency' => 'XOF',
    'reusable' => true,
    'reference' => 'cotisation-2026',
]);
echo "send: {$link['url']}\n";
echo "print: {$link['share']['qrSvgUrl']}\n";

// Each payment by the link is a charge like any other, with the same webhook.
foreach ($cauris->charges->list(['paymentLinkId' => $link['id'], 'status' => 'SUCCEEDED']) as $charge) {
    echo "paid: {$charge['id']} {$charge['amountDisplay']}\n";
}

// A link that is withdrawn takes no payment any more.
echo "link: {$cauris->paymentLinks->cancel($link['id'])['linkStatus']}\n";
