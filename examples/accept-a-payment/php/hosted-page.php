<?php
// A shop that sends its customers to the hosted payment page: php -S localhost:4000 hosted-page.php
require __DIR__ . '/../../../sdk/php/autoload.php';

use Cauris\CaurisException;
use Cauris\Client;
use Cauris\Money;

$cauris = new Client(getenv('CAURIS_URL'), getenv('CAURIS_KEY'));
$orders = getenv('ORDERS') ?: 'orders';
$shop = 'http://' . $_SERVER['HTTP_HOST'];

function placeOrder(Client $cauris, string $orders, string $shop): string
{
    // The order is stored first: the webhook needs it, and its number makes a repeated request the same payment.
    $order = ['number' => 'A-' . bin2hex(random_bytes(4)), 'amount' => Money::toMinor('5000', 'XOF'), 'currency' => 'XOF'];
    @mkdir($orders, recursive: true);
    file_put_contents("$orders/{$order['number']}.json", json_encode($order));
    $session = $cauris->checkoutSessions->create([
        'amount' => $order['amount'],
        'currency' => $order['currency'],
        'title' => "Commande {$order['number']}",
        'reference' => $order['number'],
        'successUrl' => "$shop/thanks?session={CHECKOUT_SESSION_ID}",
        'cancelUrl' => "$shop/cart",
    ], idempotencyKey: "order-{$order['number']}");
    return $session['url'];
}

/** Opening this page proves nothing: anybody can. So it asks how the session stands. */
function thank(Client $cauris, string $sessionId): string
{
    return match ($cauris->checkoutSessions->get($sessionId)['status']) {
        'SUCCEEDED' => 'Merci, votre commande est payée.',
        'PROCESSING' => 'Votre paiement est en cours de vérification. Ne payez pas une seconde fois.',
        default => 'Ce paiement n’a pas abouti.',
    };
}

try {
    $path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
    if ($_SERVER['REQUEST_METHOD'] === 'POST' && $path === '/orders') {
        header('Location: ' . placeOrder($cauris, $orders, $shop), true, 303);
    } elseif ($path === '/thanks') {
        header('Content-Type: text/plain; charset=utf-8');
        echo thank($cauris, $_GET['session'] ?? '');
    } else {
        http_response_code(404);
    }
} catch (CaurisException $error) {
    error_log($error->getMessage());
    http_response_code(502);
    echo 'Le paiement est indisponible. Réessayez dans un instant.';
}
