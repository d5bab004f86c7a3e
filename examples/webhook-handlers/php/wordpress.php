<?php
/**
 * Plugin Name: Cauris webhooks
 * Receives webhooks at /wp-json/cauris/v1/webhooks. Define CAURIS_WEBHOOK_SECRET in wp-config.php.
 */
require_once __DIR__ . '/cauris/autoload.php';

add_action('rest_api_init', function () {
    register_rest_route('cauris/v1', '/webhooks', [
        'methods' => 'POST',
        // The signature is the permission.
        'permission_callback' => '__return_true',
        'callback' => 'cauris_receive_webhook',
    ]);
});

function cauris_receive_webhook(WP_REST_Request $request): WP_REST_Response
{
    try {
        // Not get_json_params(): the signature covers the bytes as they arrived. WordPress writes header names with "_".
        $headers = [];
        foreach ($request->get_headers() as $name => $values) {
            $headers[str_replace('_', '-', $name)] = $values[0];
        }
        $event = Cauris\Webhooks::verify($request->get_body(), $headers, CAURIS_WEBHOOK_SECRET);
    } catch (Cauris\WebhookVerificationException $error) {
        return new WP_REST_Response(null, 400);
    }
    // Store the event's id and do the work once, then answer.
    error_log("received {$event['type']} {$event['id']}");
    return new WP_REST_Response(null, 204);
}
