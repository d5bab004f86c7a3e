<?php
namespace Cauris\WooCommerce;

defined( 'ABSPATH' ) || exit;

/** Events after which an order is looked at again. */
const ENDS = array( 'payment.succeeded', 'checkout.session.completed', 'checkout.session.failed', 'checkout.session.expired', 'checkout.session.cancelled' );

/** `?wc-api=cauris_webhook`. Answers 400 to what is not the service's, and 503 to what cannot be done now: it is sent again. */
function answer_webhook(): void {
	$settings = (array) get_option( 'woocommerce_' . GATEWAY_ID . '_settings', array() );
	$headers  = array();
	foreach ( array( 'webhook-id', 'webhook-timestamp', 'webhook-signature' ) as $name ) {
		$headers[ $name ] = (string) ( $_SERVER[ 'HTTP_' . strtoupper( str_replace( '-', '_', $name ) ) ] ?? '' );
	}
	$event = verified_event( (string) ( $settings['webhook_secret'] ?? '' ), $headers, (string) file_get_contents( 'php://input' ), time() );
	if ( null === $event ) {
		wp_send_json( array( 'error' => 'The signature does not fit.' ), 400 );
	}
	try {
		handle_event( $event );
	} catch ( Api_Error $error ) {
		wc_get_logger()->warning( 'webhook: ' . $error->getMessage(), array( 'source' => 'cauris' ) );
		wp_send_json( array( 'error' => 'Not now: send it again.' ), 503 );
	}
	wp_send_json( array( 'received' => true ), 200 );
}

/** What an event says is asked of the service again: events may come late, twice and out of order. */
function handle_event( array $event ): void {
	$object   = (array) ( $event['data'] ?? array() );
	$metadata = (array) ( $object['metadata'] ?? array() );
	if ( 'refund.failed' === ( $event['type'] ?? '' ) ) {
		Refunds::failed( $object );
	}
	if ( ! in_array( $event['type'] ?? '', ENDS, true ) || ! isset( $metadata['wooOrder'], $metadata['wooOrderKey'] ) ) {
		return;
	}
	$session = 'checkout.session' === $object['object'] ? $object['id'] : $object['sessionId'];
	Orders::sync( Api::of_settings(), (int) $metadata['wooOrder'], (string) $metadata['wooOrderKey'], (string) $session );
}

/** `?wc-api=cauris_return`: the payer comes back, from paying or not. The query only says which order it is. */
function answer_return(): void {
	$order_id = absint( $_GET['order'] ?? 0 );
	$key      = sanitize_text_field( wp_unslash( $_GET['key'] ?? '' ) );
	try {
		$session = Orders::sync( Api::of_settings(), $order_id, $key );
	} catch ( Api_Error $error ) {
		wc_get_logger()->warning( 'return: ' . $error->getMessage(), array( 'source' => 'cauris' ) );
		Orders::hold_unknown( $order_id, $key );
		$session = array( 'status' => 'PROCESSING' );
	}
	$order = wc_get_order( $order_id );
	if ( null === $session || ! $order instanceof \WC_Order || ! hash_equals( $order->get_order_key(), $key ) ) {
		wp_safe_redirect( wc_get_page_permalink( 'shop' ) );
		exit;
	}
	if ( in_array( $session['status'], array( 'SUCCEEDED', 'PROCESSING' ), true ) ) {
		wp_safe_redirect( $order->get_checkout_order_received_url() );
		exit;
	}
	wc_add_notice( __( 'The order is not paid yet. You can pay it here.', 'cauris-for-woocommerce' ), 'notice' );
	wp_safe_redirect( $order->get_checkout_payment_url() );
	exit;
}

/** On the page after an order whose outcome is not known. */
function show_waiting( int $order_id ): void {
	$order = wc_get_order( $order_id );
	if ( $order instanceof \WC_Order && $order->has_status( 'on-hold' ) ) {
		echo '<p role="status">' . esc_html__( 'Your payment is being confirmed. Please do not pay again: we will write to you as soon as it is.', 'cauris-for-woocommerce' ) . '</p>';
	}
}
