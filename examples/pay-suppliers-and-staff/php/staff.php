<?php
// Pays everybody on a list in one request: php staff.php salaries-2026-11 < staff.json
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;
use Cauris\Money;

$month = $argv[1];
$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'));
// [{ "name": "Awa Koné", "phone": "+2250500000789", "operator": "MTN", "salary": "1500" }, …]
$staff = json_decode(stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);

$wallets = array_column($cauris->wallets->list()->page()->items, null, 'currency');
$rows = [];
foreach ($staff as ['name' => $name, 'phone' => $phone, 'operator' => $operator, 'salary' => $salary]) {
    // A beneficiary is made once, not each month: it is found again by your own reference, here the phone.
    $known = $cauris->beneficiaries->list(['reference' => $phone])->page()->items;
    $beneficiary = $known[0] ?? $cauris->beneficiaries->create([
        'name' => $name,
        'type' => 'MOBILE_MONEY',
        'currency' => 'XOF',
        'reference' => $phone,
        'details' => ['phone' => $phone, 'operator' => $operator],
    ]);
    $rows[] = [
        'beneficiaryId' => $beneficiary['id'],
        'amount' => Money::toMinor($salary, 'XOF'),
        'reference' => "$month $name",
    ];
}

$batch = $cauris->payoutBatches->create(
    ['walletId' => $wallets['XOF']['id'], 'reference' => $month, 'rows' => $rows],
    idempotencyKey: $month,
);
while ($batch['status'] === 'PROCESSING') {
    sleep(1);
    $batch = $cauris->payoutBatches->get($batch['id']);
}
echo "{$batch['acceptedCount']} accepted, {$batch['refusedCount']} refused\n";
// One refused row does not stop the others. ACCEPTED is not paid yet: payout.paid and payout.failed tell.
foreach ($batch['rows'] as $row) {
    if ($row['status'] === 'REFUSED') {
        echo "{$row['reference']}: {$row['error']['code']}\n";
    }
}
