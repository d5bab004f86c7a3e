<?php
// Refunds a part of a charge: php refund.php ch_… 1500 A-1042-return-1
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;
use Cauris\ConflictException;
use Cauris\Money;

[, $chargeId, $amount, $returnNumber] = $argv;
$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'));

try {
    // The number of your return as the key: run twice, it is still one refund.
    $refund = $cauris->refunds->create($chargeId, [
        'amount' => Money::toMinor($amount, 'XOF'),
        'reason' => 'REQUESTED_BY_PAYER',
        'note' => $returnNumber,
    ], idempotencyKey: "refund-$returnNumber");
} catch (ConflictException $error) {
    // REFUND_AMOUNT_EXCEEDS_REMAINING: details.remaining. INSUFFICIENT_WALLET_BALANCE: details.available.
    fwrite(STDERR, "refused: $error->errorCode " . json_encode($error->details) . "\n");
    exit(1);
}

echo "{$refund['id']}: ", Money::format($refund['amount'], $refund['currency']), " {$refund['status']}\n";
$ended = ['SUCCEEDED', 'FAILED', 'CANCELLED'];
for ($tries = 0; !in_array($refund['status'], $ended, true) && $tries < 30; $tries++) {
    sleep(2);
    $refund = $cauris->refunds->get($refund['id']);
}
echo $refund['status'] === 'SUCCEEDED'
    ? 'refunded'
    : $refund['status'] . ' ' . ($refund['failureMessage'] ?? 'the webhook will tell'), "\n";
