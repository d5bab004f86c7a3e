<?php
// Charges a phone, and never twice: php charge.php A-1044 +2250500000789 MTN CI
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\CaurisException;
use Cauris\Client;
use Cauris\ConnectionException;
use Cauris\Money;

[, $order, $phone, $operator, $countryCode] = $argv;
$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'));

try {
    // After a lost answer the same request with the same key returns the same charge. The client tries three times by itself.
    $charge = $cauris->charges->create([
        'amount' => Money::toMinor('5000', 'XOF'),
        'currency' => 'XOF',
        'reference' => $order,
        'paymentMethod' => 'MOBILE_MONEY',
        'paymentDetails' => ['phone' => $phone, 'operator' => $operator, 'countryCode' => $countryCode],
    ], idempotencyKey: "charge-$order");
} catch (ConnectionException) {
    // It may have been made. Store the order as "payment unknown" and run this again later, with the same key.
    fwrite(STDERR, "$order: no answer; run again with the same key\n");
    exit(1);
} catch (CaurisException $error) {
    // Refused: there is no charge. The code says which rule, the request id is for support.
    fwrite(STDERR, "$order: $error->errorCode ($error->requestId)\n");
    exit(1);
}

$ended = ['SUCCEEDED', 'FAILED', 'CANCELLED'];
// PENDING, PROCESSING and IN_RECONCILIATION mean: not known yet. The service asks the provider, for up to 72 hours.
for ($tries = 0; !in_array($charge['status'], $ended, true) && $tries < 30; $tries++) {
    sleep(2);
    $charge = $cauris->charges->get($charge['id']);
}
if ($charge['status'] === 'SUCCEEDED') {
    echo "$order: paid\n";
} elseif (in_array($charge['status'], $ended, true)) {
    echo "$order: not paid, {$charge['failureCode']}; a new attempt is safe\n";
} else {
    echo "$order: unknown; do not charge again, the webhook will tell\n";
}
