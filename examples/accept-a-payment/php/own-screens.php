<?php
// A payment on your own screens: php own-screens.php +2250500000789 MTN CI
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;
use Cauris\Money;

[, $phone, $operator, $countryCode] = $argv;
$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'));

$session = $cauris->checkoutSessions->create([
    'amount' => Money::toMinor('5000', 'XOF'),
    'currency' => 'XOF',
    'title' => 'Commande A-1043',
    'reference' => 'A-1043',
]);
echo 'to pay: ', Money::format($session['amount'], $session['currency']), "\n";

// What your screen offers: the methods that can take this amount now, in the payer's country or in any.
$methods = $cauris->checkout->methods($session['id'])['methods'];
$here = array_filter($methods, fn ($method) => in_array($method['countryCode'], [$countryCode, null], true));
echo 'ways to pay: ', implode(', ', array_column($here, 'displayName')), "\n";

$attempt = $cauris->checkout->complete($session['id'], [
    'paymentMethod' => 'MOBILE_MONEY',
    'paymentDetails' => ['phone' => $phone, 'operator' => $operator, 'countryCode' => $countryCode],
]);
// POLL: show the message. REDIRECT: send the payer to actionUrl. DISPLAY_QR: show qrPayload as a code.
echo "next: {$attempt['nextStep']}; tell the payer: {$attempt['messageToPayer']}\n";

// For the screen only. Fulfil the order on the webhook: this process may end before the payer approves.
$end = $cauris->waitUntilDone($session['id'], maxWaitSeconds: 120);
echo $end['status'] === 'SUCCEEDED' ? 'paid' : "not paid: {$end['failureCode']} {$end['failureMessage']}", "\n";
