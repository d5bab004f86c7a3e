<?php
// Pays one supplier: php supplier.php "Awa Koné" +2250500000789 MTN 2000 INV-88
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;
use Cauris\ConflictException;
use Cauris\Money;

[, $name, $phone, $operator, $amount, $invoice] = $argv;
$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'));

$wallets = array_column($cauris->wallets->list()->page()->items, null, 'currency');
$wallet = $wallets['XOF'];
echo "available: {$wallet['available']} {$wallet['currency']}\n";

// Once for each supplier, who is found again by your own reference, here the phone.
$known = $cauris->beneficiaries->list(['reference' => $phone])->page()->items;
// The provider is asked whose account it is, where it can tell.
$beneficiary = $known[0] ?? $cauris->beneficiaries->create([
    'name' => $name,
    'type' => 'MOBILE_MONEY',
    'currency' => 'XOF',
    'reference' => $phone,
    'details' => ['phone' => $phone, 'operator' => $operator],
]);
if ($beneficiary['status'] !== 'ACTIVE') {
    throw new RuntimeException("{$beneficiary['status']} {$beneficiary['rejectionReason']}");
}

try {
    // The invoice's number as the key: whoever runs this twice within seven days pays once.
    $payout = $cauris->payouts->create([
        'walletId' => $wallet['id'],
        'beneficiaryId' => $beneficiary['id'],
        'amount' => Money::toMinor($amount, 'XOF'),
        'reference' => $invoice,
    ], idempotencyKey: "payout-$invoice");
} catch (ConflictException $error) {
    fwrite(STDERR, "refused: $error->errorCode " . json_encode($error->details) . "\n");
    exit(1);
}
// PENDING_APPROVAL waits for a second person. PROCESSING may have been paid: never send it again under another key.
for ($tries = 0; in_array($payout['status'], ['PENDING', 'QUEUED', 'PROCESSING'], true) && $tries < 30; $tries++) {
    sleep(2);
    $payout = $cauris->payouts->get($payout['id']);
}
echo rtrim("$invoice: {$payout['status']} {$payout['failureCode']}"), "\n";
