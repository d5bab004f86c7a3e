<?php
// Amounts of a price list as the API takes them, and back: php amounts.php
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\Money;

foreach ([['5000', 'XOF'], ['12.50', 'EUR'], ['1.234', 'KWD']] as [$price, $currency]) {
    $minor = Money::toMinor($price, $currency);
    $decimal = Money::toDecimal($minor, $currency);
    echo "$price $currency = $minor minor units = $decimal: ", Money::format($minor, $currency), "\n";
}

// Never the product of a computer's number: (int) (19.99 * 100) is 1998.
$total = 3 * (int) Money::toMinor('19.99', 'EUR');
echo '3 x 19.99 EUR = ', Money::toDecimal($total, 'EUR'), "\n";

try {
    Money::toMinor('12.5', 'XOF');
} catch (InvalidArgumentException $error) {
    echo "refused: {$error->getMessage()}\n";
}
