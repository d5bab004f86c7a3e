<?php
// Compares a day of your orders with the wallet: php reconcile.php 2026-11-21
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Client;
use Cauris\Money;

$orders = getenv('ORDERS') ?: 'orders';
$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'));

$wallets = array_column($cauris->wallets->list()->page()->items, null, 'currency');
// Abidjan and Dakar have the time of UTC. The end is not included, so days neither overlap nor leave a gap.
$from = new DateTimeImmutable("{$argv[1]}T00:00:00Z");
$statement = $cauris->wallets->statement($wallets['XOF']['id'], [
    'from' => $from->format(DATE_ATOM),
    'to' => $from->modify('+1 day')->format(DATE_ATOM),
]);

// Fields that end in Minor are whole minor units, like the amounts of charges and of your orders.
$credited = [];
foreach ($statement['entries'] as $entry) {
    if ($entry['type'] === 'CHARGE') {
        $credited[$entry['reference']] = ($credited[$entry['reference']] ?? 0) + (int) $entry['amountMinor'];
    }
}

$differences = [];
foreach (glob("$orders/*.paid") as $paid) {
    $order = json_decode(file_get_contents(preg_replace('/paid$/', 'json', $paid)), true, flags: JSON_THROW_ON_ERROR);
    $booked = $credited[$order['number']] ?? 0;
    unset($credited[$order['number']]);
    if ($booked !== (int) $order['amount']) {
        $differences[] = "{$order['number']}: {$order['amount']} fulfilled, $booked booked";
    }
}
foreach ($credited as $reference => $booked) {
    $differences[] = "$reference: $booked booked, no fulfilled order";
}
$sum = $statement['openingBalanceMinor'] + $statement['creditsMinor'] - $statement['debitsMinor'];
if ($sum !== (int) $statement['closingBalanceMinor']) {
    $differences[] = 'the statement does not add up';
}

foreach ($differences as $difference) {
    echo "$difference\n";
}
foreach ($statement['totals'] as $total) {
    $amount = Money::format($total['amountMinor'], $statement['currency'], 'en');
    echo "{$total['type']} {$total['direction']}: {$total['count']}, $amount\n";
}
echo "closing balance: {$statement['closingBalanceMinor']}; differences: ", count($differences), "\n";
