<?php

// A shop with the calls of a plug-in, served by `php -S`: curl, `$_POST`, `json_decode` and `hash_hmac` as plug-ins use them.
declare(strict_types=1);

set_error_handler(function (int $level, string $message, string $file, int $line): bool {
    throw new ErrorException($message, 0, $level, $file, $line);
});

$service = (string) getenv('SERVICE');
$shop = 'http://' . $_SERVER['HTTP_HOST'];
$file = (string) getenv('STATE');
$state = is_file($file) ? json_decode((string) file_get_contents($file), true) : ['order' => 'none', 'events' => []];

/** Every request has a JSON content type, also without a body. Anything but 200 is an error. */
function call(string $method, string $path, ?array $body = null): array
{
    global $service, $state;
    $curl = curl_init($service . '/api/v1' . $path);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HTTPHEADER => ['Accept: application/json', 'Content-Type: application/json', "Authorization: token {$state['key']}"],
    ]);
    if ($body !== null) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
    }
    $answer = (string) curl_exec($curl);
    if (curl_getinfo($curl, CURLINFO_HTTP_CODE) !== 200) {
        throw new RuntimeException("$method $path: $answer");
    }
    return (array) json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
}

function connect(): void
{
    global $service, $shop;
    $permissions = ['canviewinvoices', 'cancreateinvoice', 'canviewstoresettings', 'canmodifyinvoices', 'webhooks.canmodifywebhooks'];
    $query = implode('&', array_map(fn (string $name) => 'permissions=' . urlencode("btcpay.store.$name"), $permissions));
    $more = http_build_query(['applicationName' => 'PHP shop', 'redirect' => "$shop/callback"]);
    header("Location: $service/api-keys/authorize?$query&$more", true, 302);
}

/** The form that the browser posts: PHP reads `permissions[]` as a list. */
function takeKey(): void
{
    global $state, $shop;
    $stores = array_unique(array_map(fn (string $each) => explode(':', $each)[1], $_POST['permissions']));
    $state['key'] = $_POST['apiKey'];
    [$store] = call('GET', '/stores');
    if ($stores !== [$store['id']] || call('GET', '/api-keys/current')['permissions'] !== $_POST['permissions']) {
        throw new RuntimeException('The key is for another store.');
    }
    $state['store'] = $store['id'];
    $webhook = call('POST', "/stores/{$state['store']}/webhooks", ['url' => "$shop/webhook", 'secret' => null]);
    $state['secret'] = $webhook['secret'];
    echo $state['store'];
}

function order(): void
{
    global $state;
    $invoice = call('POST', "/stores/{$state['store']}/invoices", [
        'amount' => '12.50',
        'currency' => 'USD',
        'metadata' => ['orderId' => 'Bestellung 7', 'taxIncluded' => 2.5, 'posData' => json_encode(['größe' => 'L'])],
        'checkout' => ['speedPolicy' => 'MediumSpeed', 'paymentMethods' => ['LTC-CHAIN'], 'redirectURL' => null],
    ]);
    $state['invoice'] = $invoice['id'];
    $state['order'] = $invoice['status'];
    echo $invoice['checkoutLink'];
}

/** The signature covers the raw body. The order follows the invoice, not the event. */
function takeWebhook(): void
{
    global $state;
    $body = (string) file_get_contents('php://input');
    $expected = 'sha256=' . hash_hmac('sha256', $body, $state['secret']);
    if (!hash_equals($expected, $_SERVER['HTTP_BTCPAY_SIG'] ?? '')) {
        http_response_code(400);
        return;
    }
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    $invoice = call('GET', "/stores/{$state['store']}/invoices/{$event['invoiceId']}");
    $state['events'][] = $event['type'];
    $state['order'] = $invoice['status'];
    $state['metadata'] = $event['metadata'];
}

/** A plug-in that is removed takes its webhook and its key with it. */
function disconnect(): void
{
    global $state;
    foreach (call('GET', "/stores/{$state['store']}/webhooks") as $webhook) {
        call('DELETE', "/stores/{$state['store']}/webhooks/{$webhook['id']}");
    }
    call('DELETE', '/api-keys/current');
}

match (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    '/connect' => connect(),
    '/callback' => takeKey(),
    '/order' => order(),
    '/webhook' => takeWebhook(),
    '/disconnect' => disconnect(),
    '/state' => print json_encode($state, JSON_THROW_ON_ERROR),
};
file_put_contents($file, json_encode($state, JSON_THROW_ON_ERROR));
